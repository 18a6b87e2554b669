#pragma once

#include "integrators/contract/outcome.hpp"
#include "problems/contract/state.hpp"

namespace stiffbench {

/// Solves the linear complementarity problem of contacts,
///   W lambda + g >= 0,  lambda >= 0,  lambda' (W lambda + g) = 0,
/// with a symmetric positive definite W, by a primal-dual active set method (Hintermueller, Ito,
/// Kunisch, DOI 10.1137/S1052623401383558). W is dense, which suits up to a few hundred contacts.
/// Failures are singular where contacts depend on each other, and newton_not_converged where the
/// active set does not settle; lambda is then void.
Outcome solve_complementarity(const Eigen::MatrixXd& W, const Vec& g, Vec& lambda);

}  // namespace stiffbench
