#include "problems/contact/collisions/feature_counts.hpp"

#include "problems/contact/distance/edge_edge.hpp"
#include "problems/contact/distance/point_edge.hpp"
#include "problems/contact/distance/point_triangle.hpp"

namespace stiffbench {

// The coefficients of a vertex before a surface.
namespace {

/// Integers that are added up by number; few numbers occur.
class Counts {
 public:
  struct Entry {
    int number, count;
  };
  void clear() { entries_.clear(); }
  void add(int number, int count) {
    for (Entry& entry : entries_)
      if (entry.number == number) {
        entry.count += count;
        return;
      }
    entries_.push_back({number, count});
  }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

 private:
  std::vector<Entry> entries_;
};

/// The primitives before a vertex: those nearer than dhat with the sum of the coefficients of
/// all primitives that contain them, and the nearest features with their coefficients.
struct Before {
  Counts edges, vertices, nearest_edges, nearest_vertices;
  void clear() {
    for (Counts* counts : {&edges, &vertices, &nearest_edges, &nearest_vertices}) counts->clear();
  }
};

}  // namespace

void CollisionSearch::add_vertex(int vertex, std::span<const std::array<int, 2>> triangles,
                                 std::span<const std::array<int, 2>> edges,
                                 FeatureCounts& counts) const {
  thread_local Before before;
  before.clear();
  const double weight = vertex_weight(vertex);
  for (const auto& [_, number] : triangles) {
    const auto [a, b, c] = surface.triangle(number);
    const std::array corners = {a, b, c};
    const Points<4> at = points(std::array{vertex, a, b, c});
    if (!boxes_near(at, 1)) continue;
    const ClosestPointTriangle closest = closest_point_triangle(at);
    if (!is_near(closest.squared)) continue;
    const auto type = static_cast<int>(closest.type);
    const auto triangle_edges = surface.triangle_edges().col(number);
    if (closest.type == PointTriangleType::face)
      counts.unique.push_back(
          collision(Collision::Kind::point_triangle, 4, {vertex, a, b, c}, weight, closest));
    else if (type >= static_cast<int>(PointTriangleType::edge_01))
      before.nearest_edges.add(triangle_edges[type - static_cast<int>(PointTriangleType::edge_01)],
                               1);
    else
      before.nearest_vertices.add(corners[static_cast<std::size_t>(type)], 1);
    for (const int edge : triangle_edges) before.edges.add(edge, 1);
    for (const int corner : corners) before.vertices.add(corner, 1);
  }
  for (const auto& [_, number] : edges) before.edges.add(number, 0);
  for (const auto& [number, above] : before.edges) {
    const std::array ends = surface.edge(number);
    const Points<3> at = points(std::array{vertex, ends[0], ends[1]});
    const int count = 1 - above;
    if (!boxes_near(at, 1)) continue;
    const ClosestPointEdge closest = closest_point_edge(at);
    if (!is_near(closest.squared)) continue;
    for (const int end : ends) before.vertices.add(end, count);
    if (closest.type == PointEdgeType::edge)
      before.nearest_edges.add(number, count);
    else
      before.nearest_vertices.add(ends[closest.type == PointEdgeType::vertex_0 ? 0 : 1], count);
  }
  for (const auto& [number, count] : before.nearest_edges)
    if (count != 0) counts.point_edge.push_back({{vertex, number}, weight * count});
  for (const auto& [other, above] : before.vertices)
    if (is_near((x.col(vertex) - x.col(other)).squaredNorm()))
      before.nearest_vertices.add(other, 1 - above);
  for (const auto& [other, count] : before.nearest_vertices)
    counts.point_point.push_back(
        {{std::min(vertex, other), std::max(vertex, other)}, weight * count, 1});
}

// The coefficients of two edges.

namespace {

/// Columns of the pairs of ends.
constexpr std::array<int, 2> pairs_of_ends[] = {{0, 2}, {0, 3}, {1, 2}, {1, 3}};

/// The sum of the nine coefficients of two edges, by their nearest features.
struct EdgesCounts {
  int edges = 0;
  int end_edge[4] = {}, end_end[4] = {};
  Closest<4> closest, closest_end_edge[4];

