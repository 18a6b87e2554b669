#include "problems/meshes/quadric_collapse.hpp"

#include "base/error.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <optional>
#include <queue>
#include <string>
#include <tuple>
#include <vector>

namespace stiffbench {
namespace {

// OpenMesh has such a collapse, but its order of collapses and its sums depend on its version and
// build. The mesh here must be the same to the last bit wherever it is made, because its hash
// identifies everything that is computed on it.
using Eigen::Index;
using Eigen::Vector3d;
using Face = std::array<int, 3>;

/// Weighted sum of squared distances to planes, x'Ax + 2 b'x + c. It uses scalars instead of a
/// matrix type, so that every build adds them in the same order and the mesh is the same
/// everywhere.
struct Quadric {
  double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
  Vector3d b = Vector3d::Zero();
  double c = 0;

  static Quadric plane(const Vector3d& n, double d, double weight) {
    const Vector3d w = weight * n;
    return {w.x() * n.x(), w.x() * n.y(), w.x() * n.z(), w.y() * n.y(),
            w.y() * n.z(), w.z() * n.z(), d * w,         weight * d * d};
  }
  Quadric operator+(const Quadric& q) const {
    return {xx + q.xx, xy + q.xy, xz + q.xz, yy + q.yy, yz + q.yz, zz + q.zz, b + q.b, c + q.c};
  }
  double operator()(const Vector3d& p) const {
    const Vector3d ap(xx * p.x() + xy * p.y() + xz * p.z(), xy * p.x() + yy * p.y() + yz * p.z(),
                      xz * p.x() + yz * p.y() + zz * p.z());
    return p.dot(ap) + 2 * b.dot(p) + c;
  }
  /// Returns the minimiser by Cramer's rule, or nothing if the planes are nearly parallel, so that
  /// A has no useful inverse.
  std::optional<Vector3d> minimum() const {
    const Vector3d r0(xx, xy, xz), r1(xy, yy, yz), r2(xz, yz, zz);
    const Vector3d c0 = r1.cross(r2), c1 = r2.cross(r0), c2 = r0.cross(r1);
    const double det = r0.dot(c0);
    const double trace = xx + yy + zz;
    if (!(std::abs(det) > 1e-10 * trace * trace * trace)) return {};
    return -(c0 * b.x() + c1 * b.y() + c2 * b.z()) / det;
  }
};

struct Candidate {
  double error;  // sum of both quadrics at `position`
  int low, high;
  int stamp;  // sum of both ends' stamps; the candidate is stale once an end has moved
  Vector3d position;
  bool operator>(const Candidate& other) const {
    return std::tie(error, low, high) > std::tie(other.error, other.low, other.high);
  }
};

class Collapse {
 public:
  explicit Collapse(const SurfaceMesh& mesh)
      : vertex_count_(static_cast<int>(mesh.vertices.cols())) {
    const auto n = static_cast<std::size_t>(vertex_count_);
    quadrics_.resize(n);
    faces_around_.resize(n);
    stamps_.assign(n, 0);
    for (Index i = 0; i < mesh.vertices.cols(); ++i) points_.push_back(mesh.vertices.col(i));
    for (Index f = 0; f < mesh.faces.cols(); ++f)
      faces_.push_back({mesh.faces(0, f), mesh.faces(1, f), mesh.faces(2, f)});
    for (std::size_t f = 0; f < faces_.size(); ++f) {
      const Vector3d area = normal(faces_[f]);
      const Vector3d unit = area.normalized();
      const auto plane = Quadric::plane(unit, -unit.dot(point(faces_[f][0])), area.norm() / 2);
      for (const int v : faces_[f]) {
        faces_around_[at(v)].push_back(static_cast<int>(f));
        quadrics_[at(v)] = quadrics_[at(v)] + plane;
      }
    }
    for (const auto& [low, high] : unique_edges(mesh)) propose(low, high);
  }

  /// Collapses edges until the surface has this number of vertices.
  void collapse_to(int vertices) {
    while (vertex_count_ > vertices) {
      if (queue_.empty())
        throw Error(fmt::format("the collapse must reach {} vertices", vertices),
                    fmt::format("no edge left at {}", vertex_count_), "ask for more vertices");
      const Candidate candidate = queue_.top();
      queue_.pop();
      const auto& [error, low, high, stamp, position] = candidate;
      if (faces_around_[at(low)].empty() || faces_around_[at(high)].empty()) continue;
      if (stamp != stamps_[at(low)] + stamps_[at(high)]) continue;
      if (!keeps_topology(low, high)) continue;
      if (turns_a_face(low, high, position) || turns_a_face(high, low, position)) continue;
      merge(candidate);
    }
  }

