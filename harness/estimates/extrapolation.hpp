#pragma once

#include "base/system/stopwatch.hpp"

#include <limits>
#include <optional>

namespace stiffbench {

/// Extrapolates the time left from the finished share of a work. A share that falls begins anew, as
/// each level of a reference does, and one that begins above zero continues earlier work.
class Extrapolation {
 public:
  void update(double share) {
    if (share < last_) {
      first_ = share;
      since_first_ = {};
    }
    last_ = share;
  }

  /// Returns the time left (s), or nothing before the share has grown.
  std::optional<double> left() const {
    if (!(last_ > first_)) return std::nullopt;
    return since_first_.seconds() * (1 - last_) / (last_ - first_);
  }

 private:
  Stopwatch since_first_;
  double first_ = std::numeric_limits<double>::infinity(), last_ = first_;
};

}  // namespace stiffbench
