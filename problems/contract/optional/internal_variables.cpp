#include "problems/contract/optional/internal_variables.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {

double clock_period(const Problem& problem) {
  const auto* internal = dynamic_cast<const InternalVariables*>(&problem);
  return internal ? internal->update_period() : 0;
}

long clock_ticks(const Problem& problem) {
  const double period = clock_period(problem);
  if (period == 0) return 0;
  const double ratio = problem.end_time() / period, whole = std::round(ratio);
  if (whole >= 1 && std::abs(ratio - whole) <= 1e-6 * whole) return static_cast<long>(whole);
  throw Error(fmt::format("problem '{}': end_time is a whole number of its clock's periods",
                          problem.name()),
              fmt::format("{} / {} = {:.10g}", problem.end_time(), period, ratio),
              fmt::format("give --set problem.end_time={:.12g}", std::max(1., whole) * period));
}

}  // namespace stiffbench
