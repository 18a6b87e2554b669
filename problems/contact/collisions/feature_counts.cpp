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

// Two edges.

namespace {

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
  if (closest.type != EdgeEdgeType::a_b || !is_near(closest.squared)) return;
  Collision pair = collision(Collision::Kind::edge_edge, 4, vertices, edges_weight(a, b), closest);
  pair.has_ends = std::ranges::any_of(ends, [&](const auto& end) { return is_near(end.squared); });
  const double threshold = mollifier_threshold(vertices);
  if (is_mollified(at, threshold)) pair.mollifier_threshold = threshold;
  counts.unique.push_back(pair);
}

}  // namespace stiffbench
