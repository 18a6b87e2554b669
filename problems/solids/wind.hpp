#pragma once

#include "problems/contract/state.hpp"

#include <cmath>
#include <numbers>

namespace stiffbench {

/// A wind, given as the acceleration of a body at X:
///   a(X, t) = (1 - exp(-(t/rise)^2)) (steady + gust sin(2 pi frequency t - wave' X)),
/// a steady part and gusts that travel along `wave`.
struct Gusts {
  Eigen::Vector3d steady, gust;  ///< m/s^2
  double frequency;              ///< 1/s
  Eigen::Vector3d wave;          ///< 1/m
  double rise;                   ///< s
};

/// The force of a wind on the vertices of a body (N), which depends only on time.
class Wind {
 public:
  /// `masses`: of the vertices (kg); `rest`: their rest positions (m), three entries each.
  Wind(const Gusts& gusts, const Vec& masses, const Vec& rest)
      : circular_(2 * std::numbers::pi * gusts.frequency), rise_(gusts.rise) {
    for (Vec* part : {&steady_, &sine_, &cosine_}) part->resize(rest.size());
    for (Eigen::Index i = 0; i < masses.size(); ++i) {
      const double phase = gusts.wave.dot(rest.segment<3>(3 * i));
      steady_.segment<3>(3 * i) = masses[i] * gusts.steady;
      sine_.segment<3>(3 * i) = masses[i] * std::cos(phase) * gusts.gust;
      cosine_.segment<3>(3 * i) = -masses[i] * std::sin(phase) * gusts.gust;
    }
  }

  /// Adds the force at time t to f.
  template <class Scalar>
  void add(Scalar t, VecOf<Scalar>& f) const {
    const Scalar angle = static_cast<Scalar>(circular_) * t;
    const Scalar share = -std::expm1(-std::pow(t / static_cast<Scalar>(rise_), 2));
    f += share * (steady_.cast<Scalar>() + std::sin(angle) * sine_.cast<Scalar>() +
                  std::cos(angle) * cosine_.cast<Scalar>());
  }
  /// Adds the time derivative of the force.
  void add_rate(double t, Vec& rate) const {
    const double angle = circular_ * t, decay = std::exp(-std::pow(t / rise_, 2));
    const double share = circular_ * (1 - decay), growth = 2 * t / (rise_ * rise_) * decay;
    rate += growth * steady_ + (growth * std::sin(angle) + share * std::cos(angle)) * sine_ +
            (growth * std::cos(angle) - share * std::sin(angle)) * cosine_;
  }

 private:
  double circular_, rise_;
  Vec steady_, sine_, cosine_;
};

}  // namespace stiffbench
