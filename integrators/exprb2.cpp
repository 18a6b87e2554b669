#include "integrators/contract/registry.hpp"
#include "integrators/phi/exponential_rosenbrock.hpp"

namespace stiffbench {
namespace {

/// One exponential of the linearisation: exact for linear autonomous problems.
class Exprb2 {
 public:
  static void parameters(auto& self, auto&& parameter) {
    phi::Phi::parameters(self.loop_.phi, parameter);
  }
  Facts facts() const {
    return {.name = "exprb2",
            .title = "exponential Rosenbrock-Euler method, order 2",
            .doi = "10.1137/080717717",
            .stages = 1};
  }
  int order(const Problem&) const { return 2; }
  std::string unfit(const Problem& p) const { return loop_.unfit(p); }
  void init(const CountedProblem& problem, double h) {
    loop_.init(problem, h, phi::RosenbrockTableau{});
  }
  Outcome step(State& u) { return loop_.step(u); }
  Settings reported() const { return loop_.phi.reported(); }

 private:
  phi::ExponentialRosenbrock loop_;
};

const bool enrolled = enrol(Exprb2{});

}  // namespace
}  // namespace stiffbench
