#pragma once

#include <functional>

namespace stiffbench {

/// Runs the job with its memory laid out by chance: the stack begins elsewhere in its page, and the
/// heap has gaps of random places and sizes that what the job allocates falls into. Which cache
/// lines vectors share changes the times of short runs by several percent, and a name in a path
/// that is one letter longer is enough to change it. Two programs are compared over many layouts.
/// Equal numbers give equal layouts.
void with_random_layout(unsigned seed, const std::function<void()>& job);

}  // namespace stiffbench
