#include "integrators/contract/forces_at_start.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/kernels/split/linear_split.hpp"

namespace stiffbench {
namespace {

/// The semi-implicit backward differentiation formula of order 2 (Ascher, Ruuth, Wetton): with the
/// split f = -K0 x + g(x, v, t), BDF2 for x' = v and -K0 x, and g extrapolated from the last two
/// steps. One matrix serves all steps but the first, which is implicit-explicit Euler.
/// Damping and all that K0 lacks are explicit.
class Sbdf2 {
 public:
  Facts facts() const {
    return {.name = "sbdf2",
            .title = "implicit-explicit method SBDF2 (Ascher, Ruuth, Wetton)",
            .doi = "10.1137/0732037",
            .family = Family::split,
            .stages = 1,
            .group = "IMEX"};
  }
  static void parameters(auto& self, auto&& parameter) {
    LinearSplit::parameters(self.split_, parameter);
  }
  void resolve() const { split_.resolve("sbdf2"); }
  int order(const Problem&) const { return 2; }

  void init(const CountedProblem& problem, double h) {
    split_.init(problem);
    h_ = h;
    steps_ = 0;
    prepared_ = {};
  }

  Outcome step(State& u) {
    if (steps_ < 2) prepared_ = split_.prepare(steps_ == 0 ? h_ : 2 * h_ / 3);
    if (!prepared_.ok()) return prepared_;
    split_.evaluate(u, s_, g_);
    if (steps_ == 0) {
      next_x_ = u.x;
      next_v_ = u.v + h_ * g_;
    } else {
      next_x_ = (4 * u.x - before_x_) / 3;
      next_v_ = (4 * u.v - before_v_) / 3 + 2 * h_ / 3 * (2 * g_ - before_g_);
    }
    if (Outcome outcome = split_.solve(next_x_, next_v_); !outcome.ok()) return outcome;
    before_x_.swap(u.x);
    before_v_.swap(u.v);
    before_g_.swap(g_);
    u.x = next_x_;
    u.v = next_v_;
    u.t += h_;
    ++steps_;
    return {};
  }

 private:
  LinearSplit split_;
  double h_ = 0;
  long steps_ = 0;
  Outcome prepared_;
  Vec s_, g_, next_x_, next_v_, before_x_, before_v_, before_g_;
};

const bool enrolled = enrol(Sbdf2{}) && enrol_forces_at_start("sbdf2");

}  // namespace
}  // namespace stiffbench
