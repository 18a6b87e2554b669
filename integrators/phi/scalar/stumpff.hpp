#pragma once

#include "integrators/phi/phi.hpp"

#include <iterator>

namespace stiffbench::phi {

/// The largest k of c_k that stumpff() computes: phi_k needs c_{k+1}.
inline constexpr int max_stumpff = max_k + 1;

/// 1/k! for k up to max_stumpff.
inline constexpr double inverse_factorial[] = {1, 1, 1. / 2, 1. / 6, 1. / 24, 1. / 120};
static_assert(std::size(inverse_factorial) == max_stumpff + 1);

/// Fills c[0..top] with the Stumpff functions c_k(y) = sum_j (-y)^j / (2j + k)!, for 1 <= top <=
/// max_stumpff and y of either sign: c_0 = cos sqrt(y), c_1 = sinc sqrt(y), and cosh, sinh for y <
/// 0. They are accurate to a few units in the last place of 1/k! (of c_k itself where y < 9), and
/// infinite where cosh overflows.
void stumpff(double y, int top, double* c);

}  // namespace stiffbench::phi
