#pragma once

#include "problems/meshes/mesh.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace stiffbench {

/// Places 0, 1, ... for the vertices that are `free`, -1 for the others, such that vertices of one
/// tetrahedron get places close to each other: the reverse Cuthill-McKee numbering of the edges
/// between free vertices (DOI 10.1145/800195.805928). What an element touches in vectors and
/// matrices then lies together in memory.
std::vector<int> number_for_locality(const TetMesh& mesh, const std::vector<bool>& free);

/// The elements (a column each, of vertex numbers) in the order of their lowest places.
template <int points>
Eigen::Matrix<int, points, Eigen::Dynamic> sorted_by_place(
    const Eigen::Matrix<int, points, Eigen::Dynamic>& elements, const std::vector<int>& place) {
  std::vector<std::pair<int, Eigen::Index>> order;  // lowest place of a free vertex, element
  for (Eigen::Index e = 0; e < elements.cols(); ++e) {
    int lowest = static_cast<int>(place.size());
    for (int p = 0; p < points; ++p)
      if (const int at = place[static_cast<std::size_t>(elements(p, e))]; at >= 0)
        lowest = std::min(lowest, at);
    order.emplace_back(lowest, e);
  }
  std::sort(order.begin(), order.end());
  Eigen::Matrix<int, points, Eigen::Dynamic> sorted(points, elements.cols());
  for (Eigen::Index e = 0; e < elements.cols(); ++e)
    sorted.col(e) = elements.col(order[static_cast<std::size_t>(e)].second);
  return sorted;
}

/// The elements (a column each, of vertex numbers) in an order near their own in which `count`
/// after each other hardly ever share a vertex, beginning with the first: worked at once, they need
/// not wait for each other's additions. Those left over at the end may share vertices.
std::vector<Eigen::Index> order_apart(const Eigen::Ref<const Eigen::MatrixXi>& elements,
                                      std::size_t count);

}  // namespace stiffbench
