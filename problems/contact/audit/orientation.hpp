#pragma once

#include <Eigen/Core>

namespace stiffbench {

// Signs (1, 0 or -1) of expressions in finite coordinates, decided exactly. Each evaluates the
// expression in double precision first; if its sign is less certain than the bound on round-off
// (Shewchuk 1997, DOI 10.1007/PL00009321), integers of as many bits as needed decide.

/// Returns the sign of the volume of a tetrahedron: positive if a, b and c appear clockwise from d.
int orientation(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                const Eigen::Vector3d& d);

/// Returns the sign of the area of a triangle in the plane: positive if a, b and c are
/// anticlockwise.
int orientation(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c);

/// Returns the sign of normal . x - offset.
int side_of_plane(const Eigen::Vector3d& normal, double offset, const Eigen::Vector3d& x);

}  // namespace stiffbench
