#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newmark_family.hpp"

namespace stiffbench {
namespace {

/// Newmark's family; beta = 1/4, gamma = 1/2 is the trapezoidal rule.
class Newmark : public NewmarkMethod {
 public:
  Facts facts() const {
    return {.name = "newmark",
            .title = "Newmark's method",
            .doi = "10.1061/JMCEA3.0000098",
            .family = Family::implicit,
            .stages = 1,
            .feasible = true};
  }
  int order(const Problem& problem) const { return newton_.order(problem, gamma_ == 0.5 ? 2 : 1); }

  static void parameters(auto& self, auto&& parameter) {
    parameter("beta", self.beta_, between(0, 1), "weight of a+ in the position");
    parameter("gamma", self.gamma_, between(0, 2),
              "weight of a+ in the velocity; below 1/2 unstable");
    NewmarkMethod::parameters(self, parameter);
  }
  void resolve() const { check_options(facts().name); }

  void init(const CountedProblem& problem, double h) {
    init_loop(problem, h, {.beta = beta_, .gamma = gamma_});
  }

 private:
  double beta_ = 0.25, gamma_ = 0.5;
};

const bool enrolled = enrol(Newmark{});

}  // namespace
}  // namespace stiffbench
