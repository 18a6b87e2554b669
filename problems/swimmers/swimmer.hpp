#pragma once

#include "problems/forces/elastic_body.hpp"
#include "problems/forces/springs.hpp"
#include "problems/meshes/cuboid_chain.hpp"
#include "problems/swimmers/motor.hpp"

namespace stiffbench {

/// A swimmer along the x axis: a round head at the origin and, behind it towards -x, a flagellum
/// whose axis is a helix at rest. All lengths are in m.
struct SwimmerShape {
  /// The gap is between the rear pole of the head and the first section of the flagellum.
  double head_radius, gap;
  double amplitude, pitch;  ///< of the helix
  double length;            ///< of the flagellum, along x
  bool left_handed;         ///< handedness of the helix
  double head_stiffness;    ///< of springs in the head and of the bearing (N/m)
  double head_density;      ///< kg/m^3
  Fibre fibre;              ///< of the flagellum; its length is that of the helix, not along x
};

namespace swimmer {

constexpr int head_points = 12, front_pole = 0, rear_pole = 1, section_points = 4;

/// Returns the swimmer's points, masses and springs; none is fixed. The points of the head come
/// first, then those of the flagellum, section by section.
///
/// The head is an icosahedron with two of its corners, the poles, on the x axis, and springs along
/// its 30 edges and 6 diameters. The flagellum is a chain of cuboids (meshes/cuboid_chain.hpp). Its
/// square sections have equal distances along x, each perpendicular to the helix
///   y = A(s) cos(k s), z = -+A(s) sin(k s),
///   A(s) = amplitude (1 - exp(-(k s)^2)), k = 2 pi / pitch,
/// at the distance s behind the first section, with the upper sign for a right-handed helix.
/// Springs are at rest in this shape and have the stiffnesses of a straight fibre with segments of
/// equal lengths.
///
/// The bearing consists of springs from both poles to the four corners of the first section. Each
/// pole is equally far from all four, so that the section can only rotate about the axis of the
/// poles.
ElasticBody<TwoPointSprings> body(const SwimmerShape& shape);

/// Returns the shaft of the motor: its axis is that of the poles, its rotor the first section of
/// the flagellum, and its stator the ten corners of the head that are not poles.
Motor::Shaft shaft();

}  // namespace swimmer
}  // namespace stiffbench
