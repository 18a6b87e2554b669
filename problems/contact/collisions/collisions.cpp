#include "problems/contact/collisions/collisions.hpp"

#include "base/system/chunks.hpp"
#include "problems/contact/collisions/feature_counts.hpp"
#include "problems/contact/distance/point_edge.hpp"
#include "problems/contact/distance/point_point.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

using Pair = std::array<int, 2>;
using Pairs = std::vector<Pair>;
using Count = FeatureCounts::Count;

/// The pairs of one vertex in the sorted lists of pairs with triangles and with edges.
struct OneVertex {
  int vertex;
  std::span<const Pair> triangles, edges;
};

std::vector<OneVertex> by_vertex(const Candidates& candidates) {
  std::vector<OneVertex> all;
  const Pairs &triangles = candidates.point_triangle, &edges = candidates.point_edge;
  const auto end_of = [](const Pairs& pairs, std::size_t begin, int vertex) {
    while (begin < pairs.size() && pairs[begin][0] == vertex) ++begin;
    return begin;
  };
  for (std::size_t i = 0, j = 0; i < triangles.size() || j < edges.size();) {
    const int vertex = j == edges.size() || (i < triangles.size() && triangles[i][0] < edges[j][0])
                           ? triangles[i][0]
                           : edges[j][0];
    const std::size_t i_end = end_of(triangles, i, vertex), j_end = end_of(edges, j, vertex);
    all.push_back({vertex, std::span(triangles).subspan(i, i_end - i),
                   std::span(edges).subspan(j, j_end - j)});
    i = i_end;
    j = j_end;
  }
  return all;
}

/// Calls add(i, counts) for i from 0 to count - 1, on threads, and joins the counts in this order.
template <class Add>
void count_all(long count, const Add& add, FeatureCounts& all) {
  std::vector<FeatureCounts> parts(static_cast<std::size_t>(chunk_count(count)));
  on_chunks(count, [&](long first, long size) {
    FeatureCounts& part = parts[static_cast<std::size_t>(first / longest_chunk)];
    for (long i = first; i < first + size; ++i) add(static_cast<std::size_t>(i), part);
  });
  for (const FeatureCounts& part : parts) {
    all.unique.insert(all.unique.end(), part.unique.begin(), part.unique.end());
    all.point_edge.insert(all.point_edge.end(), part.point_edge.begin(), part.point_edge.end());
    all.point_point.insert(all.point_point.end(), part.point_point.begin(), part.point_point.end());
  }
}

/// Calls use(pair, weight) for every pair, in increasing order, with the sum of its weights unless
/// that is zero but for round-off. `twice(pair)` is subtracted from pairs with two views.
template <class Twice, class Use>
void add_up(std::vector<Count>& counts, const Twice& twice, const Use& use) {
  std::stable_sort(counts.begin(), counts.end(),
                   [](const Count& a, const Count& b) { return a.pair < b.pair; });
  for (auto next = counts.begin(); next != counts.end();) {
    const Pair pair = next->pair;
    double sum = 0, size = 0;
    int views = 0;
    for (; next != counts.end() && next->pair == pair; ++next) {
      sum += next->weight;
      size += std::abs(next->weight);
      views += next->views;
    }
    if (views == 2) {
      sum -= twice(pair);
      size += twice(pair);
    }
    if (std::abs(sum) > 1e-13 * size) use(pair, sum);
  }
}

void add_planes(const CollisionSearch& search, const Pairs& candidates,
                std::vector<Collision>& all) {
  for (const auto& [vertex, number] : candidates) {
    const auto& [normal, offset] = search.surface.mesh().planes[static_cast<std::size_t>(number)];
    const double distance = normal.dot(search.x.col(vertex)) - offset;
    if (distance >= search.dhat) continue;
    Collision next{Collision::Kind::point_plane, 1, {vertex, -1, -1, -1}};
    next.plane = number;
    next.weight = search.vertex_weight(vertex);
    next.closest.weights[0] = 1;
    next.closest.squared = distance * distance;
    next.normal = normal;
    next.distance = distance;
    all.push_back(next);
  }
}

}  // namespace

Collision CollisionSearch::collision(Collision::Kind kind, int size,
                                     const std::array<int, 4>& vertices, double weight,
                                     const Closest<4>& closest) const {
  Collision all{kind, size, vertices};
  all.weight = weight;
  all.closest = closest;
  const Eigen::Vector3d difference = all.columns_of(x) * closest.weights;
  all.distance = difference.norm();
  all.normal = difference / all.distance;
  return all;
}

Collision CollisionSearch::point_edge(int vertex, int edge, double weight) const {
  const auto [a, b] = surface.edge(edge);
  return collision(Collision::Kind::point_edge, 3, {vertex, a, b, -1}, weight,
                   place<4, 3>(closest_point_edge(points(std::array{vertex, a, b})), {0, 1, 2}));
}

Collision CollisionSearch::point_point(int i, int j, double weight) const {
  return collision(Collision::Kind::point_point, 2, {i, j, -1, -1}, weight,
                   place<4, 2>(closest_points_of_points(points(std::array{i, j})), {0, 1}));
}

double CollisionSearch::mollifier_threshold(const std::array<int, 4>& vertices) const {
  const auto& rest = surface.mesh().rest;
  const auto [a0, a1, b0, b1] = vertices;
  return 1e-3 * (rest.col(a1) - rest.col(a0)).squaredNorm() *
         (rest.col(b1) - rest.col(b0)).squaredNorm();
}

bool CollisionSearch::is_mollified(const Points<4>& x, double threshold) {
  const Eigen::Vector3d a = x.col(1) - x.col(0), b = x.col(3) - x.col(2);
  return a.cross(b).squaredNorm() < threshold;
}

std::vector<Collision> find_collisions(const ContactSurface& surface, const Candidates& candidates,
                                       const Eigen::Matrix3Xd& x, double dhat,
                                       ContactWeights weights) {
  const CollisionSearch search{surface, x, dhat, weights};
  FeatureCounts counts;
  const std::vector<OneVertex> vertices = by_vertex(candidates);
  count_all(
      std::ssize(vertices),
      [&](std::size_t i, FeatureCounts& part) {
        search.add_vertex(vertices[i].vertex, vertices[i].triangles, vertices[i].edges, part);
      },
      counts);
  count_all(
      std::ssize(candidates.edge_edge),
      [&](std::size_t i, FeatureCounts& part) {
        search.add_edges(candidates.edge_edge[i][0], candidates.edge_edge[i][1], part);
      },
      counts);
  for (const auto& [i, j] : candidates.point_point)
    if (search.is_near((x.col(i) - x.col(j)).squaredNorm()))
      counts.point_point.push_back(
          {{i, j}, (search.vertex_weight(i) + search.vertex_weight(j)) / 2});
  std::vector<Collision> all = std::move(counts.unique);
  add_up(
      counts.point_edge, [](const Pair&) { return 0.0; },
      [&](const Pair& pair, double weight) {
        all.push_back(search.point_edge(pair[0], pair[1], weight));
      });
  add_up(
      counts.point_point,
      [&](const Pair& pair) {
        return (search.vertex_weight(pair[0]) + search.vertex_weight(pair[1])) / 2;
      },
      [&](const Pair& pair, double weight) {
        all.push_back(search.point_point(pair[0], pair[1], weight));
      });
  add_planes(search, candidates.point_plane, all);
  return all;
}

}  // namespace stiffbench
