#pragma once

#include "problems/solids/elements/solid_term.hpp"

#include <vector>

namespace stiffbench {

/// The energies that keep affine bodies nearly rigid (Lan et al., DOI 10.1145/3528223.3530064,
/// equation (5)): the sum over bodies of
///   stiffness |F' F - I|^2,   F = (a_1, a_2, a_3)
/// with the Frobenius norm. A body's `stiffness` (J) is its modulus kappa (Pa) times its volume.
/// For small strains this is the energy of an isotropic material with the shear modulus 4 kappa and
/// Poisson's ratio 0. F'F - I is computed from displacements, so that it loses no digits.
class Orthogonality final : public SolidTerm {
 public:
  /// The vertices of a_1, a_2, a_3 of every body, one body per column.
  using Elements = Eigen::Matrix<int, 3, Eigen::Dynamic>;

  /// `rest`: a_k at rest are orthonormal columns. `stiffness`: of every body (J). The other
  /// arguments are those of SolidElements.
  Orthogonality(const Elements& columns, const Eigen::Matrix3Xd& rest,
                const std::vector<int>& free_index, const Vec& stiffness, const Mat& pattern);

  void add_force(const AlignedPositions<double>& u, AlignedSums<double>& f) const override;
  void add_force(BodyIn<long double> u, BodyOut<long double> f) const override;
  void add_jacobian_times(const AlignedPositions<double>& u, const AlignedPositions<double, 1>& du,
                          AlignedSums<double>& df) const override;
  void add_stiffness(const AlignedPositions<double>& u, GeneralBlocks::Rows& rows) const override;
  void add_projected_stiffness(const AlignedPositions<double>& u,
                               GeneralBlocks::Rows& rows) const override;
  double potential(BodyIn<double> u) const override;
  /// 1, since this energy allows inversion.
  double feasible_step(BodyIn<double>, BodyIn<double>) const override { return 1; }

 private:
  struct Body {
    std::array<int, 3> place;
    std::array<int, 6> line;  // of the blocks 11, 12, 13, 22, 23, 33 of K
    double stiffness;
    Eigen::Matrix3d rest;
  };
  std::vector<Body> bodies_;
};

}  // namespace stiffbench
