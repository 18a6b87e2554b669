#include "problems/solids/shells/bending_elements.hpp"

#include "base/error.hpp"
#include "base/system/chunks.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <functional>
#include <map>
#include <utility>

namespace stiffbench {
namespace {

using Eigen::Index;
using Eigen::Vector3d;

/// Returns the cotangent of the angle between two edges.
double cotangent(const Vector3d& a, const Vector3d& b) { return a.dot(b) / a.cross(b).norm(); }

/// Returns the weights k of the vertices of a hinge: the edge from X_0 to X_1, and the vertices
/// opposite.
Eigen::Vector4d weights_of(const Eigen::Matrix<double, 3, 4>& X) {
  const Vector3d edge = X.col(1) - X.col(0);
  Eigen::Vector4d k = Eigen::Vector4d::Zero();
  for (int side = 2; side < 4; ++side) {
    const double at_first = cotangent(edge, X.col(side) - X.col(0)),
                 at_second = cotangent(-edge, X.col(side) - X.col(1));
    k[0] += at_second;
    k[1] += at_first;
    k[side] = -at_first - at_second;
  }
  return k;
}

double area(const Vector3d& a, const Vector3d& b) { return a.cross(b).norm() / 2; }

}  // namespace

Eigen::Matrix4Xi hinges_of(const Eigen::Matrix3Xi& triangles) {
  std::map<std::pair<int, int>, std::vector<int>> opposite;  // of every edge
  for (const auto& triangle : triangles.colwise())
    for (int k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax({triangle[k], triangle[(k + 1) % 3]});
      opposite[{low, high}].push_back(triangle[(k + 2) % 3]);
    }
  std::vector<Eigen::Vector4i> hinges;
  for (const auto& [edge, vertices] : opposite) {
    if (vertices.size() > 2)
      throw Error("an edge of a shell belongs to one triangle or two",
                  fmt::format("{} triangles at the edge ({}, {})", vertices.size(), edge.first,
                              edge.second),
                  "correct the mesh");
    if (vertices.size() == 2)
      hinges.emplace_back(edge.first, edge.second, vertices[0], vertices[1]);
  }
  Eigen::Matrix4Xi columns(4, std::ssize(hinges));
  for (Index i = 0; i < columns.cols(); ++i) columns.col(i) = hinges[std::size_t(i)];
  return columns;
}

Eigen::Matrix2Xi shell_pairs(const Eigen::Matrix3Xi& triangles, bool bends) {
  std::vector<Eigen::Vector2i> pairs;
  for (const auto& [low, high] : unique_edges(SurfaceMesh{{}, triangles}))
    pairs.emplace_back(low, high);
  if (bends) {
    const Eigen::Matrix4Xi hinges = hinges_of(triangles);
    for (const auto& hinge : hinges.colwise()) pairs.emplace_back(hinge.tail<2>());
  }
  Eigen::Matrix2Xi columns(2, std::ssize(pairs));
  for (Index i = 0; i < columns.cols(); ++i) columns.col(i) = pairs[std::size_t(i)];
  return columns;
}

Vec vertex_areas(const SurfaceMesh& mesh) {
  Vec areas = Vec::Zero(mesh.vertices.cols());
  for (const auto& face : mesh.faces.colwise()) {
    const Vector3d a = mesh.vertices.col(face[0]);
    const double third = area(mesh.vertices.col(face[1]) - a, mesh.vertices.col(face[2]) - a) / 3;
    for (const int vertex : face) areas[vertex] += third;
  }
  return areas;
}

BendingElements::BendingElements(const Elements& hinges, const Eigen::Matrix3Xd& rest,
                                 const std::vector<int>& free_index, double stiffness,
                                 const Mat& pattern) {
  const GeneralBlocks blocks(pattern);
  for (const auto& hinge : hinges.colwise()) {
    const Eigen::Matrix<double, 3, 4> X = rest(Eigen::all, hinge);
    const Eigen::Vector4d k = weights_of(X);
    const Vector3d edge = X.col(1) - X.col(0), bend = (X.colwise() - X.col(0)) * k;
    if (!(bend.norm() <= 1e-9 * k.cwiseAbs().maxCoeff() * edge.norm()))
      throw Error("a shell that bends is flat at rest",
                  fmt::format("triangles at an angle, at the edge ({}, {})", hinge[0], hinge[1]),
                  "give a flat mesh");
    // The weights follow their vertices to the order of places.
    const Corners<4>::Vertices order = Corners<4>::in_order(hinge, free_index);
    Eigen::Vector4d weights;
    for (int p = 0; p < 4; ++p)
      for (int i = 0; i < 4; ++i)
        if (hinge[i] == order[p]) weights[p] = k[i];
    const double areas = area(edge, X.col(2) - X.col(0)) + area(edge, X.col(3) - X.col(0));
    hinges_.push_back({{order, free_index, blocks, pattern}, weights, stiffness / areas});
  }
}

void BendingElements::add_force(const AlignedPositions<double>& u, AlignedSums<double>& f) const {
  for (const Hinge& hinge : hinges_)
    if (hinge.corners.meet(f))
      hinge.corners.subtract(hinge.pull<double>(hinge.corners.differences(u)), f);
}

void BendingElements::add_force(BodyIn<long double> u, BodyOut<long double> f) const {
  using Scalar = long double;
  for (const Hinge& hinge : hinges_)
    hinge.corners.subtract<Scalar>(hinge.pull<Scalar>(hinge.corners.differences<Scalar>(u)), f);
}

void BendingElements::add_jacobian_times(const AlignedPositions<double>&,
                                         const AlignedPositions<double, 1>& du,
                                         AlignedSums<double>& df) const {
  for (const Hinge& hinge : hinges_)
    if (hinge.corners.meet(df))
      hinge.corners.subtract(hinge.pull<double>(hinge.corners.differences(du)), df);
}

void BendingElements::add_stiffness(const AlignedPositions<double>&,
                                    GeneralBlocks::Rows& rows) const {
  for (const Hinge& hinge : hinges_)
    if (hinge.corners.meet(rows))
      hinge.corners.add_blocks(rows, [&](int p, int q) -> Eigen::Matrix3d {
        return hinge.stiffness * hinge.weights[p] * hinge.weights[q] * Eigen::Matrix3d::Identity();
      });
}

double BendingElements::potential(BodyIn<double> u) const {
  constexpr long chunk = 512;  // hinges of one sum
  const auto energy_of = [&](long first, long last) {
    double sum = 0;
    for (; first < last; ++first) {
      const Hinge& hinge = hinges_[static_cast<std::size_t>(first)];
      sum += hinge.stiffness / 2 *
             (hinge.corners.differences<double>(u) * hinge.weights).squaredNorm();
    }
    return sum;
  };
  return reduce_chunks(std::ssize(hinges_), chunk, 0, energy_of, std::plus<>());
}

}  // namespace stiffbench
