#pragma once

#include <Eigen/Core>

#include <array>

namespace stiffbench {

/// The body of a car as a network of particles: a shell one cell thick, with one bulkhead in front
/// of the passengers and one behind them if the grid is long enough. It has no wheels and no
/// windows: the glass is part of the shell.
struct CarBody {
  Eigen::Matrix3Xd points;  ///< at rest (m); the nose is at x = 0, y runs upwards
  Eigen::Matrix2Xi edges;   ///< edges and both diagonals of the faces of all cells
  /// Springs from each particle to the next but one along a line of edges.
  Eigen::Matrix2Xi straights;
  Eigen::Matrix4Xi metal;  ///< faces of the outside, anticlockwise seen from outside
  Eigen::Matrix4Xi glass;  ///< faces of windows and windscreens
};

/// Length of the car (m).
inline constexpr double car_length = 4.2;

/// Makes the body on a grid of cells that is bent into the shape of a car. Particles are numbered
/// slice by slice, from rear to front. `cells`: along x, y and z.
CarBody car_body(const std::array<int, 3>& cells);

}  // namespace stiffbench
