#include "integrators/contract/registry.hpp"
#include "integrators/kernels/linear/linear_solver.hpp"
#include "integrators/kernels/linear/lowest_modes.hpp"
#include "integrators/kernels/linear/multiply.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "integrators/phi/scalar/mode_phi.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {
namespace {

/// The hybrid of Chen, Sheen, Ascher, Pai. With the lowest modes U of (K, M) at the start of the
/// step, P = U U' M, F = G + H with G = P F, and J_G = P J P, J_H = J - J_G:
///   u+ = u + (I - h J_H)^-1 (h phi_1(h J_G) G + h H),
/// the exponential Rosenbrock-Euler method in the space of the modes, and the linearly implicit
/// Euler method in its complement. Both spaces are invariant under K and Rayleigh damping, so that
/// the step needs one symmetric matrix M + h D + h^2 K, as without modes, and 2 x 2 functions.
///
/// The order is that of the complement, 1; without a complement it is 2. The paper's equations are
/// autonomous; here a load enters as in both methods of the hybrid, with h^2 phi_2(h J_G) P F_t and
/// h^2 (I - P) F_t, F_t = (0, M^-1 df/dt).
class Siere {
 public:
  static void parameters(auto& self, auto&& parameter) {
    parameter("modes", self.modes_, at_least(0),
              "the number of the lowest modes that the exponential method has; all where the "
              "problem has no more; 0: linearly implicit Euler");
  }
  Facts facts() const {
    return {.name = "siere",
            .title =
                "SIERE: exponential Rosenbrock-Euler in the lowest modes, linearly implicit "
                "Euler in the others",
            .doi = "10.1145/3410527",
            .family = Family::exponential};
  }
  std::string why_not_applicable(const Problem& problem) const {
    const ProblemTraits traits = problem.traits();
    if (traits.damped && !traits.rayleigh)
      return "the split into modes needs an undamped problem or Rayleigh damping, D = alpha M + "
             "beta K";
    return "";
  }
  int order(const Problem& problem) const { return modes_ >= problem.dof() ? 2 : 1; }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    traits_ = problem.traits();
    low_.init(problem, std::min<Eigen::Index>(modes_, problem.dof()));
    K_ = Mat();
    D_.resize(traits_.damped ? 0 : problem.dof(), traits_.damped ? 0 : problem.dof());
    load_rate_ = Vec::Zero(problem.dof());
    sum_ = {};
    solver_ = {};
  }
  Outcome step(State& u);

 private:
  /// Computes the increments of the modes' amplitudes.
  void advance_modes(const State& u);

  long modes_ = 8;
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  ProblemTraits traits_;
  LowestModes low_;
  Mat K_, D_;
  SparseSum sum_;
  LinearSolver solver_;
  Vec f_, load_rate_, product_, right_, rest_, rest_velocity_;
  Vec v_, a_, rate_;  // velocity, acceleration and its rate by df/dt, in amplitudes of the modes
  Vec dx_, dv_;       // increments of amplitudes
};

void Siere::advance_modes(const State& u) {
  const auto& U = low_.vectors();
  problem_->mass().times(u.v, product_);
  for (Vec* amplitudes : {&v_, &a_, &rate_, &dx_, &dv_}) amplitudes->resize(U.cols());
  v_.noalias() = U.transpose() * product_;
  a_.noalias() = U.transpose() * f_;
  rate_.noalias() = U.transpose() * load_rate_;
  const auto [alpha, beta] = traits_.rayleigh.value_or(Rayleigh{});
  for (Eigen::Index i = 0; i < v_.size(); ++i) {
    const double lambda = low_.values()[i];
    const phi::ModePhi mode = phi::mode_phi(h_, lambda, alpha + beta * lambda, 2);
    dx_[i] = h_ * (mode.xx[1] * v_[i] + h_ * mode.off[1] * a_[i]) +
             h_ * h_ * h_ * mode.off[2] * rate_[i];
    dv_[i] = h_ * (mode.vv[1] * a_[i] - h_ * lambda * mode.off[1] * v_[i]) +
             h_ * h_ * mode.vv[2] * rate_[i];
  }
}

Outcome Siere::step(State& u) {
  problem_->force(u, f_);
  if (!f_.allFinite()) return {Status::diverged, fmt::format("the force is not finite at {}", u.t)};
  problem_->stiffness(u, K_);
  if (traits_.damped) problem_->damping(u, D_);
  if (traits_.time_dependent) problem_->time_derivative(u, load_rate_);
  if (Outcome outcome = low_.compute(K_); !outcome.ok()) return outcome;
  advance_modes(u);
  const Term terms[] = {{&problem_->mass().matrix(), 1}, {&D_, h_}, {&K_, h_ * h_}};
  const Columns& matrix = sum_.assemble(problem_->dof(), terms);
  if (Outcome outcome = solver_.factorize(matrix, true, problem_->work()); !outcome.ok())
    return outcome;
  // q = (M + h D + h^2 K)^-1 ((I - P') h (f + h df/dt) - h^2 K (I - P) v)
  const auto& U = low_.vectors();
  rest_ = u.v;
  rest_.noalias() -= U * v_;
  multiply(K_, problem_->block_size(), rest_, product_, problem_->work());
  right_ = h_ * (f_ + h_ * load_rate_) - h_ * h_ * product_;
  a_ = h_ * (a_ + h_ * rate_);
  product_.noalias() = U * a_;
  problem_->mass().times(product_, f_);
  right_ -= f_;
  solver_.solve(right_, rest_velocity_, problem_->work());
  u.x += h_ * (rest_ + rest_velocity_);
  u.x.noalias() += U * dx_;
  u.v += rest_velocity_;
  u.v.noalias() += U * dv_;
  u.t += h_;
  return {};
}

const bool enrolled = enrol(Siere{});

}  // namespace
}  // namespace stiffbench
