#include "integrators/kernels/runge_kutta.hpp"
#include "integrators/registry.hpp"
#include "integrators/tableaus/dirk.hpp"

namespace stiffbench {
namespace {

/// The second backward differentiation formula with constant steps,
///   v+ = (4 v_n - v_{n-1}) / 3 + (2/3) h a,   x+ = (4 x_n - x_{n-1}) / 3 + (2/3) h v+,
/// L-stable. The first step is one of SDIRK2, L-stable and of the same order.
class Bdf2 {
 public:
  Facts facts() const {
    return {.name = "bdf2",
            .title = "backward differentiation formula of order 2",
            .doi = "10.1073/pnas.38.3.235",
            .stages = 1};
  }
  int order(const Problem&) const { return 2; }
  std::string unfit(const Problem&) const { return ""; }

  static void parameters(auto& self, auto&& parameter) {
    Newton::parameters(self.newton_, parameter);
  }

  void init(const CountedProblem& problem, double h) {
    newton_.init(problem);
    starter_.init(problem, h);
    h_ = h;
    first_ = true;
  }

  Outcome step(State& u) {
    next_ = u;
    if (auto outcome = advance(u); !outcome.ok()) return outcome;
    before_ = u;
    next_.t = u.t + h_;
    u = next_;
    first_ = false;
    return {};
  }

 private:
  Outcome advance(const State& u) {
    if (first_) return starter_.step(tableaus::sdirk2, next_, newton_);
    const double q = 2 * h_ / 3;
    stage_.t = u.t + h_;
    stage_.v0 = (4 * u.v - before_.v) / 3;
    stage_.x0 = (4 * u.x - before_.x) / 3 + q * stage_.v0;
    stage_.velocity = q;
    stage_.position = q * q;
    return newton_.solve(stage_, next_, a_);
  }

  double h_ = 0;
  bool first_ = true;
  Newton newton_;
  RungeKutta<2> starter_;
  StageEquation stage_;
  State before_, next_;
  Vec a_;
};

const bool enrolled = enrol(Bdf2{});

}  // namespace
}  // namespace stiffbench
