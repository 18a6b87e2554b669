#pragma once

#include "base/error.hpp"

#include <Eigen/Core>
#include <fmt/format.h>

#include <initializer_list>

namespace stiffbench {

/// Throws Error unless all coordinates (m) of these positions are finite numbers. They are those of
/// `what`, in columns for each `each`.
inline void require_finite(std::initializer_list<Eigen::Ref<const Eigen::Matrix3Xd>> all_positions,
                           const char* what, const char* each = "vertex") {
  for (const auto& x : all_positions)
    for (Eigen::Index i = 0; i < x.cols(); ++i)
      if (!x.col(i).allFinite())
        throw Error(
            fmt::format("positions of {} are finite numbers", what),
            fmt::format("({:g}, {:g}, {:g}) m of {} {}", x(0, i), x(1, i), x(2, i), each, i),
            "take smaller steps: the positions of a large one overflow");
}

}  // namespace stiffbench
