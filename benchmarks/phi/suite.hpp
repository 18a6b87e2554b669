#pragma once

#include "benchmarks/fastest.hpp"
#include "benchmarks/phi/contestant.hpp"

#include <optional>

namespace stiffbench {

/// A claim about the ratio of two times, `over` by `under`: it is at least, or at most, `bound`.
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
           const Settings& settings, bool tuned = true, int repetitions = 2,
           Contestant::MakeTask make = {});
};

/// Adds the back ends on the moving literal bunny, at h omega_max = 500 and 2900.
void add_literal(Suite& suite);
/// Adds Chebyshev, rational Lanczos and the automatic choices on the two-scale bunny from rest.
void add_two_scale(Suite& suite);
/// Adds exprb42 with the fewest steps at which it is no worse than RK4 at its stability limit.
void add_rk4(Suite& suite);

}  // namespace stiffbench
