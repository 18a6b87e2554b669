#pragma once

#include "problems/contract/state.hpp"

namespace stiffbench {

/// A few long vectors, one per column.
using TallIn = const Eigen::Ref<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>&;
using LongIn = const Eigen::Ref<const Vec>&;

// Products with long vectors V, in chunks of rows on thread_count() threads
// (base/system/threads.hpp). Neither the chunks nor the order in which their sums are added depend
// on the number of threads, so the digits do not either. For vectors no longer than one chunk they
// are the digits of Eigen's products.

/// The inner product of two vectors.
double inner_product(LongIn a, LongIn b);
/// Computes h = V' w.
void transposed_times(TallIn V, LongIn w, Eigen::Ref<Vec> h);
/// Subtracts V h from w.
void subtract_times(TallIn V, LongIn h, Eigen::Ref<Vec> w);
/// Computes w = V z; w must already have the right length.
void tall_times(TallIn V, LongIn z, Eigen::Ref<Vec> w);

}  // namespace stiffbench
