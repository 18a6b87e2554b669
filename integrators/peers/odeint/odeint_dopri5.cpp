#include "integrators/contract/registry.hpp"
#include "integrators/peers/odeint/odeint.hpp"

#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>

#include <vector>

namespace stiffbench {
namespace {

/// The pair of Dormand and Prince of orders 5 and 4; its last stage is the first of the next step.
struct OdeintDopri5 {
  using Vector = std::vector<double>;
  using Fixed = boost::numeric::odeint::runge_kutta_dopri5<Vector>;
  using Tolerances = PeerTolerance;
  using Checker = OdeintErrorChecker<Fixed>;
  using Controlled = boost::numeric::odeint::controlled_runge_kutta<Fixed, Checker>;
  static constexpr int error_order = 5;
  static int order(const Problem&) { return 5; }

  static Facts facts() {
    return {.name = "odeint_dopri5",
            .title = "Boost.Odeint: Dormand-Prince 5(4)",
            .doi = "10.1016/0771-050X(80)90013-3",
            .family = Family::peer,
            .stages = 6,
            .library = "Boost.Odeint"};
  }
  static Controlled make(const PeerTolerance& tolerance, const CountedProblem& problem) {
    return Controlled(Checker(tolerance, problem));
  }
  static auto system(OdeintRun<Vector>& run) { return run.derivative(); }
};

const bool enrolled = enrol(OdeintControlled<OdeintDopri5>{});

}  // namespace
}  // namespace stiffbench
