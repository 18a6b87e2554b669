#pragma once

#include "integrators/phi/phi.hpp"

namespace stiffbench::phi {

/// A square root Omega of A, its inverse, and its residual.
struct SquareRoot {
  Eigen::MatrixXd root, inverse;
  double residual = 0;  ///< |A - Omega^2|_F / |A|_F
  /// |(A - Omega^2) Omega^-1|_F (1/s), a bound of the perturbation of [[0, Omega], [-Omega, 0]].
  double perturbation = 0;
  int iterations = 0;
};

/// Computes the square root of a dense symmetric positive definite A (1/s^2), by
/// - eigen: A = Q diag(lambda) Q';
/// - denman_beavers: the scaled product form of the iteration of Denman and Beavers
///   (10.1137/S0895479899364015), which is stable;
/// - newton: Omega <- (Omega + Omega^-1 A) / 2 from Omega = A, as in Michels, Luan and Tokman
///   (10.1145/3072959.3073706). This iteration is not stable: rounding errors grow in every
///   iteration where the condition number of A is above 9 (10.1090/S0025-5718-1986-0829624-5), so
///   the result is the best iterate before that growth.
///
/// Fails as `indefinite` where A is not positive definite to round-off, and as `krylov_stagnated`
/// where the iteration does not converge at all.
Outcome square_root(const Eigen::MatrixXd& A, RootMethod method, SquareRoot& result);

}  // namespace stiffbench::phi
