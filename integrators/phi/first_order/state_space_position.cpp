#include "integrators/phi/first_order/state_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench::phi {
namespace {

/// An x' K x this far below zero, relative to |x| |K x|, is not round-off.
constexpr double negative_product = 1e-10;

class PositionSpace final : public StateSpace {
 public:
  void init(const CountedProblem& problem, double h, const Options& options) override {
    begin(problem, h);
    energy_ = options.inner_product == InnerProduct::energy;
    scaled_ = options.inner_product == InnerProduct::scaled ||
              options.inner_product == InnerProduct::automatic;
  }
  Outcome linearise(const Mat& K, const Mat& D) override;
  bool weighted() const override { return energy_ || !lumped_; }
  void enter(const Pair& b, bool position, Eigen::Ref<Vec> y) override;
  void leave(const Eigen::Ref<const Vec>& y, double factor, bool velocity, Pair& sum) override;
  void apply(const Eigen::Ref<const Vec>& y, const Eigen::Ref<const Vec>& weight,
             Eigen::Ref<Vec> image) override;
  void weigh(const Eigen::Ref<const Vec>& y, Eigen::Ref<Vec> weight) override;
  Norm norm(const Eigen::Ref<const Vec>& y, const Eigen::Ref<const Vec>& weight) const override;

 private:
  /// Computes image_ = N^-1 K N^-1 (factor x).
  void stiffness_times(const Eigen::Ref<const Vec>& x, double factor);

  bool energy_ = false, scaled_ = false;
  double sigma_ = 1;
  Vec argument_, image_, force_;
};

Outcome PositionSpace::linearise(const Mat& K, const Mat& D) {
  if (Outcome outcome = estimate(K, D); !outcome.ok()) return outcome;
  sigma_ = scaled_ ? omega_ : 1;
  if (!energy_ || shift_ == 0) return {};
  return {Status::indefinite,
          fmt::format("inner_product = energy needs a positive definite K; M^-1 K has the "
                      "eigenvalue {:.3g} 1/s^2",
                      -shift_ / 2)};
}

void PositionSpace::enter(const Pair& b, bool position, Eigen::Ref<Vec> y) {
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

void PositionSpace::leave(const Eigen::Ref<const Vec>& y, double factor, bool velocity, Pair& sum) {
  if (lumped_) {
    sum.x += (factor / sigma_) * y.head(n_).cwiseProduct(inverse_root_);
    if (velocity) sum.v += factor * y.tail(n_).cwiseProduct(inverse_root_);
  } else {
    sum.x += (factor / sigma_) * y.head(n_);
    if (velocity) sum.v += factor * y.tail(n_);
  }
}

void PositionSpace::stiffness_times(const Eigen::Ref<const Vec>& x, double factor) {
  if (lumped_)
    argument_ = factor * x.cwiseProduct(inverse_root_);
  else
    argument_ = factor * x;
  K_.times(argument_, image_, problem_->work());
  add_skew_times(argument_, image_);
  if (lumped_) image_.array() *= inverse_root_.array();
}

void PositionSpace::apply(const Eigen::Ref<const Vec>& y, const Eigen::Ref<const Vec>& weight,
                          Eigen::Ref<Vec> image) {
  image.head(n_) = (h_ * sigma_) * y.tail(n_);
  if (energy_)
    image_ = weight.head(n_);  // K x, or N^-1 K N^-1 x
  else
    stiffness_times(y.head(n_), 1 / sigma_);
  if (damped_) {
    if (lumped_)
      argument_ = y.tail(n_).cwiseProduct(inverse_root_);
    else
      argument_ = y.tail(n_);
    damping_times(argument_, force_);
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

void PositionSpace::weigh(const Eigen::Ref<const Vec>& y, Eigen::Ref<Vec> weight) {
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

StateSpace::Norm PositionSpace::norm(const Eigen::Ref<const Vec>& y,
                                     const Eigen::Ref<const Vec>& weight) const {
  const double x = y.head(n_).dot(weight.head(n_)), v = y.tail(n_).dot(weight.tail(n_));
  if (!energy_) {
    const double stretch = (omega_ * omega_ + shift_) / (sigma_ * sigma_);
    return {std::sqrt(x + v), std::sqrt(stretch * x + v), false};
  }
  const bool indefinite =
      x < 0 && -x > negative_product * y.head(n_).norm() * weight.head(n_).norm();
  const double length = std::sqrt(std::max(x, 0.0) + v);
  return {length, length, indefinite};
}

}  // namespace

Cloned<StateSpace> position_space() { return PositionSpace(); }

}  // namespace stiffbench::phi
