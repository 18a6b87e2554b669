#include "integrators/contract/forces_at_start.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/kernels/split/linear_split.hpp"

namespace stiffbench {
namespace {

/// Crank-Nicolson, Adams-Bashforth (Ascher, Ruuth, Wetton): with the split f = -K0 x + g(x, v, t),
/// the trapezoidal rule for x' = v and -K0 x, and 3/2 g_n - 1/2 g_{n-1} for the rest, in the first
/// step g_0. One matrix serves the whole run. Stiff modes are not damped.
class Cnab {
 public:
  Facts facts() const {
    return {.name = "cnab",
            .title = "implicit-explicit method CNAB: Crank-Nicolson, Adams-Bashforth",
            .doi = "10.1137/0732037",
            .family = Family::split,
            .stages = 1,
            .group = "IMEX"};
  }
  static void parameters(auto& self, auto&& parameter) {
    LinearSplit::parameters(self.split_, parameter);
  }
  void resolve() const { split_.resolve("cnab"); }
  int order(const Problem&) const { return 2; }

  void init(const CountedProblem& problem, double h) {
    split_.init(problem);
    h_ = h;
    is_first_ = true;
    prepared_ = split_.prepare(0.5 * h);
  }

  Outcome step(State& u) {
    if (!prepared_.ok()) return prepared_;
    split_.evaluate(u, s_, g_);
    if (is_first_) before_g_ = g_;
    is_first_ = false;
    next_x_ = u.x + 0.5 * h_ * u.v;
    next_v_ = u.v + h_ * (1.5 * g_ - 0.5 * before_g_ - 0.5 * s_);
    if (Outcome outcome = split_.solve(next_x_, next_v_); !outcome.ok()) return outcome;
    u.x.swap(next_x_);
    u.v.swap(next_v_);
    before_g_.swap(g_);
    u.t += h_;
    return {};
  }

 private:
  LinearSplit split_;
  double h_ = 0;
  bool is_first_ = true;
  Outcome prepared_;
  Vec s_, g_, before_g_, next_x_, next_v_;
};

const bool enrolled = enrol(Cnab{}) && enrol_forces_at_start("cnab");

}  // namespace
}  // namespace stiffbench
