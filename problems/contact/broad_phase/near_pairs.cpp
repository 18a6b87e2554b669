#include "problems/contact/broad_phase/near_pairs.hpp"

#include "base/error.hpp"
#include "base/system/chunks.hpp"
#include "problems/contact/ccd/stay_apart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stiffbench {
namespace {

/// Removes pairs for which is_distant(pair) is true, on threads.
template <class IsDistant>
void remove_distant(Candidates::Pairs& pairs, const IsDistant& is_distant) {
  const auto at = [&](long i) { return pairs.begin() + i; };
  std::vector<Candidates::Pairs::iterator> ends(
      static_cast<std::size_t>(chunk_count(std::ssize(pairs))));
  on_chunks(std::ssize(pairs), [&](long first, long size) {
    ends[static_cast<std::size_t>(first / longest_chunk)] =
        std::remove_if(at(first), at(first + size), is_distant);
  });
  auto end = pairs.begin();
  for (std::size_t i = 0; i < ends.size(); ++i)
    end = std::move(at(static_cast<long>(i) * longest_chunk), ends[i], end);
  pairs.erase(end, pairs.end());
}

}  // namespace

NearPairs::NearPairs(const ContactSurface& surface, double reach, double skin)
    : broad_phase_(surface), reach_(reach), skin_(skin) {
  if (!(reach >= 0 && std::isfinite(reach) && skin > 0 && std::isfinite(skin)))
    throw Error("near pairs have a finite reach, 0 or more, and a positive skin",
                fmt::format("a reach of {:g} m and a skin of {:g} m", reach, skin),
                "a skin of the size of the reach suits most motions");
  for (int i = 0; i < surface.mesh().edges.cols(); ++i) edges_.push_back(surface.edge(i));
  for (int i = 0; i < surface.mesh().triangles.cols(); ++i)
    triangles_.push_back(surface.triangle(i));
}

std::shared_ptr<const Candidates> NearPairs::within_reach(const Eigen::Matrix3Xd& x) const {
  auto list = last_.load();
  if (!list || !serves(*list, x)) {
    auto next = std::make_shared<List>();
    next->x = x;
    // Boxes are in single precision; an iteration that explodes has no contacts.
    constexpr double farthest = 0x1p100;
    if ((x.cwiseAbs().array() < farthest).all()) {
      next->pairs = broad_phase_.candidates(x, x, reach_ + skin_);
      drop_distant(x, next->pairs);
    }
    list = std::move(next);
    last_.store(list);
  }
  return {list, &list->pairs};
}

void NearPairs::drop_distant(const Eigen::Matrix3Xd& x, Candidates& pairs) const {
  const double distance = reach_ + skin_;
  remove_distant(pairs.point_triangle, [&](const std::array<int, 2>& pair) {
    const auto& [a, b, c] = triangles_[static_cast<std::size_t>(pair[1])];
    Points<4> points;
    points << x.col(pair[0]), x.col(a), x.col(b), x.col(c);
    return point_and_triangle_stay_apart(points, points, 0, distance);
  });
  remove_distant(pairs.edge_edge, [&](const std::array<int, 2>& pair) {
    const auto& [a, b] = edges_[static_cast<std::size_t>(pair[0])];
    const auto& [c, d] = edges_[static_cast<std::size_t>(pair[1])];
    Points<4> points;
    points << x.col(a), x.col(b), x.col(c), x.col(d);
    return edges_stay_apart(points, points, 0, distance);
  });
}

/// Two vertices that have each moved by less than half a skin have approached by less than a skin.
bool NearPairs::serves(const List& list, const Eigen::Matrix3Xd& x) const {
  const double allowed = skin_ * skin_ / 4;
  std::atomic<bool> all = true;
  on_chunks(x.cols(), [&](long first, long size) {
    if (!all.load(std::memory_order_relaxed)) return;
    // The comparison is false for numbers that are not finite.
    const bool near = ((x.middleCols(first, size) - list.x.middleCols(first, size))
                           .colwise()
                           .squaredNorm()
                           .array() < allowed)
                          .all();
    if (!near) all.store(false, std::memory_order_relaxed);
  });
  return all;
}

}  // namespace stiffbench
