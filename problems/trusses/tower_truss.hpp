#pragma once

#include <Eigen/Core>

namespace stiffbench {

/// The layers of cells of a tower with the outline of the Eiffel Tower: four legs from the ground
/// to the second platform, a column from there to the third, and a lantern on top. Each of the
/// three platforms is a layer of its own.
struct TowerShape {
  int across;   ///< cells along each of two edges of a leg; 0: a mast without legs
  int first;    ///< layers below the first platform
  int second;   ///< layers from there to the second platform
  int column;   ///< layers from there to the third
  int lantern;  ///< layers of one cell above the third
};

/// A truss of braced cells. Every cell has bars along its edges and both diagonals of its faces.
/// Nodes are numbered level by level, from the ground up.
struct TowerTruss {
  Eigen::Matrix3Xd nodes;  ///< positions (m), z upwards
  Eigen::Matrix2Xi bars;   ///< two nodes a column, each bar once
  Eigen::Index ground;     ///< nodes on the ground
  Eigen::Index lower;      ///< nodes up to the top of the second platform
  Eigen::Index top;        ///< nodes of the highest level
};

/// The truss of a shape. A level of legs, platforms or column has (2 across + 2)^2 nodes: two legs
/// along x and along y, and one cell between them, which only platforms and column fill. Heights
/// and widths at the platforms are those of the Eiffel Tower, roughly; in between widths shrink
/// geometrically. Error for a number of layers or cells that makes no tower.
TowerTruss tower_truss(const TowerShape& shape);

}  // namespace stiffbench