  SurfaceMesh result() const {
    SurfaceMesh mesh;
    std::vector<int> new_index(points_.size());
    mesh.vertices.resize(3, vertex_count_);
    int vertices = 0;
    for (std::size_t v = 0; v < points_.size(); ++v) {
      if (faces_around_[v].empty()) continue;
      mesh.vertices.col(vertices) = points_[v];
      new_index[v] = vertices++;
    }
    mesh.faces.resize(3, static_cast<Index>(faces_.size()));
    Index faces = 0;
    for (const Face& face : faces_) {
      if (face == removed) continue;
      for (Index i = 0; i < 3; ++i)
        mesh.faces(i, faces) = new_index[at(face[static_cast<std::size_t>(i)])];
      ++faces;
    }
    mesh.faces.conservativeResize(3, faces);
    return mesh;
  }

 private:
  static constexpr Face removed = {-1, -1, -1};

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  const Vector3d& point(int v) const { return points_[at(v)]; }
  Vector3d normal(const Face& f) const {
    return (point(f[1]) - point(f[0])).cross(point(f[2]) - point(f[0]));
  }
  Vector3d normal(const Face& f, int vertex, const Vector3d& to) const {
    const auto corner = [&](int v) { return v == vertex ? to : point(v); };
    return (corner(f[1]) - corner(f[0])).cross(corner(f[2]) - corner(f[0]));
  }
  static bool has(const Face& face, int vertex) {
    return std::find(face.begin(), face.end(), vertex) != face.end();
  }

  std::vector<int> neighbours(int v) const {
    std::vector<int> others;
    for (const int f : faces_around_[at(v)])
      for (const int other : faces_[at(f)])
        if (other != v) others.push_back(other);
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    return others;
  }

  /// Checks the link condition on a closed surface: the ends share the two vertices opposite the
  /// edge and no other. If one of these has only three faces, the collapse would fold two of them
  /// onto each other.
  bool keeps_topology(int a, int b) const {
    const auto near_a = neighbours(a), near_b = neighbours(b);
    std::vector<int> common;
    std::set_intersection(near_a.begin(), near_a.end(), near_b.begin(), near_b.end(),
                          std::back_inserter(common));
    return common.size() == 2 && std::all_of(common.begin(), common.end(), [&](int v) {
             return faces_around_[at(v)].size() > 3;
           });
  }

  /// Returns true if moving v to `position` turns one of its faces by 60 degrees or more. Faces
  /// with `other` vanish in the collapse and are ignored.
  bool turns_a_face(int v, int other, const Vector3d& position) const {
    for (const int f : faces_around_[at(v)]) {
      const Face& face = faces_[at(f)];
      if (has(face, other)) continue;
      const Vector3d before = normal(face), after = normal(face, v, position);
      if (before.dot(after) <= 0.5 * before.norm() * after.norm()) return true;
    }
    return false;
  }

  void propose(int a, int b) {
    const auto [low, high] = std::minmax(a, b);
    const Quadric sum = quadrics_[at(low)] + quadrics_[at(high)];
    Vector3d position = point(low);
    if (const auto best = sum.minimum()) {
      position = *best;
    } else {
      const Vector3d middle = (point(low) + point(high)) / 2;
      for (const Vector3d& p : {point(high), middle})
        if (sum(p) < sum(position)) position = p;
    }
    queue_.push({sum(position), low, high, stamps_[at(low)] + stamps_[at(high)], position});
  }

  /// Collapses the edge: the vertex of the lower index is removed, the other takes the new
  /// position.
  void merge(const Candidate& candidate) {
    const int low = candidate.low, high = candidate.high;
    for (const int f : faces_around_[at(low)]) {
      Face& face = faces_[at(f)];
      if (has(face, high)) {
        for (const int v : face)
          if (v != low) std::erase(faces_around_[at(v)], f);
        face = removed;
      } else {
        std::replace(face.begin(), face.end(), low, high);
        faces_around_[at(high)].push_back(f);
      }
    }
    faces_around_[at(low)].clear();
    points_[at(high)] = candidate.position;
    quadrics_[at(high)] = quadrics_[at(high)] + quadrics_[at(low)];
    ++stamps_[at(high)];
    --vertex_count_;
    for (const int v : neighbours(high)) propose(high, v);
  }

  int vertex_count_;
  std::vector<Vector3d> points_;
  std::vector<Face> faces_;
  std::vector<Quadric> quadrics_;
  std::vector<std::vector<int>> faces_around_;  // empty for a removed vertex
  std::vector<int> stamps_;                     // number of moves of each vertex
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue_;
};

}  // namespace

SurfaceMesh quadric_collapse(const SurfaceMesh& mesh, int vertices) {
  validate(mesh);
  if (vertices < 4 || vertices > mesh.vertices.cols())
    throw Error(fmt::format("a collapse goes to 4..{} vertices", mesh.vertices.cols()),
                fmt::format("{}", vertices), "choose a number in that range");
  Collapse collapse(mesh);
  collapse.collapse_to(vertices);
  return collapse.result();
}

}  // namespace stiffbench
