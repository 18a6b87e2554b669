#pragma once

#include "integrators/stabilised/mode_bounds.hpp"
#include "integrators/stabilised/recurrence.hpp"

#include <optional>

namespace stiffbench {

/// True if |R(h mu)| <= 1 + growth for every mu that the bounds allow. R has no poles, so that |R|
/// is largest on the boundary of a region: the real interval, where real_bound decides, and the
/// curve of the largest frequencies, which is sampled.
bool is_stable(const Recurrence& method, const ModeBounds& modes, double h, double growth = 0);

/// Options for the choice of the stages of a step.
struct StageOptions {
  Polynomials polynomials = Polynomials::chebyshev;
  int stages = 0;      ///< 0: as few as are stable
  int most = 200;      ///< stages
  double epsilon = 0;  ///< 0: for Chebyshev's the one with the fewest stages
  double growth = 0;   ///< of a mode in a step that counts as stable
};

/// A method with its number of stages and its damping.
struct StagedMethod {
  int stages;
  double epsilon;
  Recurrence method;
};

/// The method with the fewest stages that is stable at this h, of those the one with the least
/// epsilon of 2/13 times powers of 2; nothing if none is stable.
std::optional<StagedMethod> choose_stages(const StageOptions& options, const ModeBounds& modes,
                                          double h);

}  // namespace stiffbench
