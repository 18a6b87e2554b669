#include "problems/solids/solid_body.hpp"

#include "problems/solids/elements/solid_elements.hpp"
#include "problems/solids/shape_of.hpp"

#include <cmath>
#include <utility>

namespace stiffbench {
namespace {

using Eigen::Index;

/// Returns the mass matrix of all vertices at density 1, one row per vertex.
template <class Mesh>
Mat volume_matrix(const Mesh& mesh) {
  std::vector<Eigen::Triplet<double>> entries;
  for (const auto& corners : elements_of(mesh).colwise()) {
    const auto M = decltype(shape_of(mesh))::mass(mesh.vertices(Eigen::all, corners));
    for (Index p = 0; p < M.rows(); ++p)
      for (Index q = 0; q < M.cols(); ++q) entries.emplace_back(corners[p], corners[q], M(p, q));
  }
  Mat sum(mesh.vertices.cols(), mesh.vertices.cols());
  sum.setFromTriplets(entries.begin(), entries.end());
  return sum;
}

/// Returns the rows and columns of the free vertices, with each entry on the diagonal of a 3x3
/// block.
Mat free_blocks(const Mat& scalar, const std::vector<int>& free_index, Index dof) {
  std::vector<Eigen::Triplet<double>> entries;
  for (Index i = 0; i < scalar.rows(); ++i)
    for (Mat::InnerIterator entry(scalar, i); entry; ++entry) {
      const int row = free_index[std::size_t(i)], column = free_index[std::size_t(entry.col())];
      if (row < 0 || column < 0) continue;
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
          entries.emplace_back(3 * row + a, 3 * column + b, a == b ? entry.value() : 0);
    }
  Mat blocks(dof, dof);
  blocks.setFromTriplets(entries.begin(), entries.end());
  return blocks;
}

}  // namespace

SolidMasses solid_masses(const SolidMesh& mesh, const std::vector<int>& free_index, double density,
                         bool consistent) {
  const Mat scalar = density * std::visit([](const auto& any) { return volume_matrix(any); }, mesh);
  const Vec nodal = scalar * Vec::Ones(scalar.cols()), lumped = free_diagonal(nodal, free_index);
  if (!consistent) return {nodal, Mass(lumped)};
  return {nodal, Mass(free_blocks(scalar, free_index, lumped.size()))};
}

SolidBody solid_body(const SolidMesh& mesh, std::vector<int> free_index, Mass mass,
                     const AnyMaterial& material) {
  SolidBody body(vertices_of(mesh), std::move(free_index), std::move(mass), pairs_of(mesh));
  add_elements(mesh, material, body);
  return body;
}

void add_elements(const SolidMesh& mesh, const AnyMaterial& material, SolidBody& body) {
  std::visit(
      [&](const auto& any, const auto& law) {
        using Term = SolidElements<decltype(shape_of(any)), std::decay_t<decltype(law)>>;
        body.template add<Term>(elements_of(any), law);
      },
      mesh, material);
}

Eigen::Matrix2Xi pairs_of(const SolidMesh& mesh) {
  struct Pairs {
    Eigen::Matrix2Xi operator()(const TetMesh& tets) const { return edge_columns(tets); }
    Eigen::Matrix2Xi operator()(const HexMesh& hexes) const { return joined_pairs(hexes); }
  };
  return std::visit(Pairs{}, mesh);
}

const Eigen::Matrix3Xd& vertices_of(const SolidMesh& mesh) {
  return std::visit([](const auto& any) -> const Eigen::Matrix3Xd& { return any.vertices; }, mesh);
}

double element_size(const SolidMesh& mesh) {
  return std::visit(
      [](const auto& any) {
        return std::cbrt(volume_matrix(any).sum() / double(elements_of(any).cols()));
      },
      mesh);
}

}  // namespace stiffbench
