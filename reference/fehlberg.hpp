#pragma once

#include "reference/archive.hpp"
#include "reference/equation.hpp"

#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace stiffbench::references {

/// Fehlberg's formula of order 8 with 13 stages (NASA TR R-287, 1968), by Boost.Odeint, for any
/// force and for u = (x, v). It integrates the increment from the start of the step, so that a
/// small increment loses no digits.
template <class Scalar>
class Fehlberg {
 public:
  static std::string name() { return "Runge-Kutta-Fehlberg, order 8"; }
  static constexpr int order = 8;
  static constexpr double evaluations = 13;  ///< for one step

  Fehlberg(const Equation<Scalar>& equation, Scalar h)
      : equation_(equation),
        h_(h),
        increment_(static_cast<std::size_t>(2 * equation.dof())),
        x_(equation.dof()),
        v_(equation.dof()) {}

  void step(StateOf<Scalar>& u) {
    const Eigen::Index n = equation_.dof();
    const auto slope = [&](const Vector& increment, Vector& rate, Scalar after) {
      const Eigen::Map<const VecOf<Scalar>> x(increment.data(), n), v(increment.data() + n, n);
      at_ = {u.t + after, u.x + x, u.v + v};
      equation_.acceleration(at_, a_);
      Eigen::Map<VecOf<Scalar>>(rate.data(), n) = at_.v;
      Eigen::Map<VecOf<Scalar>>(rate.data() + n, n) = a_;
    };
    std::fill(increment_.begin(), increment_.end(), Scalar(0));
    stepper_.do_step(slope, increment_, Scalar(0), h_);
    x_.add(u.x, Eigen::Map<const VecOf<Scalar>>(increment_.data(), n));
    v_.add(u.v, Eigen::Map<const VecOf<Scalar>>(increment_.data() + n, n));
  }
  void serialize(Archive& archive) {
    x_.serialize(archive);
    v_.serialize(archive);
  }

 private:
  using Vector = std::vector<Scalar>;
  const Equation<Scalar>& equation_;
  Scalar h_;
  boost::numeric::odeint::runge_kutta_fehlberg78<Vector, Scalar> stepper_;
  Vector increment_;
  VecOf<Scalar> a_;
  StateOf<Scalar> at_;
  CompensatedSum<Scalar> x_, v_;
};

}  // namespace stiffbench::references
