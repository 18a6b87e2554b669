#pragma once

#include "problems/solids/elements/solid_term.hpp"

#include <vector>

namespace stiffbench {

/// A spring without rest length from a place to an anchor, along one direction. The anchor moves
/// along it with a constant speed, so that the force on the place is
///   -stiffness direction (direction . u - start - speed t).
struct Anchor {
  int place;
  double stiffness;           ///< N/m
  Eigen::Vector3d direction;  ///< of length 1
  double start = 0;           ///< of the anchor along the direction (m)
  double speed = 0;           ///< m/s
};

/// The springs of anchors that do not move: the above without speed t.
class Anchors final : public SolidTerm {
 public:
  /// One vertex of the body for each law, in order.
  using Elements = Eigen::Matrix<int, 1, Eigen::Dynamic>;

  /// The arguments are those of SolidElements; places of `anchors` are ignored.
  Anchors(const Elements& vertices, const Eigen::Matrix3Xd& rest,
          const std::vector<int>& free_index, std::vector<Anchor> anchors, const Mat& pattern);

  void add_force(const AlignedPositions<double>& u, AlignedSums<double>& f) const override;
  void add_force(BodyIn<long double> u, BodyOut<long double> f) const override;
  void add_jacobian_times(const AlignedPositions<double>& u, const AlignedPositions<double, 1>& du,
                          AlignedSums<double>& df) const override;
  void add_stiffness(const AlignedPositions<double>& u, GeneralBlocks::Rows& rows) const override;
  double potential(BodyIn<double> u) const override;
  double feasible_step(BodyIn<double>, BodyIn<double>) const override { return 1; }

 private:
  std::vector<Anchor> anchors_;
  std::vector<int> lines_;  // of the diagonal blocks of K
};

}  // namespace stiffbench
