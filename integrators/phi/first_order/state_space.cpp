#include "integrators/phi/first_order/state_space.hpp"

#include "integrators/kernels/linear/multiply.hpp"
#include "integrators/kernels/linear/skew_part.hpp"
#include "integrators/phi/spectrum.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench::phi {
namespace {

/// The growth of K's rows that the margin of omega_max still covers.
constexpr double allowed_row_growth = 1.01;
/// Let A be the skew part of M^-1/2 K M^-1/2, a = |A|, and its symmetric part at least -l. The
/// energy E = (|v|^2 + x' (K + s M) x) / 2 with s = 2 (l + c a) grows no faster than dE/dt = s x'v
/// - v'A x <= (s + a) / sqrt(l + 2 c a) E. For this c that is at most sqrt(2 s) E, as for a = 0.
constexpr double share_of_skewness = 1.25;
/// An eigenvalue this far below zero, relative to the largest, is not round-off.
constexpr double negative_eigenvalue = 1e-10;

double largest_row(const Mat& K, const Vec& mass) {
  double largest = 0;
  bool finite = true;
  for (Eigen::Index i = 0; i < K.rows(); ++i) {
    double sum = 0;
    for (Mat::InnerIterator entry(K, i); entry; ++entry) sum += std::abs(entry.value());
    finite = finite && std::isfinite(sum);
    largest = std::max(largest, sum / mass[i]);
  }
  return finite ? largest : std::nan("");
}

}  // namespace

void StateSpace::begin(const CountedProblem& problem, double h) {
  problem_ = &problem;
  h_ = h;
  n_ = problem.dof();
  lumped_ = problem.mass().is_diagonal();
  damped_ = problem.traits().damped;
  if (lumped_) {
    root_ = problem.mass().diagonal().cwiseSqrt();
    inverse_root_ = root_.cwiseInverse();
  }
  omega_ = rows_ = lowest_ = 0;
}

Outcome StateSpace::estimate(const Mat& K, const Mat& D) {
  D_ = &D;
  entries_ = static_cast<double>(K.nonZeros() + (damped_ ? D.nonZeros() : 0));
  const double rows = largest_row(K, problem_->mass().diagonal());
  if (!std::isfinite(rows)) return {Status::diverged, "the stiffness matrix is not finite"};
  damping_ = damped_ ? largest_row(D, problem_->mass().diagonal()) : 0;
  if (!std::isfinite(damping_)) return {Status::diverged, "the damping matrix is not finite"};
  skew_ = skew_part(*problem_, K);
  if (skew_) symmetric_ = K - *skew_;
  const Mat& S = skew_ ? symmetric_ : K;
  K_.assign(S, problem_->block_size());
  const double skewness = skew_ ? largest_row(*skew_, problem_->mass().diagonal()) : 0;
  const auto set_shift = [&] { shift_ = 2 * (share_of_skewness * skewness - lowest_); };
  set_shift();
  if (omega_ > 0 && rows <= allowed_row_growth * rows_) return {};
  const Interval spectrum = estimate_spectrum(*problem_, S, spectrum_start(n_));
  if (!std::isfinite(spectrum.low) || !std::isfinite(spectrum.high))
    return {Status::diverged, "the stiffness matrix is not finite"};
  rows_ = rows;
  omega_ = std::sqrt(std::max(spectrum.high, -spectrum.low));
  if (omega_ == 0) omega_ = 1 / h_;  // any positive unit serves: J is nilpotent
  lowest_ = spectrum.low >= -negative_eigenvalue * spectrum.high ? 0 : spectrum.low;
  set_shift();
  return {};
}

void StateSpace::add_skew_times(const Vec& x, Vec& image) {
  if (skew_) image.noalias() += *skew_ * x;
}

void StateSpace::damping_times(const Vec& v, Vec& image) const {
  multiply(*D_, 1, v, image, problem_->work());
}

double StateSpace::energy_norm(const Pair& b, bool position) {
  const Mass& mass = problem_->mass();
  mass.times(b.v, weight_);
  double square = b.v.dot(weight_);
  if (position) {
    K_.times(b.x, image_, problem_->work());
    mass.times(b.x, weight_);
    square += std::max(0.0, b.x.dot(image_) + shift_ * b.x.dot(weight_));
  }
  return std::sqrt(square);
}

}  // namespace stiffbench::phi
