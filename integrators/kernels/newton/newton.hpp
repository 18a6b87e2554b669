#pragma once

#include "integrators/contract/integrator.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"

#include <algorithm>

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
/// (where position = velocity^2, mass = 1, without damping; else to within a constant; where K is
/// indefinite, the kinetic part at least). It is taken
/// relative to |v| + |velocity a| in the norm of the kinetic energy, with the diagonal of M, so
/// that translations of x do not matter. A norm of dv alone would let errors of stiff modes pass
/// that are larger by h omega. It has converged when the error estimated from the contraction q of
/// the updates, q/(1-q) times the last one, is within `tolerance`. Where updates shrink slowly, the
/// residual may decide: it is accepted at round-off level, which is 8 eps (|K|(|x0| + |x|) +
/// |D|(|v0| + |v|) + |M||a|) in the dual norm: x = x0 + position a is itself rounded, and no force
/// in double precision is known any better.
///
/// The line search takes the largest of 1, 1/2, 1/4, ... of an update, as far as the problem's
/// feasible_step goes, for which a merit falls by 1e-4 of what a linear problem would show. The
/// merit is |r|: "residual" in the norm dual to the kinetic energy, r' M^-1 r; "natural" in r' S^-1
/// r, the size of the next update with the matrix at hand (Deuflhard,
/// DOI 10.1007/978-3-642-23899-4, section 3.3), which costs nothing where that matrix is kept. They
/// differ on stiff bodies: an update that turns a stiff spring stretches it at second order, the
/// first merit sees the force of that and shortens nearly every update. Bunny two_scale, kd = 1e8,
/// start = sway, 40 steps of 0.05 s of implicit_euler: 2277 updates and 2144 factorizations with
/// "residual", 361 and 149 with "natural", and none of both ends after 1 step. An update with an
/// old matrix is not shortened: the matrix is renewed first.
///
/// "energy" is the optimization form. The stage is a stationary point of its incremental potential
///   B(a) = mass/2 a' M a + a0' M a + velocity/2 a' D a + v0' D a
///          + (P(x0 + position a) - load' (x0 + position a)) / position,
/// and the search asks B to fall by 1e-4 of what its slope promises (Armijo's rule). Changes of B
/// are summed from their parts, of which only that of P is a difference. Where it is lost in P's
/// round-off, the slope at the new point decides (Hager, Zhang, DOI 10.1137/030601880, section 2).
/// A damping matrix that depends on the state has no such potential: D is then the one of the
/// state that the iteration starts from (You, Zheng, Li, DOI 10.48550/arXiv.2602.08094, section
/// 4.5), and a method is left with its first order. P is +inf where infeasible: the position that
/// the iteration starts from has to be feasible, else the stage is `infeasible`. That is x_n for a
/// first stage and for one-stage methods, and the stage before for a later one.
///
/// Both forms at large steps, 2 s of the bunny above: updates / factorizations (F: fails), h =
/// 0.05, 0.2 and 1 s, each with hessian = diagonal; projected:
///   implicit_euler  natural  361/149; 361/149   267/218; 259/171   F; F
///                   energy   320/121; 320/121   194/177; 202/137   F; 175/141
///   bdf2            natural  339/132; 339/132   268/217; 259/179   F; F
///                   energy   324/123; 324/123   182/150; 172/117   144/161; 138/108
///   sdirk2          natural  719/294; 690/243   278/167; 273/155   186/128; 183/118
///                   energy   687/242; 672/222   186/86;  182/77    139/157; 146/108
/// (`stiffbench run --problem bunny --set problem.variant=two_scale --set problem.start=sway --set
/// problem.end_time=2 --integrator bdf2 --set integrator.line_search=energy --set
/// integrator.hessian=projected --h 0.2 --repeats 0 --no-reference --out -`, and so on.) The energy
/// search adds an evaluation of P for every trial.
///
/// Where S is indefinite, "diagonal" adds tau M with the least tau of 0 or a start beyond the least
/// S_ii/M_ii, then times 10, for which Cholesky's factorization succeeds (algorithm 3.3 of Nocedal,
/// Wright, DOI 10.1007/978-0-387-40065-5, in the units of M): the matrix of a smaller step.
/// "projected" takes the problem's projected_stiffness instead, of which the negative curvature of
/// every element is taken out. "lu" keeps the indefinite matrix; its updates may then point uphill,
/// which an energy search refuses. The ledger counts each of them as `indefinite`. On that bunny
/// matrices are indefinite on the way only, and of 12 runs (implicit_euler, implicit_midpoint,
/// bdf2, sdirk2 with h = 0.05, 0.2, 1 s to 2 s) 10 end well with "diagonal", 5 with "lu"; it is the
/// default. (With kd = 1e12, h omega_max above 1e5, 100 updates do not suffice: they are shortened
/// too much.) Near an unstable equilibrium, where S is indefinite at the solution itself, corrected
/// updates may lower no residual: take "lu" there.
class Newton {
 public:
  /// Those of methods that are always in the optimization form.
  static void energy_parameters(auto& self, auto&& parameter) {
    parameter("tolerance", self.tolerance, between(0, 1), "of Newton's updates, relative");
    parameter("max_iterations", self.max_iterations, at_least(1), "Newton updates per stage");
    parameter("refactorize", self.refactorize, one_of({"always", "step", "when_slow"}),
              "the matrix: of each update, of each stage's start, or kept until updates shrink by "
              "less than a factor of 10 (a linear problem then needs one)");
    parameter(
        "hessian", self.hessian, one_of({"lu", "diagonal", "projected"}),
        "half: an indefinite matrix is factorized as it is, or with a multiple of M added, or "
        "made anew without the negative curvature of any element");
  }
  static void parameters(auto& self, auto&& parameter) {
    energy_parameters(self, parameter);
    parameter("line_search", self.line_search, one_of({"none", "residual", "natural", "energy"}),
              "shortens updates until the residual falls, by its own norm or by the next update's, "
              "or until the incremental potential does");
    parameter("linear_solver", self.linear_solver, one_of({"half", "full"}),
              "symmetric system in a, or the nonsymmetric one in (x, v) of twice the size");
  }

