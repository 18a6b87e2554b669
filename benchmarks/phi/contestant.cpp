#include "benchmarks/phi/contestant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {

bool Contestant::attempt(double with) {
  Settings all = settings;
  all["tolerance"] = with;
  task().prepare(all);
  State u;
  const Outcome outcome = task().run(u);
  failure = outcome.ok() ? "" : fmt::format("{}: {}", to_string(outcome.status), outcome.reason);
  tolerance = with;
  work = task().work();
  error = outcome.ok() ? exercise->error(u) : INFINITY;
  if (outcome.ok() && with == exercise->target) error_as_asked = error;
  return outcome.ok();
}

void Contestant::tune() {
  exercise->compute_reference();
  const double target = exercise->target;
  double next = target, best = 0, too_large = INFINITY;
  for (int i = 0; i < (tuned ? 8 : 1); ++i) {
    const bool ran = attempt(next), good = ran && error <= target;
    if (good) best = std::max(best, next);
    if (ran && !good) too_large = std::min(too_large, next);
    if (good && (error > target / 4 || next > 0.05)) break;
    // A back end that does not converge may do so with a larger tolerance.
    next = ran ? next * 0.5 * target / std::max(error, 1e-4 * target) : 30 * next;
    // Errors may jump from one approximant to the next: then between what is known.
    if (best > 0 && too_large < INFINITY) next = std::sqrt(best * too_large);
    next = std::min(next, 0.1);
    if (next < 1e-15 || too_large < 1.1 * best) break;
  }
  if (tuned && best > 0 && tolerance != best) attempt(best);
  if (tuned && failure.empty() && !(error <= target))
    failure = fmt::format("error {:.1e} at tolerance {:.1e}", error, tolerance);
  ready = true;
}

}  // namespace stiffbench
