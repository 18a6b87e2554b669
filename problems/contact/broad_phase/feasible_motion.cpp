#include "problems/contact/broad_phase/feasible_motion.hpp"

#include "base/error.hpp"
#include "base/system/threads.hpp"
#include "problems/contact/ccd/impact.hpp"
#include "problems/contact/ccd/stay_apart.hpp"
#include "problems/contact/distance/finite_positions.hpp"

#include <algorithm>
#include <atomic>

namespace stiffbench {
namespace {

/// The least of several fractions, on threads.
class Least {
 public:
  double value() const { return value_.load(std::memory_order_relaxed); }
  void take(double fraction) {
    double least = value();
    while (fraction < least && !value_.compare_exchange_weak(least, fraction)) {
    }
  }

 private:
  std::atomic<double> value_ = 1;
};

/// A pair of primitives and its motion.
class Motions {
 public:
  Motions(const Eigen::Matrix3Xd& x0, const Eigen::Matrix3Xd& x1, Least& least)
      : x0_(x0), x1_(x1), least_(least) {}

  /// Limits the motion to the impact of these vertices, unless stay_apart() excludes one.
  template <class StayApart, class Search, std::size_t n>
  void limit(StayApart stay_apart, Search impact, const std::array<int, n>& vertices) const {
    Points<static_cast<int>(n)> start, end;
    for (std::size_t i = 0; i < n; ++i) {
      start.col(static_cast<int>(i)) = x0_.col(vertices[i]);
      end.col(static_cast<int>(i)) = x1_.col(vertices[i]);
    }
    if (stay_apart(start, end, 1 - usable_distance, 0)) return;
    // A search adds up the same steps whatever its end is. So it may end at the least fraction up
    // to now, beyond which an impact is of no interest: the minimum remains the same.
    ImpactSearch search;
    search.tolerance = 1e-3;
    search.most_steps = 10'000;
    search.share = 1 - usable_distance;
    search.until = least_.value();
    if (const auto hit = impact(start, end, search)) least_.take(hit->time);
  }
  /// Limits the motion of a vertex towards a plane, along which its distance is linear.
  void limit(const ContactPlane& plane, int vertex) const {
    const double before = plane.normal.dot(x0_.col(vertex)) - plane.offset,
                 after = plane.normal.dot(x1_.col(vertex)) - plane.offset;
    if (!(before > 0))
      least_.take(0);
    else if (after < (1 - usable_distance) * before)
      least_.take(usable_distance * before / (before - after));
  }

 private:
  const Eigen::Matrix3Xd &x0_, &x1_;
  Least& least_;
};

/// Calls limit(pair) for all pairs, on threads that take pieces in turns.
template <class Limit>
void each_pair(const Candidates::Pairs& pairs, const Limit& limit) {
  constexpr std::size_t piece = 256;
  const std::size_t pieces = (pairs.size() + piece - 1) / piece;
  std::atomic<std::size_t> next = 0;
  on_threads(static_cast<int>(std::clamp<std::size_t>(pieces / 2, 1, std::size_t(thread_count()))),
             [&](int, int) {
               for (std::size_t i = next++; i < pieces; i = next++)
                 for (std::size_t k = i * piece; k < std::min((i + 1) * piece, pairs.size()); ++k)
                   limit(pairs[k]);
             });
}

}  // namespace

double feasible_motion(const ContactSurface& surface, const Candidates& candidates,
                       const Eigen::Matrix3Xd& x0, const Eigen::Matrix3Xd& x1) {
  require_finite({x0, x1}, "a motion");
  Least least;
  const Motions motions(x0, x1, least);
  const auto unknown = [](const auto&...) { return false; };
  for (const auto& [vertex, plane] : candidates.point_plane)
    motions.limit(surface.mesh().planes[static_cast<std::size_t>(plane)], vertex);
  each_pair(candidates.point_triangle, [&](const std::array<int, 2>& pair) {
    const auto [a, b, c] = surface.triangle(pair[1]);
    motions.limit(point_and_triangle_stay_apart, point_triangle_impact,
                  std::array{pair[0], a, b, c});
  });
  each_pair(candidates.edge_edge, [&](const std::array<int, 2>& pair) {
    const auto [a, b] = surface.edge(pair[0]);
    const auto [c, d] = surface.edge(pair[1]);
    motions.limit(edges_stay_apart, edge_edge_impact, std::array{a, b, c, d});
  });
  each_pair(candidates.point_edge, [&](const std::array<int, 2>& pair) {
    const auto [a, b] = surface.edge(pair[1]);
    motions.limit(unknown, point_edge_impact, std::array{pair[0], a, b});
  });
  each_pair(candidates.point_point, [&](const std::array<int, 2>& pair) {
    motions.limit(unknown, point_point_impact, pair);
  });
  return least.value();
}

}  // namespace stiffbench
