#pragma once

#include "problems/solids/shells/corners.hpp"
#include "problems/solids/shells/flat_triangle.hpp"

namespace stiffbench {

/// An isotropic membrane in plane stress, per unit area at rest:
///   W(E) = mu |E|^2 + lambda/2 tr(E)^2 + tension tr(E),
/// with Green's strain E = (F'F - I)/2 of the 3x2 gradient F in the plane at rest (St. Venant and
/// Kirchhoff's law of a sheet, Bonet, Wood, DOI 10.1017/CBO9780511755446). All moduli are those of
/// the material times the thickness (N/m), so that the thickness itself does not appear. The
/// tension is that at rest, which only a fixed rim or a load holds.
struct MembraneLaw {
  double mu, lambda, tension;

  /// `youngs`: Young's modulus times the thickness (N/m).
  MembraneLaw(double youngs, double poisson, double tension_at_rest = 0)
      : mu(youngs / (2 * (1 + poisson))),
        lambda(youngs * poisson / (1 - poisson * poisson)),
        tension(tension_at_rest) {}
};

/// Membrane forces of triangles with constant strain. The matrix without negative curvature has the
/// stress without its compressive part where the stress multiplies the rate of E's second
/// derivative; the other part is never negative. The energy is finite at every deformation, also
/// for triangles without area, so that it never limits a step.
class MembraneElements final : public SolidTerm {
 public:
  using Elements = Eigen::Matrix3Xi;

  /// The arguments are those of SolidElements. Throws Error for a triangle without area at rest.
  MembraneElements(const Elements& triangles, const Eigen::Matrix3Xd& rest,
                   const std::vector<int>& free_index, const MembraneLaw& law, const Mat& pattern);

  void add_force(const AlignedPositions<double>& u, AlignedSums<double>& f) const override;
  void add_force(BodyIn<long double> u, BodyOut<long double> f) const override;
  void add_jacobian_times(const AlignedPositions<double>& u, const AlignedPositions<double, 1>& du,
                          AlignedSums<double>& df) const override;
  void add_stiffness(const AlignedPositions<double>& u, GeneralBlocks::Rows& rows) const override {
    add_matrix<false>(u, rows);
  }
  void add_projected_stiffness(const AlignedPositions<double>& u,
                               GeneralBlocks::Rows& rows) const override {
    add_matrix<true>(u, rows);
  }
  double potential(BodyIn<double> u) const override;
  double feasible_step(BodyIn<double>, BodyIn<double>) const override { return 1; }

 private:
  template <class Scalar>
  using Matrix2 = Eigen::Matrix<Scalar, 2, 2>;
  template <class Scalar>
  using Matrix32 = Eigen::Matrix<Scalar, 3, 2>;
  struct Triangle {
    Corners<3> corners;
    FlatTriangle flat;
  };

  /// Returns the gradient of the displacements along the axes.
  template <class Scalar>
  static Matrix32<Scalar> gradient(const Triangle& triangle,
                                   const Eigen::Matrix<Scalar, 3, 3>& differences) {
    return differences * triangle.flat.gradients.transpose().cast<Scalar>();
  }
  template <class Scalar>
  static Matrix2<Scalar> strain(const Triangle& triangle, const Matrix32<Scalar>& G);
  /// Returns dW/dE (N/m).
  template <class Scalar>
  Matrix2<Scalar> stress(const Matrix2<Scalar>& E) const;
  /// Returns the derivatives of the energy by the positions of the corners (N).
  template <class Scalar>
  Eigen::Matrix<Scalar, 3, 3> pull(const Triangle& triangle,
                                   const Eigen::Matrix<Scalar, 3, 3>& differences) const;
  template <bool projected>
  void add_matrix(const AlignedPositions<double>& u, GeneralBlocks::Rows& rows) const;

  MembraneLaw law_;
  std::vector<Triangle> triangles_;
};

}  // namespace stiffbench
