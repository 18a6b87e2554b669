#pragma once

#include "base/error.hpp"

#include <Eigen/Core>
#include <fmt/format.h>

#include <initializer_list>

namespace stiffbench {

/// Throws Error unless all coordinates (m) of these positions, one a column, are finite numbers.
inline void require_finite(std::initializer_list<Eigen::Ref<const Eigen::Matrix3Xd>> all_positions,
                           const char* what) {
  for (const auto& x : all_positions)
    for (Eigen::Index i = 0; i < x.cols(); ++i)
      if (!x.col(i).allFinite())
        throw Error(fmt::format("positions of {} are finite numbers", what),
                    fmt::format("({:g}, {:g}, {:g}) m of vertex {}", x(0, i), x(1, i), x(2, i), i),
                    "take smaller steps, which end before they overflow");
}

}  // namespace stiffbench
