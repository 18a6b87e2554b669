#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newmark_family.hpp"

namespace stiffbench {
namespace {

/// The generalized-alpha method of Chung, Hulbert. rho_inf is the spectral radius at h omega =
/// infinity: 1 conserves, 0 annihilates the stiffest modes in one step.
class GeneralizedAlpha : public NewmarkMethod {
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
    NewmarkMethod::parameters(self, parameter);
  }
  void resolve() const { check_options(facts().name); }

  void init(const CountedProblem& problem, double h) {
    const double am = (2 * rho_inf_ - 1) / (rho_inf_ + 1), af = rho_inf_ / (rho_inf_ + 1);
    const double shift = 1 - am + af;
    init_loop(problem, h, {.beta = 0.25 * shift * shift, .gamma = shift - 0.5, .am = am, .af = af});
  }

 private:
  double rho_inf_ = 0.8;
};

const bool enrolled = enrol(GeneralizedAlpha{});

}  // namespace
}  // namespace stiffbench
