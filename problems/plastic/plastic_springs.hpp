#pragma once

#include "problems/forces/springs.hpp"

#include <Eigen/Core>

#include <utility>
#include <vector>

namespace stiffbench {

/// A vector of internal variables: the work that plastic flow has dissipated (J), then the plastic
/// elongation of every spring (m). An empty vector means that all of them are 0.
template <class Scalar>
using PlasticIn = const VecOf<Scalar>&;

/// Stiffness k (N/m) of the springs, and the index of their first elongation among the internal
/// variables.
struct PlasticLaw {
  double k;
  Eigen::Index first;
};

/// Hooke's springs between pairs of vertices with rest lengths that plastic flow has changed:
/// e = |d0 + w| - |d0| - p is the elastic elongation (m), where d0 is the vector between the
/// vertices at rest, w = u_b - u_a, and p the plastic elongation. Pull k e, energy k e^2 / 2. The
/// springs are processed like those of forces/springs.hpp.
class PlasticSprings {
 public:
  using Blocks = SymmetricBlocks;
  using Elements = TwoPointSprings::Elements;

  /// The arguments are those of Springs.
  PlasticSprings(const Elements& elements, const Eigen::Matrix3Xd& rest,
                 const std::vector<int>& free_index, PlasticLaw law, const Mat& pattern);

  template <class Scalar>
  void add_force(const AlignedPositions<Scalar>& u, PlasticIn<Scalar> z,
                 AlignedSums<Scalar>& f) const {
    with_flow(z, [&](const auto& flow) { springs_.add_force(u, flow, f); });
  }
  void add_jacobian_times(const AlignedPositions<double>& u, PlasticIn<double> z,
                          const AlignedPositions<double, 1>& du, AlignedSums<double>& df) const {
    with_flow(z, [&](const auto& flow) { springs_.add_jacobian_times(u, flow, du, df); });
  }
  /// Adds -df/du to the blocks on and right of the diagonal; `projected` omits its negative
  /// curvature.
  template <bool projected>
  void add_stiffness(const AlignedPositions<double>& u, PlasticIn<double> z,
                     SymmetricBlocks::Rows& rows) const {
    with_flow(z, [&](const auto& flow) { springs_.add_stiffness<projected>(u, flow, rows); });
  }
  double potential(BodyIn<double> u, PlasticIn<double> z) const;

  /// Returns the strains e / |d0| of all springs.
  Vec strains(const Vec& u, PlasticIn<double> z) const;
  /// Moves the fraction `share` of every elastic elongation beyond yield |d0| to z: p += share
  /// (e - sgn(e) yield |d0|) if |e| exceeds yield |d0|. Returns the elastic energy that this
  /// dissipates (J), which is never negative for a share in [0, 1].
  double flow(const Vec& u, double yield, double share, Vec& z) const;
  /// Moves the whole elastic elongation to z if it exceeds yield |d0|: p += e.
  double relax(const Vec& u, double yield, Vec& z) const;

 private:
  /// Calls work(flow) with the flow of these springs according to z.
  template <class Scalar, class Work>
  void with_flow(PlasticIn<Scalar> z, const Work& work) const {
    if (z.size() == 0)
      work(NoFlow());
    else
      work(PlasticFlow<Scalar>{z.data() + law_.first});
  }
  Vec elongations(const Vec& u, PlasticIn<double> z) const;
  template <class Change>
  double change(const Vec& u, double yield, Vec& z, Change&& moved) const;

  TwoPointSprings springs_;
  PlasticLaw law_;
  Vec l0_;  // |d0|
};

}  // namespace stiffbench
