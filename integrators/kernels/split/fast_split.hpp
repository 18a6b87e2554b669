#pragma once

#include "integrators/kernels/linear/symmetric_product.hpp"
#include "problems/contract/counted_problem.hpp"

namespace stiffbench {

/// The split M x'' = fast(x) + slow(x, v, t) of methods that treat the two parts differently.
class FastSplit {
 public:
  /// The fast part: -K0 x with the constant K0 of Problem::linear_stiffness(), or that of the
  /// problem (FastForce), which is -K0 x where it has none.
  enum class Part { linear, of_problem };

  void init(const CountedProblem& problem, Part part) {
    problem_ = &problem;
    is_linear_ = part == Part::linear || !problem.has_fast_force();
    if (is_linear_) stiffness_.assign(problem.linear_stiffness(), problem.block_size());
  }

  /// Computes a = M^-1 fast(x) (m/s^2).
  void fast(const Vec& x, Vec& a) {
    if (is_linear_) {
      stiffness_.times(x, f_, problem_->work());
      f_ = -f_;
    } else {
      problem_->fast_force(x, f_);
    }
    problem_->mass().solve(f_, a);
  }
  /// Computes g = M^-1 slow(u) (m/s^2) from a = M^-1 fast(u.x).
  void slow(const State& u, const Vec& a, Vec& g) {
    problem_->force(u, f_);
    problem_->mass().solve(f_, g);
    g -= a;
  }

 private:
  const CountedProblem* problem_ = nullptr;
  bool is_linear_ = true;
  SymmetricProduct stiffness_;
  Vec f_;
};

}  // namespace stiffbench
