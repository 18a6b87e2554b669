#include "problems/contact/broad_phase/near_pairs.hpp"

#include "base/error.hpp"
#include "base/system/chunks.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench {

NearPairs::NearPairs(const ContactSurface& surface, double reach, double skin)
    : broad_phase_(surface), reach_(reach), skin_(skin) {
  if (!(reach >= 0 && std::isfinite(reach) && skin > 0 && std::isfinite(skin)))
    throw Error("near pairs have a finite reach, 0 or more, and a positive skin",
                fmt::format("a reach of {:g} m and a skin of {:g} m", reach, skin),
                "a skin of the size of the reach suits most motions");
}

std::shared_ptr<const Candidates> NearPairs::within_reach(const Eigen::Matrix3Xd& x) const {
  auto list = last_.load();
  if (!list || !serves(*list, x)) {
    auto next = std::make_shared<List>();
    next->x = x;
    if (x.allFinite()) next->pairs = broad_phase_.candidates(x, x, reach_ + skin_);
    list = std::move(next);
    last_.store(list);
  }
  return {list, &list->pairs};
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
