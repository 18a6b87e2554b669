#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newmark_family.hpp"

namespace stiffbench {
namespace {

/// The method of Wood, Bossak, Zienkiewicz: Newmark's formulas with the inertia of both ends of the
/// step, (1 - am) a+ + am a with am = (rho_inf - 1) / (rho_inf + 1), between 0 and -1. rho_inf = 1
/// is the trapezoidal rule.
class WbzAlpha : public NewmarkMethod {
 public:
  Facts facts() const {
    return {.name = "wbz_alpha",
            .title = "WBZ-alpha method (Wood, Bossak, Zienkiewicz)",
            .doi = "10.1002/nme.1620151011",
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
    const double am = (rho_inf_ - 1) / (rho_inf_ + 1), shift = 1 - am;
    init_loop(problem, h, {.beta = 0.25 * shift * shift, .gamma = shift - 0.5, .am = am});
  }

 private:
  double rho_inf_ = 0.8;
};

const bool enrolled = enrol(WbzAlpha{});

}  // namespace
}  // namespace stiffbench