  double tolerance = 1e-12;
  int max_iterations = 100;
  std::string refactorize = "when_slow";
  std::string line_search = "natural";
  std::string hessian = "diagonal";
  std::string linear_solver = "half";

  /// The order of a method that has `full` where its stages are solved exactly.
  int order(const Problem& problem, int full) const {
    return is_lagged(problem) ? std::min(full, 1) : full;
  }

  void init(const CountedProblem& problem);
  /// Solves for a, starting at the position that u holds; u becomes the stage. Not ok: diverged,
  /// singular, indefinite, infeasible, newton_failed, and then u and a are void.
  Outcome solve(const StageEquation& stage, State& u, Vec& a);

 private:
  bool due(const StageEquation& stage, int iteration, double contraction) const;
  bool is_lagged(const ProblemKind& problem) const {
    return line_search == "energy" && problem.nature().varying_damping;
  }
  /// a, u, the residual, and what else the search starts from.
  Outcome start(const StageEquation& stage, Vec& a, State& u);
  static Outcome not_finite(double t, int iteration);
  /// u at a.
  static void place(const StageEquation& stage, const Vec& a, State& u);
  /// The same, and the residual there; false where it is not finite.
  bool evaluate(const StageEquation& stage, const Vec& a, State& u);
  /// The residual's update.
  void update(const StageEquation& stage);
  /// a and u after this fraction of the update.
  void move(const StageEquation& stage, double fraction, Vec& a, State& u) const;
  /// How much of the update the problem allows.
  double feasible_fraction(const StageEquation& stage, const State& u);
  /// Of the update da that the residual gave.
  double size_of(const StageEquation& stage, const Vec& da) const;
  double merit(const StageEquation& stage);
  /// Takes the largest of fraction, fraction/2, ... of the update that lowers the merit, and
  /// returns it; a, u and the residual are then there. 0 where none does or, with `once`, not the
  /// first: they are back at the start.
  double search(const StageEquation& stage, double fraction, bool once, Vec& a, State& u);
  /// The same with the incremental potential as the merit.
  double descend(const StageEquation& stage, double fraction, bool once, Vec& a, State& u);
  void back_to_start(const StageEquation& stage, Vec& a, State& u);
  Outcome factorize(const StageEquation& stage, const State& u);
  const Columns& half(const StageEquation& stage, double added);
  Outcome corrected(const StageEquation& stage);
  Outcome projected(const StageEquation& stage, const State& u);
  void solve_linear(const StageEquation& stage, const Vec& right, Vec& da);
  bool at_round_off(const StageEquation& stage, const State& u, const Vec& a);
  double norm(const Vec& v) const { return std::sqrt(weights_.dot(v.cwiseAbs2())); }

  const CountedProblem* problem_ = nullptr;
  Vec weights_;
  Mat K_, D_, identity_;
  SparseSum sum_;
  LinearSolver solver_;
  double factored_[3] = {};  // mass, velocity, position of the factorization at hand
  bool next_known_ = false;  // the merit has solved for the residual's update already
  bool lagged_ = false;      // D is that of the start
  double potential_ = 0;     // P at the last accepted point
  Vec load_, still_;         // still_: a velocity of zero
  Vec f_, Ma_, residual_, start_residual_, start_, da_, dx_, next_, both_, wide_, right_, size_x_,
      size_v_, bound_;
};

}  // namespace stiffbench
