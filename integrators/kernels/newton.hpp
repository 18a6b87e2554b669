#pragma once

#include "integrators/integrator.hpp"
#include "integrators/kernels/sparse_sum.hpp"

namespace stiffbench {

/// One implicit stage, with the acceleration a as its unknown: find a such that
///   M (mass a + a0) = f(x, v, t)   at   x = x0 + position a,  v = v0 + velocity a.
/// Every implicit method here is a sequence of such stages. With a as the unknown, x and v are
/// never differenced and divided by h, which would lose digits when h is small.
struct StageEquation {
  double t = 0;
  Vec x0, v0, a0;  ///< a0 may be empty: zero
  double mass = 1, velocity = 0, position = 0;
};

/// The shared Newton iteration with matrix S = mass M + velocity D + position K.
///
/// An update is measured in the energy norm, since S da = residual gives it for nothing:
///   velocity^2 (da . residual) = dv' M dv + dx' K dx
/// (where position = velocity^2, mass = 1, without damping; else to within a constant). It is taken
/// relative to |v| + |velocity a| in the norm of the kinetic energy, with the diagonal of M, so
/// that translations of x do not matter. A norm of dv alone would let errors of stiff modes pass
/// that are larger by h omega. It has converged when the error estimated from the contraction q of
/// the updates, q/(1-q) times the last one, is within `tolerance`. Where updates shrink slowly, the
/// residual may decide: it is accepted at round-off level, which is 8 eps (|K|(|x0| + |x|) +
/// |D|(|v0| + |v|) + |M||a|) in the dual norm: x = x0 + position a is itself rounded, and no force
/// in double precision is known any better.
class Newton {
 public:
  static void parameters(auto& self, auto&& parameter) {
    parameter("tolerance", self.tolerance, between(0, 1), "of Newton's updates, relative");
    parameter("max_iterations", self.max_iterations, at_least(1), "Newton updates per stage");
    parameter("refactorize", self.refactorize, one_of({"always", "step", "when_slow"}),
              "the matrix: of each update, of each stage's start, or kept until updates shrink by "
              "less than a factor of 10 (a linear problem then needs one)");
    parameter("linear_solver", self.linear_solver, one_of({"half", "full"}),
              "symmetric system in a, or the nonsymmetric one in (x, v) of twice the size");
  }

  double tolerance = 1e-12;
  int max_iterations = 25;
  std::string refactorize = "when_slow";
  std::string linear_solver = "half";

  void init(const CountedProblem& problem);
  /// Solves for a, starting at the position that u holds; u becomes the stage. Not ok: diverged,
  /// singular, newton_failed, and then u and a are void.
  Outcome solve(const StageEquation& stage, State& u, Vec& a);

 private:
  bool due(const StageEquation& stage, int iteration, double contraction) const;
  Outcome factorize(const StageEquation& stage, const State& u);
  void update(const StageEquation& stage, Vec& da);
  bool at_round_off(const StageEquation& stage, const State& u, const Vec& a);
  double norm(const Vec& v) const { return std::sqrt(weights_.dot(v.cwiseAbs2())); }

  const CountedProblem* problem_ = nullptr;
  Vec weights_;
  Mat K_, D_, identity_;
  SparseSum sum_;
  LinearSolver solver_;
  double factored_[3] = {};  // mass, velocity, position of the factorization at hand
  Vec f_, Ma_, residual_, da_, both_, wide_, right_, bound_;
};

}  // namespace stiffbench
