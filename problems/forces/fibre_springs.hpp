#pragma once

#include "problems/forces/block_pattern.hpp"
#include "problems/forces/springs.hpp"
#include "problems/meshes/cuboid_chain.hpp"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace stiffbench {

/// The springs of a fibre that stands for itself as a chain of cuboids (meshes/cuboid_chain.hpp),
/// its root fixed: in displacements u of the points beyond the root, point i at 3 (i - 4).
///
/// Fibres alike are one of these, asked for each in turn. Its data then stay in the cache, where a
/// list of all fibres' springs would be read from memory with every force.
class FibreSprings {
 public:
  /// Error as cuboid_stiffness.
  explicit FibreSprings(const Fibre& fibre);

  Eigen::Index dof() const { return pattern_.rows(); }
  /// Pairs of points that a spring joins, both beyond the root.
  const std::vector<std::array<int, 2>>& joined() const { return joined_; }

  template <class Scalar>
  void add_force(BodyIn<Scalar> u, BodyOut<Scalar> f) const {
    for (const auto& kind : kinds_) kind->add_force(u, f);
  }
  void add_jacobian_times(BodyIn<double> u, BodyIn<double> du, BodyOut<double> df) const {
    for (const auto& kind : kinds_) kind->add_jacobian_times(u, du, df);
  }
  /// K = -df/du, or that with the negative curvature of every spring taken out, whatever K was.
  template <bool projected>
  void stiffness(BodyIn<double> u, Mat& K) const;
  double potential(BodyIn<double> u) const;

 private:
  std::vector<std::array<int, 2>> joined_;
  Mat pattern_;
  std::optional<BlockMirror> mirror_;
  std::vector<std::unique_ptr<const TwoPointSprings>> kinds_;  // an object for each stiffness
};

}  // namespace stiffbench
