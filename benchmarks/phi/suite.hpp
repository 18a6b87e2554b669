#pragma once

#include "benchmarks/fastest.hpp"
#include "benchmarks/phi/contestant.hpp"

#include <optional>

namespace stiffbench {

/// Ratio of two times and what it is claimed to be.
struct Claim {
  std::string words, over, under;
  double bound;
  bool at_least = true;

  bool holds(double ratio) const { return at_least ? ratio >= bound : ratio <= bound; }
};

struct Suite {
  std::vector<std::unique_ptr<Contestant>> contestants;
  std::vector<Claim> claims;

  void add(const std::string& name, const std::shared_ptr<Exercise>& exercise,
           const Settings& settings, bool tuned = true, int repetitions = 2);
};

/// Back ends on the literal bunny under way, at h omega_max = 500 and 2900.
void add_literal(Suite& suite);
/// Chebyshev, rational Lanczos and the automatic choices on the two-scale bunny from rest.
void add_two_scale(Suite& suite);
/// The fewest steps with which exprb42 is no worse than RK4 at its stability limit, over a run.
void add_rk4(Suite& suite);

}  // namespace stiffbench
