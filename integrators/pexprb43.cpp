#include "base/error.hpp"
#include "integrators/phi/exponential_rosenbrock.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

/// Two stages at c2 and c3 that do not depend on each other; (1/2, 1) is as valid as the default.
/// The embedded method of order 3 omits phi_4.
class Pexprb43 : public phi::ExponentialRosenbrock {
 public:
  static void parameters(auto& self, auto&& parameter) {
    parameter("c2", self.c2_, positive(), "where the first stage lies, in steps; at most 1");
    parameter("c3", self.c3_, positive(), "where the second stage lies, in steps; at most 1");
    parallel_parameter_of(self, parameter);
    ExponentialRosenbrock::parameters(self, parameter);
    adaptive_parameters_of(self, parameter);
  }
  void resolve() const {
    if (c2_ > 1 || c3_ > 1 || c2_ == c3_)
      throw Error("integrator 'pexprb43': c2 and c3 must be different and at most 1",
                  fmt::format("c2 = {}, c3 = {}", c2_, c3_), "try c2 = 0.3333, c3 = 0.75");
    check_control("pexprb43");
  }
  Facts facts() const {
    return {.name = "pexprb43",
            .title = "parallel exponential Rosenbrock method pexprb43, order 4 in three stages",
            .doi = "10.1016/j.camwa.2016.01.020",
            .family = Family::exponential,
            .stages = 3};
  }
  int order(const Problem&) const { return 4; }
  void init(const CountedProblem& problem, double h) {
    const auto stages = tableaus::parallel_stages(c2_, c3_);
    const auto embedded = tableaus::without_phi_4(stages);
    ExponentialScheme scheme(stages);
    scheme.embedded_order = embedded.order;
    scheme.embedded = embedded.terms;
    init_scheme(problem, h, scheme, embedded.order + 1);
  }

 private:
  double c2_ = 1.0 / 3, c3_ = 3.0 / 4;
};

const bool enrolled = enrol(Pexprb43{});

}  // namespace
}  // namespace stiffbench
