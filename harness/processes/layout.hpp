#pragma once

#include <functional>

namespace stiffbench {

/// Runs the job with a random memory layout: the stack begins at another place in its page, and the
/// heap has gaps of random places and sizes into which the job's allocations fall. The cache lines
/// shared by vectors change the times of short runs by several percent, and one more letter in a
/// path is enough to shift them. Comparisons of two programs therefore use many layouts. Equal
/// seeds give equal layouts.
void with_random_layout(unsigned seed, const std::function<void()>& job);

}  // namespace stiffbench
