#include "integrators/contract/stability.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace stiffbench {
namespace {

using Coefficients = StabilityFunction::Coefficients;
using Matrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using Complex = std::complex<long double>;

/// Coefficients below this fraction of the largest one are round-off of the tables, which are given
/// in double precision (four stages amplify it by a few tens).
constexpr long double rounding = 1e-13L;
/// Coefficients of the series of log R(z) - z below this are round-off; claims have eight digits.
constexpr long double series_rounding = 1e-11L;

/// The coefficients of det(I - z A), by the recurrence of Faddeev and LeVerrier.
Coefficients determinant(const Matrix& A) {
  const Eigen::Index s = A.rows();
  Coefficients result{1};
  Matrix power = Matrix::Zero(s, s);
  for (Eigen::Index k = 1; k <= s; ++k) {
    power = A * power + result.back() * Matrix::Identity(s, s);
    result.push_back(-(A * power).trace() / static_cast<long double>(k));
  }
  return result;
}

void trim(Coefficients& p) {
  long double largest = 0;
  for (long double c : p) largest = std::max(largest, std::abs(c));
  for (long double& c : p)
    if (std::abs(c) <= rounding * largest) c = 0;
  while (p.size() > 1 && p.back() == 0) p.pop_back();
}

Complex value(const Coefficients& p, Complex z) {
  Complex sum = 0;
  for (std::size_t k = p.size(); k-- > 0;) sum = sum * z + p[k];
  return sum;
}

/// The coefficients of the power series of log p(z) with p(0) = 1, from p' = p (log p)'.
Coefficients log_series(const Coefficients& p, int terms) {
  const auto at = [&](int k) { return k < static_cast<int>(p.size()) ? p[k] : 0; };
  Coefficients log(terms + 1, 0);
  for (int k = 1; k <= terms; ++k) {
    log[k] = k * at(k);
    for (int j = 1; j < k; ++j) log[k] -= j * log[j] * at(k - j);
    log[k] /= k;
  }
  return log;
}

/// A polynomial in y^2, and the sums of the magnitudes of the terms of each coefficient.
struct Square {
  Coefficients values, sizes;
};

/// |p(iy)|^2.
Square squared_modulus(const Coefficients& p, std::size_t length) {
  Square square{Coefficients(length, 0), Coefficients(length, 0)};
  const int degree = static_cast<int>(p.size()) - 1;
  for (int j = 0; j <= degree; ++j)
    for (int k = 0; k <= degree; ++k)
      if ((j + k) % 2 == 0) {
        const long double term = p[j] * p[k];
        square.values[(j + k) / 2] += (j - k) % 4 == 0 ? term : -term;
        square.sizes[(j + k) / 2] += std::abs(term);
      }
  return square;
}

/// |Q(iy)|^2 - |P(iy)|^2 as a polynomial in y^2, which is not negative where |R(iy)| <= 1.
/// Coefficients that vanish in exact arithmetic are zero.
Coefficients margin(const Coefficients& numerator, const Coefficients& denominator) {
  const std::size_t length = std::max(numerator.size(), denominator.size());
  const Square p = squared_modulus(numerator, length), q = squared_modulus(denominator, length);
  Coefficients difference(length, 0);
  for (std::size_t k = 0; k < length; ++k) {
    difference[k] = q.values[k] - p.values[k];
    if (std::abs(difference[k]) <= 10 * rounding * (p.sizes[k] + q.sizes[k])) difference[k] = 0;
  }
  return difference;
}

/// Returns the first y > 0 at which the polynomial is negative, by a sweep and bisection.
double first_negative(const Coefficients& margin) {
  const auto negative = [&](long double y) { return value(margin, y * y).real() < 0; };
  constexpr long double first = 1e-4L, last = 1e8L, factor = 1.005L;
  if (negative(first)) return 0;
  for (long double y = first; y < last; y *= factor) {
    long double below = y, above = y * factor;
    if (!negative(above)) continue;
    while ((above - below) > 1e-17L * above) {
      const long double middle = (below + above) / 2;
      if (middle == below || middle == above) break;
      (negative(middle) ? above : below) = middle;
    }
    return static_cast<double>(below);
  }
  return std::numeric_limits<double>::infinity();
}

/// True when every root has a positive real part, by Routh's criterion for p(-z).
bool roots_to_the_right(const Coefficients& p) {
  Coefficients row, next;  // every second coefficient, from the highest power on
  for (std::size_t k = p.size(); k-- > 0;)
    ((p.size() - k) % 2 == 1 ? row : next).push_back(k % 2 == 0 ? p[k] : -p[k]);
  const bool positive = row.front() > 0;
  while (!next.empty()) {
    if (next.front() == 0 || (next.front() > 0) != positive) return false;
    const long double ratio = row.front() / next.front();
    Coefficients rest;
    for (std::size_t k = 1; k < row.size(); ++k)
      rest.push_back(row[k] - (k < next.size() ? ratio * next[k] : 0));
    row = std::exchange(next, rest);
  }
  return true;
}

}  // namespace

StabilityFunction::StabilityFunction(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  const Matrix wide = A.cast<long double>();
  const Matrix all = Matrix::Ones(A.rows(), 1) * b.cast<long double>().transpose();
  numerator_ = determinant(wide - all);
  denominator_ = determinant(wide);
  trim(numerator_);
  trim(denominator_);
}

std::complex<long double> StabilityFunction::at(std::complex<long double> z) const {
  return value(numerator_, z) / value(denominator_, z);
}

std::complex<double> StabilityFunction::operator()(std::complex<double> z) const {
  return std::complex<double>(at(Complex(z)));
}

StabilityProperties StabilityFunction::properties() const {
  StabilityProperties result;
  if (numerator_.size() > denominator_.size())
    result.at_infinity = std::numeric_limits<double>::infinity();
  else if (numerator_.size() == denominator_.size())
    result.at_infinity = static_cast<double>(numerator_.back() / denominator_.back());
  const Coefficients left = margin(numerator_, denominator_);
  result.y_stable = first_negative(left);
  result.a_stable = std::isinf(result.y_stable) && roots_to_the_right(denominator_);
  result.l_stable = result.a_stable && result.at_infinity == 0;

  const int terms = 4 * static_cast<int>(std::max(numerator_.size(), denominator_.size()));
  const Coefficients above = log_series(numerator_, terms), below = log_series(denominator_, terms);
  for (int k = 1; k <= terms; ++k) {
    const long double miss = above[k] - below[k] - (k == 1 ? 1 : 0);
    if (std::abs(miss) <= series_rounding) continue;
    if (result.linear_order == 0) result.linear_order = k - 1;
    const double turned = static_cast<double>(k / 2 % 2 == 0 ? miss : -miss);  // i^k, or i^(k-1)
    if (k % 2 == 0 && result.dissipation == 0) {
      result.dissipation = turned;
      result.dissipation_order = k - 1;
    }
    if (k % 2 == 1 && result.dispersion == 0) {
      result.dispersion = turned;
      result.dispersion_order = k - 1;
    }
  }
  return result;
}

}  // namespace stiffbench
