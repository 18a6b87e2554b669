#include "problems/forces/elastic_body.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

int free_index_of(int vertex, const std::vector<int>& free_index) {
  return free_index[static_cast<std::size_t>(vertex)];
}

}  // namespace

std::vector<int> free_after(Eigen::Index vertices, Eigen::Index fixed) {
  std::vector<int> free_index;
  for (Eigen::Index i = 0; i < vertices; ++i)
    free_index.push_back(i < fixed ? -1 : static_cast<int>(i - fixed));
  return free_index;
}

Vec free_diagonal(const Vec& masses, const std::vector<int>& free_index) {
  Vec diagonal(3 * (1 + *std::max_element(free_index.begin(), free_index.end())));
  for (int i = 0; i < masses.size(); ++i)
    if (const int free = free_index_of(i, free_index); free >= 0)
      diagonal.segment<3>(3 * free).setConstant(masses[i]);
  return diagonal;
}

std::vector<std::array<int, 2>> free_pairs(const Eigen::Matrix2Xi& pairs,
                                           const std::vector<int>& free_index) {
  std::vector<std::array<int, 2>> free;
  for (const auto& pair : pairs.colwise()) {
    const int a = free_index_of(pair[0], free_index), b = free_index_of(pair[1], free_index);
    if (a >= 0 && b >= 0) free.push_back({a, b});
  }
  return free;
}

}  // namespace stiffbench
