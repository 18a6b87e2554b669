#include "problems/contact/barrier/joint_projection.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace stiffbench {
namespace {

std::span<const int> vertices_of(const Collision& collision) {
  return {collision.vertex.data(), static_cast<std::size_t>(collision.size)};
}

/// The place of a vertex in a collision, or its size.
int place_in(const Collision& collision, int vertex) {
  const auto all = vertices_of(collision);
  return static_cast<int>(std::ranges::find(all, vertex) - all.begin());
}

bool has_all(const Collision& collision, const Collision& part) {
  return std::ranges::all_of(
      vertices_of(part), [&](int vertex) { return place_in(collision, vertex) < collision.size; });
}

/// Adds a matrix of the vertices of a part to that of the vertices of the whole.
void add_part(const Collision& part, const Mat12& matrix, const Collision& whole, Mat12& sum) {
  for (int i = 0; i < part.size; ++i)
    for (int j = 0; j < part.size; ++j)
      sum.block<3, 3>(3 * place_in(whole, part.vertex[static_cast<std::size_t>(i)]),
                      3 * place_in(whole, part.vertex[static_cast<std::size_t>(j)])) +=
          matrix.block<3, 3>(3 * i, 3 * j);
}

}  // namespace

JointProjection::JointProjection(const CollisionBarrier& barrier,
                                 const std::vector<Collision>& collisions)
    : barrier_(barrier),
      collisions_(collisions),
      parts_(collisions.size()),
      is_divided_(collisions.size(), false) {
  std::vector<std::pair<int, std::size_t>> by_vertex;  // collisions of positive weight
  for (std::size_t i = 0; i < collisions.size(); ++i)
    if (collisions[i].weight > 0 && collisions[i].kind != Collision::Kind::edge_edge)
      for (const int vertex : vertices_of(collisions[i])) by_vertex.emplace_back(vertex, i);
  std::ranges::sort(by_vertex);
  for (std::size_t i = 0; i < collisions.size(); ++i) {
    if (collisions[i].weight > 0) continue;
    std::vector<std::size_t> partners;
    const std::pair<int, std::size_t> first(collisions[i].vertex[0], 0);
    for (auto next = std::ranges::lower_bound(by_vertex, first);
         next != by_vertex.end() && next->first == first.first; ++next)
      if (has_all(collisions[next->second], collisions[i])) partners.push_back(next->second);
    for (const std::size_t partner : partners)
      parts_[partner].push_back({i, 1 / static_cast<double>(partners.size())});
    is_divided_[i] = !partners.empty();
  }
}

Mat12 JointProjection::matrix(std::size_t i, const Eigen::Matrix3Xd& x) const {
  const Collision& whole = collisions_[i];
  if (is_divided_[i]) return Mat12::Zero();
  if (parts_[i].empty()) return barrier_.projected_hessian(whole, whole.columns_of(x));
  Mat12 sum = Mat12::Zero();
  for (const auto& [number, share] : parts_[i]) {
    const Collision& part = collisions_[number];
    add_part(part, share * barrier_.hessian(part, part.columns_of(x)), whole, sum);
  }
  return barrier_.projected_hessian(whole, whole.columns_of(x), sum);
}

}  // namespace stiffbench
