#pragma once

#include <cmath>
#include <limits>

namespace stiffbench {

/// The logarithmic barrier of a distance x (m) that acts below dhat (Li et al. 2020,
/// DOI 10.1145/3386569.3392425, in the scaled form of You, Zheng, Li,
/// DOI 10.48550/arXiv.2602.08094, appendix E):
///   P(x) = -kappa (x/dhat - 1)^2 ln(x/dhat) for 0 < x < dhat, 0 for x >= dhat.
/// P is convex, is infinite at x = 0 and has two continuous derivatives at dhat; the third jumps
/// there.
template <class Scalar>
struct Barrier {
  Scalar kappa, dhat;  ///< J, m

  /// P (J); +inf for x <= 0.
  Scalar energy(Scalar x) const {
    if (x >= dhat) return 0;
    if (!(x > 0)) return std::numeric_limits<Scalar>::infinity();
    const Scalar u = reach(x);
    return -kappa * u * u * std::log1p(u);
  }
  /// P' (N), P'' (N/m) and P''' (N/m^2); NaN for x < 0.
  Scalar first_derivative(Scalar x) const {
    if (x >= dhat) return 0;
    const Scalar u = reach(x), s = 1 + u;
    return -kappa / dhat * u * (2 * std::log1p(u) + u / s);
  }
  Scalar second_derivative(Scalar x) const {
    if (x >= dhat) return 0;
    const Scalar u = reach(x), q = u / (1 + u);
    return -kappa / (dhat * dhat) * (2 * std::log1p(u) + (4 - q) * q);
  }
  Scalar third_derivative(Scalar x) const {
    if (x >= dhat) return 0;
    const Scalar u = reach(x), s = 1 + u;
    return -kappa / (dhat * dhat * dhat) * (2 / s + (4 - 2 * u / s) / (s * s));
  }

 private:
  /// x/dhat - 1 without the round-off of the quotient.
  Scalar reach(Scalar x) const { return (x - dhat) / dhat; }
};

}  // namespace stiffbench
