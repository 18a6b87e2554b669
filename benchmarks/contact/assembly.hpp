#pragma once

#include "benchmarks/contact/scenes.hpp"

namespace stiffbench {

/// Prints the times of collisions, forces and matrices of contacts nearer than 1 mm, per collision
/// in triads a = b + 3 c over the twelve coordinates of a pair, and in assemblies (force and K) of
/// the elements of `bodies` elastic cubes of these cells.
void print_assembly(const ContactScene& scene, long cells, double bodies, long rounds);

}  // namespace stiffbench
