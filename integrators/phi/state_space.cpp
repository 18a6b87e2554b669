#include "integrators/phi/state_space.hpp"

#include "integrators/kernels/multiply.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench::phi {
namespace {

/// Rows of K that have grown by less than this are still met by the margin of omega_max.
constexpr double allowed_row_growth = 1.01;
/// An eigenvalue this far below zero, relative to the largest, is no round-off.
constexpr double negative = 1e-10;

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

void StateSpace::init(const CountedProblem& problem, double h, const Options& options) {
  problem_ = &problem;
  h_ = h;
  n_ = problem.dof();
  lumped_ = problem.mass().is_diagonal();
  energy_ = options.inner_product == "energy";
  scaled_ = options.inner_product == "scaled" || options.inner_product == "auto";
  damped_ = problem.nature().damped;
  if (lumped_) {
    root_ = problem.mass().diagonal().cwiseSqrt();
    inverse_root_ = root_.cwiseInverse();
  }
  omega_ = rows_ = 0;
}

Outcome StateSpace::linearise(const Mat& K, const Mat& D) {
  D_ = &D;
  entries_ = static_cast<double>(K.nonZeros() + (damped_ ? D.nonZeros() : 0));
  const double rows = largest_row(K, problem_->mass().diagonal());
  if (!std::isfinite(rows)) return {Status::diverged, "the stiffness matrix is not finite"};
  K_.assign(K, problem_->block_size());
  if (omega_ > 0 && rows <= allowed_row_growth * rows_) return {};
  // The same numbers in every run, and no multiple of anything that a problem has.
  Vec start(n_);
  for (Eigen::Index i = 0; i < n_; ++i)
    start[i] = 1 + 0.5 * std::sin(static_cast<double>(i * i % 1009) + 0.1);
  const Interval found = estimate_spectrum(*problem_, K, start);
  if (!std::isfinite(found.low) || !std::isfinite(found.high))
    return {Status::diverged, "the stiffness matrix is not finite"};
  rows_ = rows;
  omega_ = std::sqrt(std::max(found.high, -found.low));
  if (omega_ == 0) omega_ = 1 / h_;  // any positive unit serves: J is nilpotent
  const bool definite = found.low >= -negative * found.high;
  shift_ = definite ? 0 : -2 * found.low;
  growth_ = h_ * std::sqrt(shift_ / 2);
  sigma_ = scaled_ ? omega_ : 1;
  if (energy_ && !definite)
    return {Status::indefinite,
            fmt::format("inner_product = energy needs a positive definite K; M^-1 K has the "
                        "eigenvalue {:.3g} 1/s^2",
                        found.low)};
  return {};
}

void StateSpace::enter(const Pair& b, bool position, Eigen::Ref<Vec> y) const {
  if (!position)
    y.head(n_).setZero();
  else if (lumped_)
    y.head(n_) = sigma_ * b.x.cwiseProduct(root_);
  else
    y.head(n_) = sigma_ * b.x;
  if (lumped_)
    y.tail(n_) = b.v.cwiseProduct(root_);
  else
    y.tail(n_) = b.v;
}

void StateSpace::leave(const Eigen::Ref<const Vec>& y, double factor, bool velocity, Pair& sum) {
  if (lumped_) {
    sum.x += (factor / sigma_) * y.head(n_).cwiseProduct(inverse_root_);
    if (velocity) sum.v += factor * y.tail(n_).cwiseProduct(inverse_root_);
  } else {
    sum.x += (factor / sigma_) * y.head(n_);
    if (velocity) sum.v += factor * y.tail(n_);
  }
}

void StateSpace::stiffness_times(const Eigen::Ref<const Vec>& x, double factor) {
  if (lumped_)
    argument_ = factor * x.cwiseProduct(inverse_root_);
  else
    argument_ = factor * x;
  K_.times(argument_, image_, problem_->work());
  if (lumped_) image_.array() *= inverse_root_.array();
}

void StateSpace::apply(const Eigen::Ref<const Vec>& y, const Eigen::Ref<const Vec>& weight,
                       Eigen::Ref<Vec> image) {
  image.head(n_) = (h_ * sigma_) * y.tail(n_);
  if (energy_)
    image_ = weight.head(n_);  // K x, or N^-1 K N^-1 of it
  else
    stiffness_times(y.head(n_), 1 / sigma_);
  if (damped_) {
    if (lumped_)
      argument_ = y.tail(n_).cwiseProduct(inverse_root_);
    else
      argument_ = y.tail(n_);
    multiply(*D_, 1, argument_, force_, problem_->work());
    if (lumped_) force_.array() *= inverse_root_.array();
    image_ += force_;
  }
  if (lumped_) {
    image.tail(n_) = -h_ * image_;
  } else {
    problem_->mass().solve(image_, force_);
    image.tail(n_) = -h_ * force_;
  }
}

void StateSpace::weigh(const Eigen::Ref<const Vec>& y, Eigen::Ref<Vec> weight) {
  const Mass& mass = problem_->mass();
  if (energy_) {
    stiffness_times(y.head(n_), 1);
    weight.head(n_) = image_;
  } else {
    argument_ = y.head(n_);
    mass.times(argument_, force_);
    weight.head(n_) = force_;
  }
  if (lumped_) {
    weight.tail(n_) = y.tail(n_);
  } else {
    argument_ = y.tail(n_);
    mass.times(argument_, force_);
    weight.tail(n_) = force_;
  }
}

StateSpace::Norm StateSpace::norm(const Eigen::Ref<const Vec>& y,
                                  const Eigen::Ref<const Vec>& weight) const {
  const double x = y.head(n_).dot(weight.head(n_)), v = y.tail(n_).dot(weight.tail(n_));
  if (!energy_) {
    const double stretch = (omega_ * omega_ + shift_) / (sigma_ * sigma_);
    return {std::sqrt(x + v), std::sqrt(stretch * x + v), false};
  }
  const bool indefinite = x < 0 && -x > negative * y.head(n_).norm() * weight.head(n_).norm();
  const double length = std::sqrt(std::max(x, 0.0) + v);
  return {length, length, indefinite};
}

double StateSpace::energy_norm(const Pair& b, bool position) {
  const Mass& mass = problem_->mass();
  mass.times(b.v, force_);
  double square = b.v.dot(force_);
  if (position) {
    K_.times(b.x, image_, problem_->work());
    mass.times(b.x, force_);
    square += std::max(0.0, b.x.dot(image_) + shift_ * b.x.dot(force_));
  }
  return std::sqrt(square);
}

}  // namespace stiffbench::phi
