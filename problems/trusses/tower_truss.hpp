#pragma once

#include <Eigen/Core>

namespace stiffbench {

/// The layers of cells of a tower with the outline of the Eiffel Tower: four legs from the ground
/// to the second platform, a column from there to the third, and a lantern on top. Each of the
/// three platforms is one more layer.
struct TowerShape {
  int across;   ///< cells along each of the two horizontal edges of a leg; 0: a mast without legs
  int first;    ///< layers below the first platform
  int second;   ///< layers from there to the second platform
  int column;   ///< layers from there to the third platform
  int lantern;  ///< layers of one cell above the third platform
};

/// A truss of braced cells. Every cell has bars along its edges and along both diagonals of its
/// faces. Nodes are numbered level by level, from the ground up.
struct TowerTruss {
  Eigen::Matrix3Xd nodes;  ///< positions (m), z upwards
  Eigen::Matrix2Xi bars;   ///< two nodes per column, each bar once
  Eigen::Index ground;     ///< number of nodes on the ground
  Eigen::Index lower;      ///< number of nodes up to the top of the second platform
  Eigen::Index top;        ///< number of nodes of the highest level
};

/// Makes the truss of a shape. A level of legs, platforms or column has (2 across + 2)^2 nodes:
/// along x and along y there are two legs and one cell between them, which only platforms and the
/// column fill. Heights and widths at the platforms are roughly those of the Eiffel Tower; in
/// between, widths decrease geometrically. Throws Error for numbers of layers or cells that do not
/// form a tower.
TowerTruss tower_truss(const TowerShape& shape);

}  // namespace stiffbench
