#include "integrators/contract/registry.hpp"
#include "integrators/peers/odeint/odeint.hpp"

#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>

#include <vector>

namespace stiffbench {
namespace {

/// Fehlberg's pair of orders 7 and 8, continued with order 8. The estimate is 41/840 h (k1
/// + k11 - k12 - k13), taken at the times 0, h, 0, h: it misses an error that comes only from a
/// time-dependent load.
struct OdeintFehlberg78 {
  using Vector = std::vector<double>;
  using Fixed = boost::numeric::odeint::runge_kutta_fehlberg78<Vector>;
  using Tolerances = PeerTolerance;
  using Checker = OdeintErrorChecker<Fixed>;
  using Controlled = boost::numeric::odeint::controlled_runge_kutta<Fixed, Checker>;
  static constexpr int error_order = 8;
  static int order(const Problem&) { return 8; }

  static Facts facts() {
    return {.name = "odeint_fehlberg78",
            .title = "Boost.Odeint: Fehlberg 7(8)",
            .doi = "10.1063/1.3637934",
            .family = Family::peer,
            .stages = 13,
            .library = "Boost.Odeint"};
  }
  static Controlled make(const PeerTolerance& tolerance, const CountedProblem& problem) {
    return Controlled(Checker(tolerance, problem));
  }
  static auto system(OdeintRun<Vector>& run) { return run.derivative(); }
};

const bool enrolled = enrol(OdeintControlled<OdeintFehlberg78>{});

}  // namespace
}  // namespace stiffbench
