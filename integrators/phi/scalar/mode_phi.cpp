// With Y = z J, y = z^2 lambda and s = z d / 2, phi_k(Y) = a_k I + b_k Y with two scalars. From Y^2
// = -2 s Y - y I and phi_{k+1}(Y) = Y^-1 (phi_k(Y) - I/k!) follow
//   b_{k+1} = (1/k! - a_k) / y,   a_{k+1} = b_k + 2 s b_{k+1},   vv_{k+1} = b_k.
// The formula that keeps the digits depends on the distance of the eigenvalues -s +- sqrt(s^2 - y).

#include "integrators/phi/scalar/mode_phi.hpp"

#include "integrators/phi/scalar/stumpff.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench::phi {
namespace {

void undamped(double y, int top, ModePhi& m) {
  double c[max_stumpff + 1];
  stumpff(y, top + 1, c);
  for (int k = 0; k <= top; ++k) {
    m.xx[k] = m.vv[k] = c[k];
    m.off[k] = c[k + 1];
  }
}

/// Computes phi_k of a real number, k = 0..top.
void scalar_phi(double r, int top, double* phi) {
  constexpr double series_limit = 2;
  phi[0] = std::exp(r);
  if (top >= 1) phi[1] = r == 0 ? 1 : std::expm1(r) / r;
  for (int k = 2; k <= top; ++k) {
    if (std::abs(r) > series_limit) {
      phi[k] = (phi[k - 1] - inverse_factorial[k - 1]) / r;
      continue;
    }
    double sum = 1;
    for (int j = 22; j >= 1; --j) sum = 1 + r * sum / (j + k);
    phi[k] = sum * inverse_factorial[k];
  }
}

/// Computes the entries for two real eigenvalues at a distance of at least 2, by divided
/// differences.
void apart(double s, double y, double q, int top, ModePhi& m) {
  const double one = s >= 0 ? -(s + q) : q - s, other = y / one, distance = one - other;
  double p[max_k + 1], r[max_k + 1];
  scalar_phi(one, top, p);
  scalar_phi(other, top, r);
  for (int k = 0; k <= top; ++k) {
    m.off[k] = (p[k] - r[k]) / distance;
    m.xx[k] = (one * r[k] - other * p[k]) / distance;
    m.vv[k] = (one * p[k] - other * r[k]) / distance;
  }
}

/// Computes the entries by Taylor series, for |s| <= 3 and |y| <= 9: Y^j = alpha_j I + beta_j Y.
void series(double s, double y, int top, ModePhi& m) {
  for (int k = 0; k <= top; ++k) {
    double alpha = 1, beta = 0, factor = inverse_factorial[k];
    m.xx[k] = m.off[k] = 0;
    for (int j = 1; j < 60; ++j) {
      m.xx[k] += factor * alpha;
      m.off[k] += factor * beta;
      const double next = -y * beta;
      beta = alpha - 2 * s * beta;
      alpha = next;
      factor /= j + k;
    }
    m.vv[k] = m.xx[k] - 2 * s * m.off[k];
  }
}

/// Computes the entries for y > 8 and s^2 < y + 1, by the recurrence.
void upwards(double s, double y, int top, ModePhi& m) {
  double c[2];
  stumpff(y - s * s, 1, c);
  const double decay = std::exp(-s);
  m.xx[0] = decay * (c[0] + s * c[1]);
  m.off[0] = decay * c[1];
  m.vv[0] = decay * (c[0] - s * c[1]);
  for (int k = 1; k <= top; ++k) {
    m.off[k] = (inverse_factorial[k - 1] - m.xx[k - 1]) / y;
    m.xx[k] = m.off[k - 1] + 2 * s * m.off[k];
    m.vv[k] = m.off[k - 1];
  }
}

}  // namespace

ModePhi mode_phi(double z, double lambda, double d, int top) {
  ModePhi m;
  const double y = z * z * lambda, s = z * d / 2, q2 = s * s - y;
  if (d == 0)
    undamped(y, top, m);
  else if (q2 >= 1)
    apart(s, y, std::sqrt(q2), top, m);
  else if (std::abs(s) <= 3 && y <= 9)
    series(s, y, top, m);
  else
    upwards(s, y, top, m);
  return m;
}

}  // namespace stiffbench::phi
