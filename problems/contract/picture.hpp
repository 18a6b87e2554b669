#pragma once

#include "problems/contract/state.hpp"

#include <Eigen/Core>

#include <string>
#include <vector>

namespace stiffbench {

/// One body of a picture, in the problem's unit of length.
struct Body {
  std::string name;         ///< figures colour bodies by it
  Eigen::Matrix3Xd points;  ///< at the state that is drawn
  /// Four corners a column, in order: anticlockwise seen from outside where the body is closed.
  Eigen::Matrix4Xi faces = {};
  bool closed = false;                       ///< faces turned away from the eye are hidden
  std::vector<std::vector<int>> lines = {};  ///< point numbers along each line
};

/// The direction from the bodies towards the eye, and the direction that is up in the picture.
struct View {
  Eigen::Vector3d eye, up;
};

/// The interface of problems that can be drawn, in addition to Problem: their bodies at a state,
/// and the view.
class Pictured {
 public:
  virtual ~Pictured() = default;
  virtual std::vector<Body> bodies(const State& u) const = 0;
  virtual View view() const = 0;
};

/// The positions of particles of which some are fixed, displaced by x from `rest`: `free_index` is
/// a particle's place in x, or -1.
inline Eigen::Matrix3Xd displaced(Eigen::Matrix3Xd rest, const std::vector<int>& free_index,
                                  const Vec& x) {
  for (Eigen::Index i = 0; i < rest.cols(); ++i)
    if (const int place = free_index[static_cast<std::size_t>(i)]; place >= 0)
      rest.col(i) += x.segment<3>(3 * place);
  return rest;
}

/// A sphere whose faces lie between meridians and parallels.
Body ball(const std::string& name, const Eigen::Vector3d& centre, double radius);

/// A horizontal square at y = 0, "ground", as wide as `edge`, round the point (x, 0, z).
Body ground(double x, double z, double edge);

}  // namespace stiffbench
