#pragma once

#include "integrators/kernels/newton/iteration.hpp"
#include "integrators/kernels/newton/stage_matrix.hpp"

#include <vector>

namespace stiffbench {

/// A weighted place in a step: the fraction of the way from x to x+, and the weight of its force.
struct StepNode {
  double place, weight;
};

/// One step of a method with a mean force over the step as a system for Newton's iteration. The
/// unknown is the mean acceleration a,
///   x+ = x + h v + h^2/2 a,   v+ = v + h a,   dx = x+ - x,   M a = F(x, x+),
///   F = sum_k weight_k f(x + place_k dx, v + h/2 a, t + place_k h) - c M dx.
/// The places are symmetric. With `discrete_gradient` c is the number for which F has the work of
/// the potential, F' dx = P(x) - P(x+) plus the works of damping and load (Gonzalez, DOI
/// 10.1007/BF02440162, with the inner product of M in place of the Euclidean one, so that c M dx
/// changes no total momentum that is zero). Otherwise c = 0.
///
/// The matrix is S = (1 + c h^2/2) M + h/2 D + h^2/4 K plus, with `discrete_gradient`, a matrix of
/// rank one, whose inverse Sherman and Morrison's formula gives. K is that of the middle, or of
/// 2/3 of dx where there are several places: the mean of place K(place) is then exact for a K that
/// is linear along dx.
///
/// Where round-off hides the difference of the potentials, c is zero: on linear problems F is the
/// force in the middle.
class MeanForceSystem {
 public:
  void init(const CountedProblem& problem, double h, std::vector<StepNode> nodes,
            bool discrete_gradient);
  /// Makes this the system of the step from u, which must outlive it. Sets a so that x+ = x.
  void begin(const State& u, Vec& a);
  /// The result of the step at the present point.
  const State& end() const { return end_; }

  void set_point(const Vec& a);
  bool evaluate(const Vec& a, Vec& residual);
  bool is_factorized() const { return matrix_.ready(); }
  Outcome factorize(HessianCorrection correction);
  bool iterates() const { return false; }
  Outcome solve(const Vec& residual, const Accuracy&, Vec& da);
  double solve_error() const { return 0; }
  double size(const Vec& da, const Vec& residual) const;
  double scale(const Vec& a) const;
  double feasible_step(const Vec& da);
  double residual_norm(const Vec& residual) const { return dual_norm(residual, weights_); }
  double round_off(const Vec& a);
  double potential() const { return problem_->potential(end_); }
  std::string where(int iteration, const Vec& residual) const;
  Work& work() const { return problem_->work(); }

 private:
  /// Moves at_ to this place of the step.
  void move_to(double place);
  /// Computes the conservative force -grad P at the position of at_ and the middle of the step.
  void conservative(Vec& f);
  /// Computes c at the present point.
  void compute_correction();

  const CountedProblem* problem_ = nullptr;
  const State* u_ = nullptr;
  double h_ = 0;
  bool discrete_gradient_ = false, damped_ = false, has_rank_one_ = false;
  std::vector<StepNode> nodes_;
  double correction_ = 0;       // c
  double potential_noise_ = 0;  // of the force by round-off of the potentials, in the dual norm
  State end_, at_;
  Vec weights_;  // the diagonal of M
  StageMatrix matrix_;
  Vec dx_, mass_dx_, middle_v_, f_, load_, product_, inertia_, size_x_, size_v_;
  Vec row_, column_, solved_column_;  // S + column row'
};

/// The common part of integrators with a mean force.
class MeanForceStep {
 public:
  static void parameters(auto& self, auto&& parameter) {
    NewtonOptions::control_parameters(self.options, parameter, true);
    parameter("hessian_correction", self.options.hessian_correction, one_of<HessianCorrection>(),
              "an indefinite matrix is taken as it is, by LU, or has a multiple of M added, or is "
              "made anew without the negative curvature of any element");
    parameter("line_search", self.options.line_search, one_of({"none", "residual", "natural"}),
              "shortens updates until the residual falls, by its own norm or by the next update's");
  }

  NewtonOptions options;

  void init(const CountedProblem& problem, double h, std::vector<StepNode> nodes,
            bool discrete_gradient) {
    iteration_.system.init(problem, h, std::move(nodes), discrete_gradient);
    iteration_.init(problem.dof());
  }
  /// Advances u; u moves only when the outcome is ok.
  Outcome step(State& u) {
    iteration_.system.begin(u, iteration_.a);
    if (auto outcome = iteration_.solve(options); !outcome.ok()) return outcome;
    const State& end = iteration_.system.end();
    u.t = end.t;
    u.x = end.x;
    u.v = end.v;
    return {};
  }

 private:
  NewtonIteration<MeanForceSystem> iteration_;
};

}  // namespace stiffbench
