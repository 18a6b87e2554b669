#pragma once

#include "integrators/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <functional>

namespace stiffbench {

/// One unit mass with a force and a stiffness that need not agree.
class OneMass final : public Problem {
 public:
  std::function<double(const State&)> pull;
  double stiff = 1;
  double x0 = 1, v0 = 0;

  State start() const override { return {0, Vec::Constant(1, x0), Vec::Constant(1, v0)}; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override { return {.time_dependent = false}; }
  void force(const State& u, Vec& f) const override { f = Vec::Constant(1, pull(u)); }
  void jacobian_times(const State&, const Vec& dx, const Vec&, Vec& df) const override {
    df = -stiff * dx;
  }
  void stiffness(const State&, Mat& K) const override {
    K.resize(1, 1);
    K.insert(0, 0) = stiff;
    K.makeCompressed();
  }
  const Mat& linear_stiffness() const override { return linear_; }
  double potential(const State&) const override { return 0; }
  double default_end_time() const override { return 1; }

 private:
  Mass mass_{Vec::Ones(1)};
  Mat linear_{1, 1};
};

/// How a run of one mass ended.
struct OneRun {
  State u;
  Outcome outcome;
};

/// Steps until the end or the first failure.
inline OneRun run_one(AnyIntegrator method, const Problem& problem, double h, int steps) {
  const CountedProblem counted(problem);
  OneRun run{problem.start(), {}};
  method->init(counted, h);
  for (int i = 0; i < steps && run.outcome.ok(); ++i) {
    const State before = run.u;
    run.outcome = method->step(run.u);
    if (run.outcome.ok()) continue;
    CHECK(run.u.t == before.t);
    CHECK(run.u.x == before.x);
    CHECK(run.u.v == before.v);
  }
  return run;
}

}  // namespace stiffbench
