#pragma once

#include "problems/meshes/mesh.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace stiffbench {

/// Returns the indices 0, 1, ... for the vertices that are `free` and -1 for the others. Vertices
/// of one tetrahedron get indices close to each other, by the reverse Cuthill-McKee numbering of
/// the edges between free vertices (DOI 10.1145/800195.805928), so that an element accesses nearby
/// entries of vectors and matrices.
std::vector<int> number_for_locality(const TetMesh& mesh, const std::vector<bool>& free);

/// Returns the elements (one per column, as vertex numbers) in the order of their lowest index.
template <int points>
Eigen::Matrix<int, points, Eigen::Dynamic> sorted_by_free_index(
    const Eigen::Matrix<int, points, Eigen::Dynamic>& elements,
    const std::vector<int>& free_index) {
  std::vector<std::pair<int, Eigen::Index>> order;  // lowest index of a free vertex, element
  for (Eigen::Index e = 0; e < elements.cols(); ++e) {
    int lowest = static_cast<int>(free_index.size());
    for (int p = 0; p < points; ++p)
      if (const int at = free_index[static_cast<std::size_t>(elements(p, e))]; at >= 0)
        lowest = std::min(lowest, at);
    order.emplace_back(lowest, e);
  }
  std::sort(order.begin(), order.end());
  Eigen::Matrix<int, points, Eigen::Dynamic> sorted(points, elements.cols());
  for (Eigen::Index e = 0; e < elements.cols(); ++e)
    sorted.col(e) = elements.col(order[static_cast<std::size_t>(e)].second);
  return sorted;
}

/// Returns the elements (one per column, as vertex numbers) in nearly their original order,
/// beginning with the first, such that `count` consecutive ones hardly ever share a vertex. When
/// processed at once, they need not wait for each other's additions. The elements left over at the
/// end may share vertices.
std::vector<Eigen::Index> order_apart(const Eigen::Ref<const Eigen::MatrixXi>& elements,
                                      std::size_t count);

}  // namespace stiffbench
