#include "integrators/contract/registry.hpp"
#include "integrators/phi/exponential_rosenbrock.hpp"

namespace stiffbench {
namespace {

/// Two stages, order 4 although b c^3 = (32/9) (3/4)^3 phi_3 = 1.5 phi_3 is not 6 phi_4: the two
/// agree at J = 0, and that weak form of the last order condition is enough (superconvergence).
class Exprb42 {
 public:
  static void parameters(auto& self, auto&& parameter) {
    phi::Phi::parameters(self.loop_.phi, parameter);
  }
  Facts facts() const {
    return {.name = "exprb42",
            .title = "exponential Rosenbrock method exprb42, order 4 in two stages",
            .doi = "10.1016/j.apnum.2016.10.008",
            .stages = 2};
  }
  int order(const Problem&) const { return 4; }
  std::string unfit(const Problem& p) const { return loop_.unfit(p); }
  void init(const CountedProblem& problem, double h) {
    loop_.init(problem, h, phi::exprb42_tableau());
  }
  Outcome step(State& u) { return loop_.step(u); }
  Settings reported() const { return loop_.phi.reported(); }

 private:
  phi::ExponentialRosenbrock loop_;
};

const bool enrolled = enrol(Exprb42{});

}  // namespace
}  // namespace stiffbench
