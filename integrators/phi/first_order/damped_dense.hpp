#pragma once

#include "integrators/phi/phi.hpp"

namespace stiffbench::phi {

/// Phi functions of a damped J by scaling and squaring of an augmented matrix (Al-Mohy, Higham,
/// 10.1137/100788860): with N the p x p shift,
///   exp [[z J, b e_1^T], [0, N]] = [[exp(z J), phi_1(z J) b, ..., phi_p(z J) b], [0, exp N]].
/// All inputs share one exponential for each step fraction c.
Cloned<Backend> damped_dense();

}  // namespace stiffbench::phi
