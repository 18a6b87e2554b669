#include "integrators/contract/registry.hpp"

namespace stiffbench {
namespace {

/// Velocity Verlet (leapfrog, Stoermer): half a kick, a drift, half a kick. It is explicit,
/// symplectic, and stable for h omega_max < 2. A force that depends on v is evaluated at the
/// current velocity, which reduces the order to 1 on damped problems.
class VelocityVerlet {
 public:
  Facts facts() const {
    return {.name = "velocity_verlet",
            .title = "velocity Verlet (leapfrog)",
            .doi = "10.1103/PhysRev.159.98",
            .family = Family::explicit_steps,
            .stages = 1};
  }
  int order(const Problem& p) const { return p.traits().damped ? 1 : 2; }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    is_first_ = true;
  }

  Outcome step(State& u) {
    if (is_first_) accelerate(u);  // later steps start with that of the end of the last one
    is_first_ = false;
    u.v += 0.5 * h_ * a_;
    u.x += h_ * u.v;
    u.t += h_;
    accelerate(u);
    u.v += 0.5 * h_ * a_;
    return {};
  }

 private:
  void accelerate(const State& u) {
    problem_->force(u, f_);
    problem_->mass().solve(f_, a_);
  }

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool is_first_ = true;
  Vec f_, a_;
};

const bool enrolled = enrol(VelocityVerlet{});

}  // namespace
}  // namespace stiffbench
