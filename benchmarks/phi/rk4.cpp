#include "benchmarks/phi/suite.hpp"

#include <cmath>

namespace stiffbench {
namespace {

constexpr double T = 0.01;  // s
constexpr double stability_limit = 2.78;
const char* const by_rk4 = "literal_run/rk4";
const char* const by_exprb42 = "literal_run/exprb42_chebyshev";

/// The common part of the two benchmarks: the problem, its true end, and the error of RK4.
class Rk4Comparison {
 public:
  /// exprb42 needs RK4's error and comes after it.
  void run_rk4(benchmark::State& run) {
    const auto task = make("rk4", omega_T_ / stability_limit);
    task->prepare({});
    State u;
    task->run(u);
    rk4_error_ = deviation(u);
    time(run, *task, rk4_error_);
  }

  void run_exprb42(benchmark::State& run) {
    for (;; steps_ *= 2) {
      const auto task = make("exprb42", static_cast<double>(steps_));
      task->prepare({{"phi", "chebyshev"}, {"tolerance", rk4_error_ / 100}});
      State u;
      const double error = task->run(u).ok() ? deviation(u) : INFINITY;
      if (!(error <= rk4_error_) && steps_ < 4096) continue;
      run.counters["steps"] = static_cast<double>(steps_);
      return time(run, *task, error);
    }
  }

 private:
  std::shared_ptr<Steps> make(const std::string& integrator, double steps) const {
    const long count = std::lround(std::ceil(steps));
    return std::make_shared<Steps>(problem_, problem_->start(), T / static_cast<double>(count),
                                   count, true, integrator);
  }

  double deviation(const State& u) {
    if (truth_.x.size() == 0) {  // by an unrelated method
      const auto task = make("composition8", omega_T_ / 0.6);
      task->prepare({});
      task->run(truth_);
    }
    return energy_norm(*problem_, {0, u.x - truth_.x, u.v - truth_.v}) /
           energy_norm(*problem_, truth_);
  }

  static void time(benchmark::State& run, Task& task, double error) {
    State u;
    for (auto _ : run) task.run(u);
    run.counters["error"] = error;
  }

  std::shared_ptr<Problem> problem_ = bunny({{"size", "4k"}});
  double omega_T_ = omega_max(*problem_) * T;
  State truth_;
  double rk4_error_ = 0;
  long steps_ = 1;
};

Rk4Comparison& comparison() {
  static Rk4Comparison once;  // made when it is first run
  return once;
}

}  // namespace

void add_rk4(Suite& suite) {
  const auto add = [](const char* name, void (Rk4Comparison::*run)(benchmark::State&)) {
    benchmark::RegisterBenchmark(name,
                                 [run](benchmark::State& state) { (comparison().*run)(state); })
        ->Unit(benchmark::kMillisecond)
        ->Iterations(1)
        ->Repetitions(3);
  };
  add(by_rk4, &Rk4Comparison::run_rk4);
  add(by_exprb42, &Rk4Comparison::run_exprb42);
  suite.claims.push_back(
      {"exprb42 with chebyshev against RK4 at its stability limit, no worse error", by_rk4,
       by_exprb42, 2});
}

}  // namespace stiffbench
