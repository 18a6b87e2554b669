// Velocity Verlet whose kernel, the force, takes KERNEL_TENTHS tenths of its time. Two programs of
// compare_times.sh are built from this file: one with 10, one with 13.

#include "integrators/contract/registry.hpp"

namespace stiffbench {
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
    for (int i = 0; i < KERNEL_TENTHS; ++i) problem_->force(u, force_);
    problem_->mass().solve(force_, a);
  }
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  Vec f_, force_;
};

const bool enrolled = enrol(TimedKernel{});

}  // namespace
}  // namespace stiffbench
