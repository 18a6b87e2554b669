#include "integrators/contract/forces_at_start.hpp"
#include "integrators/contract/registry.hpp"

namespace stiffbench {
namespace {

/// The explicit generalized-alpha method of Hulbert, Chung (Computer Methods in Applied Mechanics
/// and Engineering 137, 1996, 175-188): Newmark's formulas with
///   M ((1 - am) a+ + am a) = f(x, v, t)
/// at the start of the step. rho_b is the spectral radius where the two eigenvalues of an
/// oscillation meet, at h omega = (1 + rho_b) sqrt(2 - rho_b). The carried acceleration lags by (1
/// - am) h, and the weights make up for that.
class ExplicitGeneralizedAlpha {
 public:
  Facts facts() const {
    return {.name = "explicit_generalized_alpha",
            .title = "explicit generalized-alpha method (Hulbert, Chung)",
            .doi = "",
            .family = Family::explicit_steps,
            .stages = 1};
  }
  int order(const Problem&) const { return 2; }

  static void parameters(auto& self, auto&& parameter) {
    parameter("rho_b", self.rho_b_, from_to(0, 1),
              "spectral radius where the eigenvalues of a mode meet; 1 does not damp");
  }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    am_ = (2 * rho_b_ - 1) / (1 + rho_b_);
    beta_ = (5 - 3 * rho_b_) / ((1 + rho_b_) * (1 + rho_b_) * (2 - rho_b_));
    gamma_ = 1.5 - am_;
    is_first_ = true;
  }

  Outcome step(State& u) {
    problem_->force(u, f_);
    problem_->mass().solve(f_, next_a_);
    if (is_first_) a_ = next_a_;
    is_first_ = false;
    next_a_ = (next_a_ - am_ * a_) / (1 - am_);
    u.x += h_ * u.v + h_ * h_ * ((0.5 - beta_) * a_ + beta_ * next_a_);
    u.v += h_ * ((1 - gamma_) * a_ + gamma_ * next_a_);
    u.t += h_;
    a_.swap(next_a_);
    return {};
  }

 private:
  double rho_b_ = 0.8;
  const CountedProblem* problem_ = nullptr;
  double h_ = 0, am_ = 0, beta_ = 0, gamma_ = 0;
  bool is_first_ = true;
  Vec f_, a_, next_a_;
};

const bool enrolled =
    enrol(ExplicitGeneralizedAlpha{}) && enrol_forces_at_start("explicit_generalized_alpha");

}  // namespace
}  // namespace stiffbench
