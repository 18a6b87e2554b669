// Velocity Verlet that computes each force many times over, as often as a constant says that
// compare_times.sh links in: programs that differ in it have the same code at the same place.

#include "integrators/contract/registry.hpp"

namespace stiffbench {

extern const int forces_in_kernel;

namespace {

class TimedKernel {
 public:
  Facts facts() const {
    return {.name = "timed_kernel",
            .title = "a test's own",
            .doi = "",
            .family = Family::other,
            .stages = 1};
  }
  int order(const Problem&) const { return 2; }
  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
  }
  Outcome step(State& u) {
    accelerate(u, f_);
    u.v += h_ / 2 * f_;
    u.x += h_ * u.v;
    u.t += h_;
    accelerate(u, f_);
    u.v += h_ / 2 * f_;
    return {};
  }

 private:
  void accelerate(const State& u, Vec& a) {
    for (int i = 0; i < forces_in_kernel; ++i) problem_->force(u, force_);
    problem_->mass().solve(force_, a);
  }
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  Vec f_, force_;
};

const bool enrolled = enrol(TimedKernel{});

}  // namespace
}  // namespace stiffbench
