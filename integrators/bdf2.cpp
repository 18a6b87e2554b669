#include "integrators/contract/registry.hpp"
#include "integrators/kernels/newton/newton.hpp"
#include "integrators/kernels/order_settings.hpp"
#include "integrators/kernels/runge_kutta.hpp"
#include "integrators/tableaus/dirk.hpp"

#include <array>

namespace stiffbench {
namespace {

/// The substitute for the state before the first step.
enum class History { sdirk2, free_flight };
constexpr auto names_of(History) { return std::array{"sdirk2", "free_flight"}; }

/// The second backward differentiation formula with constant steps,
///   v+ = (4 v_n - v_{n-1}) / 3 + (2/3) h a,   x+ = (4 x_n - x_{n-1}) / 3 + (2/3) h v+,
/// which is L-stable. A parameter sets the history before the first step. With "sdirk2" that step
/// is one of SDIRK2, which is L-stable and of the same order. "free_flight" sets x_{-1} = x_0 - h
/// v_0, v_{-1} = v_0, which is of second order where no force acts at the start, and otherwise
/// leaves a first-order error in v.
class Bdf2 {
 public:
  Facts facts() const {
    return {.name = "bdf2",
            .title = "backward differentiation formula of order 2",
            .doi = "10.1073/pnas.38.3.235",
            .family = Family::implicit,
            .stages = 1,
            .feasible = true};
  }
  int order(const Problem& problem) const {
    return newton_.order(problem, history_ == History::free_flight && pulled(problem) ? 1 : 2);
  }

  static void parameters(auto& self, auto&& parameter) {
    parameter("history", self.history_, one_of<History>(),
              "the first step: one of sdirk2, or with straight motion before it");
    Newton::parameters(self.newton_, parameter);
  }
  void resolve() const { newton_.check_options(facts().name); }
  Settings order_settings() const { return newton_order_settings(); }

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
  /// True when a force acts at the start.
  static bool pulled(const Problem& problem) {
    Vec f;
    problem.force(problem.start(), f);
    return !f.isZero(0);
  }

  Outcome advance(const State& u) {
    if (first_ && history_ == History::sdirk2)
      return starter_.step(tableaus::sdirk2, next_, newton_);
    if (first_) before_ = {u.t - h_, u.x - h_ * u.v, u.v};
    const double q = 2 * h_ / 3;
    stage_.t = u.t + h_;
    stage_.v0 = (4 * u.v - before_.v) / 3;
    stage_.x0 = (4 * u.x - before_.x) / 3 + q * stage_.v0;
    stage_.velocity = q;
    stage_.position = q * q;
    return newton_.solve(stage_, next_, a_);
  }

  double h_ = 0;
  History history_ = History::sdirk2;
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
