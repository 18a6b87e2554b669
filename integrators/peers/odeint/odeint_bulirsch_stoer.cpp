#include "integrators/contract/registry.hpp"
#include "integrators/peers/odeint/odeint.hpp"

#include <boost/numeric/odeint/stepper/bulirsch_stoer.hpp>

#include <vector>

namespace stiffbench {
namespace {

/// Extrapolation of the modified midpoint rule. Order and step are chosen together, so no single
/// order is declared. A step that is cut short at the end of h makes odeint choose the order anew.
/// A memory checker sees odeint compare the first step with an uninitialized number; odeint resets
/// in any case.
struct OdeintBulirschStoer {
  using Vector = std::vector<double>;
  using Fixed = NoFixedSteps;
  using Tolerances = Tolerance;  // bulirsch_stoer holds its own error checker
  using Controlled = boost::numeric::odeint::bulirsch_stoer<Vector>;
  static int order(const Problem&) { return 0; }

  static Facts facts() {
    return {.name = "odeint_bulirsch_stoer",
            .title = "Boost.Odeint: Bulirsch-Stoer extrapolation",
            .doi = "10.1007/BF02165234",
            .family = Family::peer,
            .stages = 0,
            .library = "Boost.Odeint"};
  }
  static Controlled make(const Tolerance& tolerance, const CountedProblem&) {
    return {tolerance.absolute(), tolerance.rtol};
  }
  static auto system(OdeintRun<Vector>& run) { return run.derivative(); }
};

const bool enrolled = enrol(OdeintControlled<OdeintBulirschStoer>{});

}  // namespace
}  // namespace stiffbench