  int& of(EdgeEdgeType type) {
    const auto number = static_cast<int>(type);
    return type == EdgeEdgeType::a_b ? edges : number < 4 ? end_end[number] : end_edge[number - 4];
  }
};

EdgesCounts count_features(const CollisionSearch& search, const Points<4>& x,
                           const ClosestEdgeEdge& closest, const ClosestEnds& ends) {
  EdgesCounts counts;
  counts.closest = closest;
  ++counts.of(closest.type);
  for (std::size_t k = 0; k < 4; ++k) {
    if (!search.is_near(ends[k].squared)) continue;
    const auto& [columns, sign, types] = ends_before_edges[k];
    counts.closest_end_edge[k] = place<4, 3>(ends[k], columns, sign);
    --counts.of(types[static_cast<int>(ends[k].type)]);
  }
  for (int k = 0; k < 4; ++k) {
    const auto [i, j] = pairs_of_ends[k];
    if (search.is_near((x.col(i) - x.col(j)).squaredNorm())) ++counts.end_end[k];
  }
  return counts;
}

Closest<4> two_ends(const Points<4>& x, const std::array<int, 2>& columns) {
  Closest<4> closest;
  closest.weights[columns[0]] = 1;
  closest.weights[columns[1]] = -1;
  closest.squared = (x.col(columns[0]) - x.col(columns[1])).squaredNorm();
  return closest;
}

/// True if the edges are dhat or more apart in the direction of one of them.
bool apart_along_edges(const Points<4>& x, double dhat) {
  for (const int first : {0, 2}) {
    const Eigen::Vector3d along = x.col(first + 1) - x.col(first);
    const double length = along.norm(), at = along.dot(x.col(first)),
                 one = along.dot(x.col(2 - first)) - at, other = along.dot(x.col(3 - first)) - at;
    if (std::min(one, other) >= length * (length + dhat) || std::max(one, other) <= -length * dhat)
      return true;
  }
  return false;
}

}  // namespace

void CollisionSearch::add_edges(int a, int b, FeatureCounts& counts) const {
  if (surface.stays_flat(a) || surface.stays_flat(b)) return;
  const auto [a0, a1] = surface.edge(a);
  const auto [b0, b1] = surface.edge(b);
  const std::array vertices = {a0, a1, b0, b1};
  const Points<4> at = points(vertices);
  if (!boxes_near(at, 2) || apart_along_edges(at, dhat)) return;
  const ClosestEnds ends = closest_ends(at);
  const ClosestEdgeEdge closest = closest_edges(at, ends);
  if (!is_near(closest.squared)) return;
  const EdgesCounts own = count_features(*this, at, closest, ends);
  const double weight = edges_weight(a, b), threshold = mollifier_threshold(vertices);
  const bool mollified = is_mollified(at, threshold);
  const auto add = [&](int count, const Closest<4>& pair) {
    if (count == 0) return;
    counts.unique.push_back(
        collision(Collision::Kind::edge_edge, 4, vertices, weight * count, pair));
    if (mollified) counts.unique.back().mollifier_threshold = threshold;
  };
  add(own.edges, own.closest);
  for (std::size_t k = 0; k < 4; ++k) {
    const int vertex = vertices[static_cast<std::size_t>(ends_before_edges[k].columns[0])];
    if (mollified)
      add(own.end_edge[k], own.end_edge[k] > 0 ? own.closest : own.closest_end_edge[k]);
    else if (own.end_edge[k] != 0)
      counts.point_edge.push_back({{vertex, k < 2 ? b : a}, weight * own.end_edge[k]});
  }
  for (int k = 0; k < 4; ++k) {
    const auto [i, j] = pairs_of_ends[k];
    const int first = vertices[static_cast<std::size_t>(i)],
              second = vertices[static_cast<std::size_t>(j)];
    if (mollified)
      add(own.end_end[k], two_ends(at, {i, j}));
    else if (own.end_end[k] != 0)
      counts.point_point.push_back(
          {{std::min(first, second), std::max(first, second)}, weight * own.end_end[k]});
  }
}

}  // namespace stiffbench
