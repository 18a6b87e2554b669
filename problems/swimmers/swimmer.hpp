#pragma once

#include "problems/forces/elastic_body.hpp"
#include "problems/forces/springs.hpp"
#include "problems/meshes/cuboid_chain.hpp"
#include "problems/swimmers/motor.hpp"

namespace stiffbench {

/// A swimmer along the x axis: a round head at the origin and behind it, towards -x, a flagellum
/// whose axis is a helix at rest. All lengths in m.
struct SwimmerShape {
  double head_radius, gap;  ///< from the head's rear pole to the flagellum's first section
  double amplitude, pitch;  ///< of the helix
  double length;            ///< of the flagellum, along x
  bool left_handed;         ///< the helix
  double head_stiffness;    ///< of springs in the head and of the bearing (N/m)
  double head_density;      ///< kg/m^3
  Fibre fibre;              ///< the flagellum's; its length is that of the helix, not along x
};

namespace swimmer {

constexpr int head_points = 12, front_pole = 0, rear_pole = 1, section_points = 4;

/// The swimmer's points, masses and springs; none is fixed. Points are first those of the head,
/// then those of the flagellum, section by section.
///
/// The head is an icosahedron with two of its corners on the x axis, its poles, on springs along
/// its 30 edges and 6 diameters. The flagellum is a chain of cuboids (meshes/cuboid_chain.hpp),
/// its square sections at equal distances along x, each perpendicular to the helix
///   y = A(s) cos(k s), z = -+A(s) sin(k s), A(s) = amplitude (1 - exp(-(k s)^2)), k = 2 pi /
///   pitch,
/// s behind the first section, the upper sign where it is right-handed. Springs are at rest there,
/// and have the stiffnesses of a straight fibre with segments of equal lengths.
///
/// The bearing: springs from both poles to the four corners of the first section. Each pole is as
/// far from all four, so that the section is held but for its rotation about the axis of the poles.
ElasticBody<TwoPointSprings> body(const SwimmerShape& shape);

/// The motor's axis, which is that of the poles, its rotor, which is the flagellum's first section,
/// and its stator, the ten corners of the head that are no poles.
Motor::Shaft shaft();

}  // namespace swimmer
}  // namespace stiffbench
