#pragma once

#include "problems/contract/problem.hpp"

namespace stiffbench {

/// Interface of problems that offer their force in extended precision, in addition to Problem.
/// References of small problems are computed with it.
class ExtendedForce {
 public:
  virtual ~ExtendedForce() = default;
  virtual void force(const StateOf<long double>& u, VecOf<long double>& f) const = 0;
};

/// A problem whose force is one template `force_of(const StateOf<Scalar>&, VecOf<Scalar>&)`, which
/// also runs in extended precision: `class Chain final : public ExtendedProblem<Chain>`.
template <class Derived>
class ExtendedProblem : public Problem, public ExtendedForce {
 public:
  void force(const State& u, Vec& f) const final { self().force_of(u, f); }
  void force(const StateOf<long double>& u, VecOf<long double>& f) const final {
    self().force_of(u, f);
  }

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

}  // namespace stiffbench
