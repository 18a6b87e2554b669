#pragma once

#include "problems/contact/surface/contact_surface.hpp"

#include <string>

namespace stiffbench {

/// Surfaces and a motion of all vertices (m).
struct ContactScene {
  std::string name;
  ContactSurface surface;
  Eigen::Matrix3Xd x0, x1;
};

/// Returns two geodesic spheres of radius 1 with 40 frequency^2 triangles in all, 0.1 / frequency
/// apart, over a floor of two large triangles at the same distance. They move towards it by as
/// much, and at random by half of it.
ContactScene two_spheres(int frequency);

/// Returns eight elastic dice of 8^3 cells, 5 cm wide and 0.5 mm apart in two layers, over a plane.
/// In the motion, 1 mm long, they fall and their vertices move at random by 0.1 mm.
ContactScene dice();

/// Returns a ball 25 cm wide with as many triangles as the bunny of 10k tetrahedra has, 0.5 mm over
/// stairs of five steps, in the same motion.
ContactScene stairs();

}  // namespace stiffbench
