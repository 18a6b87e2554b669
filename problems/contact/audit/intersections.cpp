#include "problems/contact/audit/intersections.hpp"

#include "base/error.hpp"
#include "base/system/chunks.hpp"
#include "problems/contact/audit/edge_triangle.hpp"
#include "problems/contact/audit/orientation.hpp"
#include "problems/contact/distance/finite_positions.hpp"

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

/// Boxes of edges and of triangles, divided into strips of equal width along one axis. A strip
/// holds all boxes that reach into it, sorted along another axis, the one of the largest spread.
class Strips {
 public:
  Strips(const ContactSurface& surface, const Eigen::Matrix3Xd& x) {
    if (x.cols() == 0) return;
    const Eigen::Vector3d low = x.rowwise().minCoeff(), spread = x.rowwise().maxCoeff() - low;
    spread.maxCoeff(&along_);
    across_ =
        spread[(along_ + 1) % 3] > spread[(along_ + 2) % 3] ? (along_ + 1) % 3 : (along_ + 2) % 3;
    // The number of boxes that overlap along two axes is then about the same for all meshes.
    const auto triangles = static_cast<double>(surface.mesh().triangles.cols());
    const auto count = std::clamp<std::size_t>(std::size_t(std::sqrt(triangles) / 6), 1, 500);
    low_ = low[across_];
    width_ = spread[across_] / static_cast<double>(count);
    edges_.resize(count);
    triangles_.resize(count);
    for (int i = 0; i < surface.mesh().edges.cols(); ++i)
      insert(bounds_of(x, surface.edge(i), i), edges_);
    for (int i = 0; i < surface.mesh().triangles.cols(); ++i)
      insert(bounds_of(x, surface.triangle(i), i), triangles_);
  }

  /// Calls visit(edge, triangle, strip) for all whose boxes overlap, once for each pair, on
  /// threads.
  template <class Visit>
  void each_overlap(const Visit& visit) {
    on_ranges(std::ssize(edges_), 1, [&](long first, long last) {
      for (auto strip = static_cast<std::size_t>(first); strip < static_cast<std::size_t>(last);
           ++strip) {
        sort(edges_[strip]);
        sort(triangles_[strip]);
        sweep(strip, visit);
      }
    });
  }
  std::size_t size() const { return edges_.size(); }

 private:
  using Boxes = std::vector<Bounds>;

  std::size_t strip_of(double place) const {
    const auto last = static_cast<double>(edges_.size() - 1);
    const double strip = width_ > 0 ? (place - low_) / width_ : 0;
    return static_cast<std::size_t>(strip < last ? strip : last);
  }
  void insert(const Bounds& box, std::vector<Boxes>& strips) const {
    const std::size_t last = strip_of(box.high[across_]);
    for (std::size_t i = strip_of(box.low[across_]); i <= last; ++i) strips[i].push_back(box);
  }
  void sort(Boxes& all) const {
    std::sort(all.begin(), all.end(),
              [this](const Bounds& a, const Bounds& b) { return a.low[along_] < b.low[along_]; });
  }
  /// Visits pairs whose boxes overlap first in this strip.
  template <class Visit>
  void sweep(std::size_t strip, const Visit& visit) const {
    const Boxes &edges = edges_[strip], &triangles = triangles_[strip];
    const Eigen::Index y = across_, z = 3 - along_ - across_;
    const auto visit_if = [&](const Bounds& edge, const Bounds& triangle) {
      if ((edge.low[y] <= triangle.high[y]) & (triangle.low[y] <= edge.high[y]) &
          (edge.low[z] <= triangle.high[z]) & (triangle.low[z] <= edge.high[z]))
        if (strip_of(std::max(edge.low[y], triangle.low[y])) == strip)
          visit(edge.item, triangle.item, strip);
    };
    auto edge = edges.begin(), triangle = triangles.begin();
    while (edge != edges.end() && triangle != triangles.end())
      if (edge->low[along_] <= triangle->low[along_]) {
        for (auto next = triangle;
             next != triangles.end() && next->low[along_] <= edge->high[along_]; ++next)
          visit_if(*edge, *next);
        ++edge;
      } else {
        for (auto next = edge; next != edges.end() && next->low[along_] <= triangle->high[along_];
             ++next)
          visit_if(*next, *triangle);
        ++triangle;
      }
  }

  Eigen::Index along_ = 0, across_ = 1;
  double low_ = 0, width_ = 0;
  std::vector<Boxes> edges_, triangles_;
};

Pairs joined(const std::vector<Pairs>& parts) {
  Pairs all;
  for (const Pairs& part : parts) all.insert(all.end(), part.begin(), part.end());
  std::sort(all.begin(), all.end());
  return all;
}

Pairs edges_in_triangles(const ContactSurface& surface, const Eigen::Matrix3Xd& x) {
  Strips strips(surface, x);
  std::vector<Pairs> parts(strips.size());
  strips.each_overlap([&](int i, int j, std::size_t strip) {
    const auto edge = surface.edge(i);
    const auto triangle = surface.triangle(j);
    if (!surface.may_touch(edge, triangle)) return;
    Points<5> points;
    points << x.col(edge[0]), x.col(edge[1]), x.col(triangle[0]), x.col(triangle[1]),
        x.col(triangle[2]);
    if (edge_meets_triangle(points)) parts[strip].push_back({i, j});
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
  require_finite({x}, "vertices");
  return {edges_in_triangles(surface, x), vertices_beyond_planes(surface, x)};
}

}  // namespace stiffbench
