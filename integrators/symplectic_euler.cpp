#include "integrators/contract/registry.hpp"

namespace stiffbench {
namespace {

/// Symplectic Euler: a full kick, then a full drift with the new velocity. It is conjugate to
/// velocity Verlet, so its energy error stays bounded for h omega_max < 2.
class SymplecticEuler {
 public:
  Facts facts() const {
    return {.name = "symplectic_euler",
            .title = "symplectic Euler (semi-implicit Euler)",
            .doi = "10.1017/S0962492902000144",
            .family = Family::explicit_steps};
  }
  int order(const Problem&) const { return 1; }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
  }

  Outcome step(State& u) {
    problem_->force(u, f_);
    problem_->mass().solve(f_, a_);
    u.v += h_ * a_;
    u.x += h_ * u.v;
    u.t += h_;
    return {};
  }

 private:
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  Vec f_, a_;
};

const bool enrolled = enrol(SymplecticEuler{});

}  // namespace
}  // namespace stiffbench
