#pragma once

#include "problems/contract/state.hpp"

#include <Eigen/Core>

#include <string>
#include <vector>

namespace stiffbench {

/// One body of a picture, in the problem's unit of length.
struct Body {
  std::string name;         ///< figures choose the colour by it
  Eigen::Matrix3Xd points;  ///< positions at the state that is drawn
  /// Corners of the quadrilaterals, one face per column, anticlockwise seen from outside if the
  /// body is closed.
  Eigen::Matrix4Xi faces = {};
  bool closed = false;  ///< if true, faces turned away from the viewer are hidden
  std::vector<std::vector<int>> lines = {};  ///< point numbers along each line
};

/// The direction from the bodies towards the viewer, and the upward direction of the picture.
struct View {
  Eigen::Vector3d eye, up;
};

/// Interface of problems that can be drawn, in addition to Problem: the bodies at a state, and the
/// view.
class Pictured {
 public:
  virtual ~Pictured() = default;
  virtual std::vector<Body> bodies(const State& u) const = 0;
  virtual View view() const = 0;
};

/// Returns the positions `rest` displaced by x. `free_index` gives the index of each particle in x,
/// -1 for fixed particles.
inline Eigen::Matrix3Xd displaced(Eigen::Matrix3Xd rest, const std::vector<int>& free_index,
                                  const Vec& x) {
  for (Eigen::Index i = 0; i < rest.cols(); ++i)
    if (const int free = free_index[static_cast<std::size_t>(i)]; free >= 0)
      rest.col(i) += x.segment<3>(3 * free);
  return rest;
}

/// Returns a sphere whose faces lie between meridians and parallels.
Body ball(const std::string& name, const Eigen::Vector3d& centre, double radius);

/// Returns a horizontal square "ground" at y = 0 with side length `edge`, centred at (x, 0, z).
Body ground(double x, double z, double edge);

}  // namespace stiffbench
