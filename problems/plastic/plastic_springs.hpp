#pragma once

#include "problems/forces/blocks/block_pattern.hpp"
#include "problems/forces/force_term.hpp"

#include <Eigen/Core>

#include <array>
#include <vector>

namespace stiffbench {

/// A vector of internal variables: the work that plastic flow has taken (J), then the plastic
/// elongation of every spring (m), 0 for all of them where it is empty.
template <class Scalar>
using PlasticIn = const VecOf<Scalar>&;

/// The stiffness k (N/m) of springs, and the place of their first elongation among the internal
/// variables.
struct PlasticLaw {
  double k;
  Eigen::Index first;
};

/// Hooke's springs between pairs of vertices, all of which are free, with rest lengths that plastic
/// flow has changed: e = |d0 + w| - |d0| - p is the elastic elongation (m), d0 the vector between
/// the vertices at rest, w = u_b - u_a, and p the plastic elongation. Pull k e, energy k e^2 / 2.
/// As in forces/springs.hpp, |d0 + w| - |d0| is computed without a difference of lengths.
class PlasticSprings {
 public:
  using Blocks = MirroredBlocks;
  using Elements = Eigen::Matrix2Xi;

  /// `elements`: two vertex numbers a column, the lower one first. `rest`: positions of all
  /// vertices (m). `pattern`: the stiffness' (forces/blocks/block_pattern.hpp). Error for a spring
  /// of length 0.
  PlasticSprings(const Elements& elements, const Eigen::Matrix3Xd& rest, const std::vector<int>&,
                 PlasticLaw law, const Mat& pattern);

  template <class Scalar>
  void add_force(BodyIn<Scalar> u, PlasticIn<Scalar> z, BodyOut<Scalar> f) const;
  void add_jacobian_times(BodyIn<double> u, PlasticIn<double> z, BodyIn<double> du,
                          BodyOut<double> df) const;
  /// Adds -df/du to the blocks on and right of the diagonal; `projected` leaves out its negative
  /// curvature.
  template <bool projected>
  void add_stiffness(BodyIn<double> u, PlasticIn<double> z, Mat& K) const;
  double potential(BodyIn<double> u, PlasticIn<double> z) const;

  /// The strains e / |d0| of all springs.
  Vec strains(const Vec& u, PlasticIn<double> z) const;
  /// Moves the share of every elastic elongation that is beyond yield |d0| to z: p += share (e -
  /// sgn(e) yield |d0|) where |e| is larger. Returns the elastic energy that it takes (J), which is
  /// never negative for a share in [0, 1].
  double flow(const Vec& u, double yield, double share, Vec& z) const;
  /// Moves the whole elastic elongation to z where it is beyond yield |d0|: p += e.
  double relax(const Vec& u, double yield, Vec& z) const;

 private:
  struct Spring {
    int a, b;
    double l0;
    Eigen::Vector3d d0;
    std::array<int, 3> slot;    // of the blocks (a, a), (b, b), (a, b) of K
    std::array<int, 2> stride;  // between the rows of a block in block row a, b
  };
  template <class Scalar>
  struct Stretch {
    Eigen::Matrix<Scalar, 3, 1> d;
    Scalar length, elongation;
  };
  template <class Scalar>
  Stretch<Scalar> stretch(std::size_t i, BodyIn<Scalar> u, PlasticIn<Scalar> z) const;
  /// The place of a spring's elongation among the internal variables.
  Eigen::Index place(std::size_t i) const { return law_.first + static_cast<Eigen::Index>(i); }
  template <class Change>
  double change(const Vec& u, double yield, Vec& z, Change&& moved) const;

  PlasticLaw law_;
  std::vector<Spring> springs_;
};

}  // namespace stiffbench
