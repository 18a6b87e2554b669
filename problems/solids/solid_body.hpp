#pragma once

#include "problems/forces/elastic_body.hpp"
#include "problems/meshes/mesh.hpp"
#include "problems/solids/elements/solid_term.hpp"
#include "problems/solids/material.hpp"

#include <variant>
#include <vector>

namespace stiffbench {

using SolidMesh = std::variant<TetMesh, HexMesh>;
using SolidBody = ElasticBody<SolidTerm>;

/// Returns the free_index of a mesh whose vertices are free if `is_free` holds for their rest
/// position; places are in the order of the vertices.
template <class Mesh, class Predicate>
std::vector<int> free_where(const Mesh& mesh, Predicate&& is_free) {
  std::vector<int> free_index;
  int next = 0;
  for (const auto& X : mesh.vertices.colwise()) free_index.push_back(is_free(X) ? next++ : -1);
  return free_index;
}

/// The masses of a body of finite elements. `nodal` holds the row sums of the mass matrix (kg): the
/// lumped mass of every vertex and its share of the weight.
struct SolidMasses {
  Vec nodal;
  Mass mass;  ///< of the free vertices
};
/// Computes the masses for this density (kg/m^3), lumped or consistent. A consistent mass has the
/// pattern of K.
SolidMasses solid_masses(const SolidMesh& mesh, const std::vector<int>& free_index, double density,
                         bool consistent);

/// Makes the body of a mesh and a material; `free_index` has the place of each vertex among the
/// free ones, or -1. Throws Error for elements without volume or with inverted orientation.
SolidBody solid_body(const SolidMesh& mesh, std::vector<int> free_index, Mass mass,
                     const AnyMaterial& material);

/// Adds the elements of a mesh, whose vertices are the first of the body or all, to a body with at
/// least their pairs. Throws Error for elements without volume or with inverted orientation.
void add_elements(const SolidMesh& mesh, const AnyMaterial& material, SolidBody& body);
/// Returns every pair of vertices that an element joins, one per column.
Eigen::Matrix2Xi pairs_of(const SolidMesh& mesh);
/// Returns the positions of the vertices of a mesh (m).
const Eigen::Matrix3Xd& vertices_of(const SolidMesh& mesh);
/// Returns the cube root of the mean element volume (m).
double element_size(const SolidMesh& mesh);

}  // namespace stiffbench
