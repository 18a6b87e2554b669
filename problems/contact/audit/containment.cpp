#include "problems/contact/audit/containment.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace stiffbench {
namespace {

using Eigen::Index;

/// The surface of one body.
struct Shape {
  Eigen::AlignedBox3d box;
  int vertex = -1;  // one of its own
  std::vector<Eigen::Vector3i> triangles;

  /// Returns true if every directed edge of a triangle has its opposite.
  bool is_closed() const {
    std::set<std::array<int, 2>> edges;
    for (const auto& t : triangles)
      for (int k = 0; k < 3; ++k) edges.insert({t[k], t[(k + 1) % 3]});
    return !edges.empty() && std::ranges::all_of(edges, [&](const auto& edge) {
      return edges.contains({edge[1], edge[0]});
    });
  }
};

std::vector<Shape> shapes_of(const ContactSurface& surface, const Eigen::Matrix3Xd& x) {
  const ContactMesh& mesh = surface.mesh();
  std::vector<Shape> all(mesh.self_contact.size());
  const auto shape_of = [&](Index vertex) -> Shape& {
    return all[static_cast<std::size_t>(mesh.body[static_cast<std::size_t>(vertex)])];
  };
  for (Index i = 0; i < x.cols(); ++i) {
    shape_of(i).box.extend(x.col(i));
    shape_of(i).vertex = static_cast<int>(i);
  }
  for (const auto& triangle : mesh.triangles.colwise())
    shape_of(triangle[0]).triangles.emplace_back(triangle);
  return all;
}

/// Returns how many times the triangles wind round a point: 1 inside of a closed surface that faces
/// outward, 0 outside. Solid angles after van Oosterom and Strackee (doi:10.1109/TBME.1983.325207).
double winding_number(const Eigen::Vector3d& point, const Shape& shape, const Eigen::Matrix3Xd& x) {
  double sum = 0;
  for (const auto& t : shape.triangles) {
    const Eigen::Vector3d a = x.col(t[0]) - point, b = x.col(t[1]) - point, c = x.col(t[2]) - point;
    const double p = a.norm(), q = b.norm(), r = c.norm();
    sum +=
        2 * std::atan2(a.dot(b.cross(c)), p * q * r + a.dot(b) * r + b.dot(c) * p + c.dot(a) * q);
  }
  return sum / (4 * std::numbers::pi);
}

}  // namespace

std::optional<Containment> find_containment(const ContactSurface& surface,
                                            const Eigen::Matrix3Xd& x) {
  const std::vector<Shape> all = shapes_of(surface, x);
  for (std::size_t outer = 0; outer < all.size(); ++outer)
    for (std::size_t inner = 0; inner < all.size(); ++inner) {
      if (inner == outer || all[inner].vertex < 0 || !all[outer].box.contains(all[inner].box))
        continue;
      if (all[outer].is_closed() && winding_number(x.col(all[inner].vertex), all[outer], x) > 0.5)
        return Containment{static_cast<int>(inner), static_cast<int>(outer)};
    }
  return std::nullopt;
}

}  // namespace stiffbench
