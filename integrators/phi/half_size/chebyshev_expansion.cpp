#include "integrators/phi/half_size/chebyshev_expansion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiffbench::phi {
namespace {

/// The accuracy of computed coefficients, relative to the scale of their function.
constexpr double coefficient_noise = 5e-16;

/// The degree at which every function of the request has converged to round-off on an interval of
/// this length. For cos(z sqrt(lambda)) it follows from the decay of Bessel functions of order
/// above Z/2, for exp(-d lambda) from that of modified Bessel functions, exp(-k^2/2t) with t = d
/// (high - low) / 2.
int degree_cap(const HalfSizeRequest& request, const Interval& interval) {
  double span = 0, decay = 0;
  for (const auto& term : request.terms) {
    span = std::max(span, term.span);
    decay = std::max(decay, term.decay);
  }
  const double length = interval.high - interval.low, half = span * std::sqrt(length) / 2;
  return static_cast<int>(
      std::ceil(half + 7.5 * std::cbrt(half) + 9 * std::sqrt(decay * length / 2) + 25));
}

/// Computes a_k = 2/N sum_j f(lambda_j) cos(pi k (2j + 1) / 2N) at the N zeros of T_N; a_0 is
/// halved.
Eigen::MatrixXd coefficients(const HalfSizeRequest& request, const Interval& interval,
                             HalfSizeRequest::Table& table) {
  const int count = degree_cap(request, interval) + 1;
  const double centre = (interval.high + interval.low) / 2,
               radius = (interval.high - interval.low) / 2;
  std::vector<double> cosine(4 * count);
  for (int m = 0; m < 4 * count; ++m) cosine[m] = std::cos(std::numbers::pi * m / (2 * count));
  Eigen::ArrayXd lambda(count);
  for (int j = 0; j < count; ++j) lambda[j] = centre + radius * cosine[2 * j + 1];
  request.functions(lambda, table);
  Eigen::MatrixXd result(count, table.values.cols());
  Vec row(count);
  for (int k = 0; k < count; ++k) {
    for (long j = 0; j < count; ++j) row[j] = cosine[k * (2 * j + 1) % (4 * count)];
    result.row(k) = (2.0 / count) * (row.transpose() * table.values.matrix());
  }
  result.row(0) /= 2;
  return result;
}

}  // namespace

Expansion expand(const HalfSizeRequest& request, const Interval& interval) {
  HalfSizeRequest::Table table;
  Expansion e;
  e.coefficients = coefficients(request, interval, table);
  const Eigen::Index count = e.coefficients.rows(), terms = e.coefficients.cols(),
                     outputs = request.outputs.size();
  e.noise = coefficient_noise * table.scale;
  e.shares.setZero(count, request.inputs.size() * outputs);
  for (Eigen::Index t = 0; t < terms; ++t)
    e.shares.col(request.terms[t].input * outputs + request.terms[t].output) +=
        e.coefficients.col(t);
  e.tails.setZero(count, terms);
  for (Eigen::Index t = 0; t < terms; ++t) {
    const double last = std::abs(e.coefficients(count - 1, t));
    if (table.scale[t] > 0) e.last = std::max(e.last, last / table.scale[t]);
    for (Eigen::Index k = count - 2; k >= 0; --k) {
      const double next = std::abs(e.coefficients(k + 1, t));
      e.tails(k, t) = e.tails(k + 1, t) + (next > e.noise[t] ? next : 0);
    }
  }
  return e;
}

}  // namespace stiffbench::phi
