#pragma once

#include "base/system/chunks.hpp"
#include "problems/contract/state.hpp"

#include <functional>

namespace stiffbench {

/// Returns x . y, computed on thread_count() threads (base/system/threads.hpp). The chunks whose
/// sums are added do not depend on the number of threads, and neither do the digits.
inline double dot_on_threads(const Vec& x, const Vec& y) {
  return reduce_chunks(
      x.size(), longest_chunk, 0,
      [&](long first, long last) {
        return x.segment(first, last - first).dot(y.segment(first, last - first));
      },
      std::plus<>());
}

/// Adds factor x to y, on thread_count() threads.
inline void add_on_threads(double factor, const Vec& x, Vec& y) {
  on_chunks(x.size(), [&](Eigen::Index first, Eigen::Index size) {
    y.segment(first, size) += factor * x.segment(first, size);
  });
}

}  // namespace stiffbench
