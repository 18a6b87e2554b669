#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newmark_family.hpp"

namespace stiffbench {
namespace {

/// The method of Hilber, Hughes, Taylor: alpha = 0 is the trapezoidal rule, -1/3 damps most. The
/// authors average the forces of both ends. Here the force is that of the averaged state, as in
/// generalized_alpha, of which this is the member with am = 0. On linear problems both forms agree.
class HhtAlpha : public NewmarkMethod {
 public:
  Facts facts() const {
    return {.name = "hht_alpha",
            .title = "HHT-alpha method",
            .doi = "10.1002/eqe.4290050306",
            .family = Family::implicit,
            .stages = 1};
  }
  int order(const Problem& problem) const { return newton_.order(problem, 2); }

  static void parameters(auto& self, auto&& parameter) {
    parameter("alpha", self.alpha_, from_to(-1. / 3, 0),
              "minus the weight of the old state in the force; the less, the more damping");
    NewmarkMethod::parameters(self, parameter);
  }
  void resolve() const { check_options(facts().name); }

  void init(const CountedProblem& problem, double h) {
    init_loop(problem, h,
              {.beta = 0.25 * (1 - alpha_) * (1 - alpha_), .gamma = 0.5 - alpha_, .af = -alpha_});
  }

 private:
  double alpha_ = -0.1;
};

const bool enrolled = enrol(HhtAlpha{});

}  // namespace
}  // namespace stiffbench
