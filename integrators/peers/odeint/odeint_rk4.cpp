#include "integrators/contract/registry.hpp"
#include "integrators/peers/odeint/odeint.hpp"

#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>

#include <vector>

namespace stiffbench {
namespace {

/// The classical Runge-Kutta method of Boost.Odeint, at fixed steps.
class OdeintRk4 {
 public:
  Facts facts() const {
    return {.name = "odeint_rk4",
            .title = "Boost.Odeint: classical Runge-Kutta",
            .doi = "10.1063/1.3637934",
            .family = Family::peer,
            .stages = 4,
            .library = "Boost.Odeint"};
  }
  int order(const Problem&) const { return 4; }

  void init(const CountedProblem& problem, double h) { run_.init(problem, h); }
  Outcome step(State& u) {
    run_.load(u);
    run_.broken = false;
    stepper_.do_step(run_.derivative(), run_.y, u.t, run_.h());
    return run_.store(u);
  }

 private:
  OdeintRun<std::vector<double>> run_;
  boost::numeric::odeint::runge_kutta4<std::vector<double>> stepper_;
};

const bool enrolled = enrol(OdeintRk4{});

}  // namespace
}  // namespace stiffbench
