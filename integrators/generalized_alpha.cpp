#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newmark_family.hpp"
#include "integrators/kernels/order_settings.hpp"

namespace stiffbench {
namespace {

/// The generalized-alpha method of Chung, Hulbert. rho_inf is the spectral radius at h omega =
/// infinity: 1 conserves, 0 annihilates the stiffest modes in one step.
class GeneralizedAlpha {
 public:
  Facts facts() const {
    return {.name = "generalized_alpha",
            .title = "generalized-alpha method",
            .doi = "10.1115/1.2900803",
            .family = Family::implicit,
            .stages = 1};
  }
  int order(const Problem& problem) const { return newton_.order(problem, 2); }

  static void parameters(auto& self, auto&& parameter) {
    parameter("rho_inf", self.rho_inf_, from_to(0, 1), "spectral radius at h omega = infinity");
    Newton::parameters(self.newton_, parameter);
  }
  void resolve() const { newton_.check_options(facts().name); }
  Settings order_settings() const { return newton_order_settings(); }

  void init(const CountedProblem& problem, double h) {
    newton_.init(problem);
    const double am = (2 * rho_inf_ - 1) / (rho_inf_ + 1), af = rho_inf_ / (rho_inf_ + 1);
    const double shift = 1 - am + af;
    loop_.init(problem, h,
               {.beta = 0.25 * shift * shift, .gamma = shift - 0.5, .am = am, .af = af});
  }
  Outcome step(State& u) { return loop_.step(u, newton_); }

 private:
  double rho_inf_ = 0.8;
  Newton newton_;
  NewmarkFamily loop_;
};

const bool enrolled = enrol(GeneralizedAlpha{});

}  // namespace
}  // namespace stiffbench
