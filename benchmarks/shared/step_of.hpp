#pragma once

#include "base/error.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/counted_problem.hpp"

#include <functional>
#include <memory>
#include <string>

namespace stiffbench {

/// A step from the start, again and again.
inline std::function<void()> step_of(const Problem& problem, const std::string& name, double h,
                                     const Settings& settings = {}) {
  struct Stepping {
    CountedProblem counted;
    AnyIntegrator method;
    State start, now;
  };
  const auto s =
      std::make_shared<Stepping>(Stepping{CountedProblem(problem),
                                          IntegratorRegistry::instance().make(name, settings),
                                          problem.start(),
                                          {}});
  s->method->init(s->counted, h);
  return [s] {
    s->now = s->start;
    if (const Outcome outcome = s->method->step(s->now); !outcome.ok())
      throw Error("a step succeeds", outcome.reason, "take another h");
  };
}

}  // namespace stiffbench
