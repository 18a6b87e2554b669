#include "integrators/phi/scalar/stumpff.hpp"

#include <cmath>

namespace stiffbench::phi {
namespace {

/// Below this |y| the upward recurrence loses digits to cancellation, and 16 terms are enough.
constexpr double series_limit = 9;

double series(double y, int k) {
  const double size = std::abs(y);
  const int terms = size < 1e-2 ? 5 : size < 1 ? 10 : 16;
  double sum = 1;
  for (int j = terms; j >= 1; --j) sum = 1 - y * sum / ((2 * j + k - 1) * (2 * j + k));
  return sum * inverse_factorial[k];
}

}  // namespace

void stumpff(double y, int top, double* c) {
  if (std::abs(y) < series_limit) {
    c[top] = series(y, top);
    c[top - 1] = series(y, top - 1);
    for (int k = top - 2; k >= 0; --k) c[k] = inverse_factorial[k] - y * c[k + 2];
    return;
  }
  const double root = std::sqrt(std::abs(y));
  c[0] = y > 0 ? std::cos(root) : std::cosh(root);
  c[1] = (y > 0 ? std::sin(root) : std::sinh(root)) / root;
  for (int k = 2; k <= top; ++k) c[k] = (inverse_factorial[k - 2] - c[k - 2]) / y;
}

}  // namespace stiffbench::phi
