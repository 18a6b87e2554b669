#include "problems/contact/audit/intersections.hpp"

#include "base/error.hpp"
#include "base/system/chunks.hpp"
#include "problems/contact/audit/edge_triangle.hpp"
#include "problems/contact/audit/orientation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

using Pairs = std::vector<std::array<int, 2>>;

/// The box of a primitive.
struct Bounds {
  Eigen::Vector3d low, high;
  int item;
};

template <std::size_t n>
Bounds bounds_of(const Eigen::Matrix3Xd& x, const std::array<int, n>& vertices, int item) {
  Bounds all{x.col(vertices[0]), x.col(vertices[0]), item};
  for (std::size_t i = 1; i < n; ++i) {
    all.low = all.low.cwiseMin(x.col(vertices[i]));
    all.high = all.high.cwiseMax(x.col(vertices[i]));
  }
  return all;
}

/// Boxes in increasing order of their low ends along an axis.
std::vector<Bounds> sorted(std::vector<Bounds> all, Eigen::Index axis) {
  std::sort(all.begin(), all.end(), [axis](const Bounds& a, const Bounds& b) {
    return a.low[axis] < b.low[axis] || (a.low[axis] == b.low[axis] && a.item < b.item);
  });
  return all;
}

/// Boxes of edges and triangles, sorted along the axis along which the vertices are spread most.
class Sweep {
 public:
  Sweep(const ContactSurface& surface, const Eigen::Matrix3Xd& x) {
    if (x.cols() == 0) return;
    (x.rowwise().maxCoeff() - x.rowwise().minCoeff()).maxCoeff(&axis_);
    std::vector<Bounds> edges, triangles;
    for (int i = 0; i < surface.mesh().edges.cols(); ++i)
      edges.push_back(bounds_of(x, surface.edge(i), i));
    for (int i = 0; i < surface.mesh().triangles.cols(); ++i)
      triangles.push_back(bounds_of(x, surface.triangle(i), i));
    edges_ = sorted(std::move(edges), axis_);
    triangles_ = sorted(std::move(triangles), axis_);
  }

  /// Calls visit(edge, triangle, chunk) for all whose boxes overlap, on threads. Pairs of an edge
  /// are visited in one chunk.
  template <class Visit>
  void each_overlap(const Visit& visit) const {
    // A pair belongs to the box that begins first.
    each_after(edges_, triangles_, true, [&](const Bounds& edge, const Bounds& triangle, long i) {
      visit(edge.item, triangle.item, i);
    });
    each_after(triangles_, edges_, false, [&](const Bounds& triangle, const Bounds& edge, long i) {
      visit(edge.item, triangle.item, i);
    });
  }
  long chunks() const { return chunk_count(std::max(std::ssize(edges_), std::ssize(triangles_))); }

 private:
  /// Pairs of a box with others that begin after it, or with it if `with`.
  template <class Visit>
  void each_after(const std::vector<Bounds>& boxes, const std::vector<Bounds>& others, bool with,
                  const Visit& visit) const {
    const Eigen::Index y = (axis_ + 1) % 3, z = (axis_ + 2) % 3;
    on_chunks(std::ssize(boxes), [&](long first, long size) {
      for (long i = first; i < first + size; ++i) {
        const Bounds& box = boxes[static_cast<std::size_t>(i)];
        const double low = box.low[axis_], high = box.high[axis_];
        auto next = std::partition_point(others.begin(), others.end(), [&](const Bounds& other) {
          return with ? other.low[axis_] < low : other.low[axis_] <= low;
        });
        for (; next != others.end() && next->low[axis_] <= high; ++next)
          if ((next->low[y] <= box.high[y]) & (box.low[y] <= next->high[y]) &
              (next->low[z] <= box.high[z]) & (box.low[z] <= next->high[z]))
            visit(box, *next, first / longest_chunk);
      }
    });
  }

  Eigen::Index axis_ = 0;
  std::vector<Bounds> edges_, triangles_;
};

Pairs joined(const std::vector<Pairs>& parts) {
  Pairs all;
  for (const Pairs& part : parts) all.insert(all.end(), part.begin(), part.end());
  std::sort(all.begin(), all.end());
  return all;
}

Pairs edges_in_triangles(const ContactSurface& surface, const Eigen::Matrix3Xd& x) {
  const Sweep sweep(surface, x);
  std::vector<Pairs> parts(static_cast<std::size_t>(sweep.chunks()));
  sweep.each_overlap([&](int i, int j, long chunk) {
    const auto edge = surface.edge(i);
    const auto triangle = surface.triangle(j);
    if (!surface.may_touch(edge, triangle)) return;
    Points<5> points;
    points << x.col(edge[0]), x.col(edge[1]), x.col(triangle[0]), x.col(triangle[1]),
        x.col(triangle[2]);
    if (edge_meets_triangle(points)) parts[static_cast<std::size_t>(chunk)].push_back({i, j});
  });
  return joined(parts);
}

Pairs vertices_beyond_planes(const ContactSurface& surface, const Eigen::Matrix3Xd& x) {
  std::vector<Pairs> parts(static_cast<std::size_t>(chunk_count(x.cols())));
  on_chunks(x.cols(), [&](long first, long size) {
    for (auto i = static_cast<int>(first); i < first + size; ++i)
      for (int k = 0; k < std::ssize(surface.mesh().planes) && !surface.is_fixed(i); ++k) {
        const auto& [normal, offset] = surface.mesh().planes[static_cast<std::size_t>(k)];
        if (side_of_plane(normal, offset, x.col(i)) <= 0)
          parts[static_cast<std::size_t>(first / longest_chunk)].push_back({i, k});
      }
  });
  return joined(parts);
}

}  // namespace

Intersections intersections(const ContactSurface& surface, const Eigen::Matrix3Xd& x) {
  if (x.cols() != surface.vertices())
    throw Error(fmt::format("a state has positions of all {} vertices", surface.vertices()),
                fmt::format("{}", x.cols()), "give one a column");
  if (!x.allFinite())
    throw Error("positions of vertices are finite numbers", "one that is not",
                "take smaller steps");
  return {edges_in_triangles(surface, x), vertices_beyond_planes(surface, x)};
}

}  // namespace stiffbench
