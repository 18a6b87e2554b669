#pragma once

#include "problems/contract/optional/extended_force.hpp"
#include "reference/archive.hpp"

#include <type_traits>

namespace stiffbench::references {

/// The equation x'' = M^-1 f(x, v, t) of a problem, in double, or in long double if can_extend().
template <class Scalar>
class Equation {
 public:
  explicit Equation(const Problem& problem)
      : problem_(problem), force_of_(dynamic_cast<const Force&>(problem)) {}

  /// Computes a = x'' (m/s^2) at the state u.
  void acceleration(const StateOf<Scalar>& u, VecOf<Scalar>& a) const {
    force_of_.force(in_step(u), force_);
    problem_.mass().solve(force_, a);
    ++evaluations_;
  }
  /// Sets the internal variables z of all later evaluations. The states that methods construct have
  /// none.
  void hold(const VecOf<Scalar>& z) { at_.z = z; }
  Eigen::Index dof() const { return problem_.dof(); }
  long evaluations() const { return evaluations_; }
  void serialize(Archive& archive) { archive(evaluations_); }

 private:
  using Force = std::conditional_t<std::is_same_v<Scalar, double>, Problem, ExtendedForce>;

  const StateOf<Scalar>& in_step(const StateOf<Scalar>& u) const {
    if (at_.z.size() == 0) return u;
    at_.t = u.t;
    at_.x = u.x;
    at_.v = u.v;
    return at_;
  }

  const Problem& problem_;
  const Force& force_of_;
  mutable StateOf<Scalar> at_;
  mutable VecOf<Scalar> force_;
  mutable long evaluations_ = 0;
};

/// Adds small increments to a vector and compensates the rounding errors of the sums (Kahan,
/// DOI 10.1145/363707.363723).
template <class Scalar>
class CompensatedSum {
 public:
  explicit CompensatedSum(Eigen::Index n) : compensation_(VecOf<Scalar>::Zero(n)) {}

  template <class Increment>
  void add(VecOf<Scalar>& sum, const Increment& increment) {
    for (Eigen::Index i = 0; i < sum.size(); ++i) {
      const Scalar addend = increment.coeff(i) - compensation_[i], total = sum[i] + addend;
      compensation_[i] = (total - sum[i]) - addend;
      sum[i] = total;
    }
  }
  void serialize(Archive& archive) { archive(compensation_); }

 private:
  VecOf<Scalar> compensation_;
};

}  // namespace stiffbench::references
