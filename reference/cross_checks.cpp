#include "reference/cross_checks.hpp"

#include "base/error.hpp"
#include "reference/file.hpp"
#include "reference/reference.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {
namespace {

/// The factor in: allowed distance of a cross-check = factor * own error + floor.
constexpr double safety = 10;

/// Returns the floor of a reference, limited to the value that its digits claim. An error in its
/// states must not raise the floor.
ErrorMeasures claimed_floor(const Problem& problem, const Reference& r) {
  double x = 0, v = 0;
  for (const State& u : r.states) {
    x = std::max(x, u.x.lpNorm<Eigen::Infinity>());
    v = std::max(v, u.v.lpNorm<Eigen::Infinity>());
  }
  ErrorMeasures floor = floors(problem, r);
  floor.position_max = std::min(floor.position_max, r.agreement * x);
  floor.velocity_max = std::min(floor.velocity_max, r.agreement * v);
  return floor;
}

double allowed(const CrossCheck& check, const ErrorMeasures& floor,
               double ErrorMeasures::*measure) {
  return safety * check.own_error.*measure + floor.*measure;
}

/// Describes the distances of a cross-check and the distances that are allowed.
std::string contradiction(const CrossCheck& check, const ErrorMeasures& floor) {
  return fmt::format(
      "{} ({}): positions {:.2g} m away where {:.2g} m is allowed, velocities {:.2g} m/s where "
      "{:.2g} m/s is",
      check.method, check.setting, check.distance.position_max,
      allowed(check, floor, &ErrorMeasures::position_max), check.distance.velocity_max,
      allowed(check, floor, &ErrorMeasures::velocity_max));
}

}  // namespace

bool agrees(const Problem& problem, const Reference& r, const CrossCheck& check) {
  const ErrorMeasures floor = claimed_floor(problem, r);
  for (const auto measure : {&ErrorMeasures::position_max, &ErrorMeasures::velocity_max})
    if (!(check.distance.*measure <= allowed(check, floor, measure))) return false;
  return true;
}

void add_cross_check(const Problem& problem, Reference& r, const CrossCheck& check) {
  std::erase_if(r.cross_checks, [&](const CrossCheck& w) { return w.method == check.method; });
  r.cross_checks.push_back(check);
  r.withdrawn.clear();
  for (const CrossCheck& each : r.cross_checks)
    if (each.inconclusive.empty() && !agrees(problem, r, each))
      r.withdrawn = contradiction(each, claimed_floor(problem, r));
  references::save(r);
}

void refuse_withdrawn(const Reference& r) {
  if (r.withdrawn.empty()) return;
  throw Error("the reference of problem '" + r.problem + "' must agree with its cross-checks",
              r.withdrawn,
              fmt::format("it is withdrawn: ask for more than its {:.1f} digits, or delete {} to "
                          "compute it anew",
                          r.digits, references::file_path(r.hash).string()));
}

std::string cross_check_summary(const Problem& problem, const Reference& r) {
  std::string text;
  for (const CrossCheck& w : r.cross_checks) {
    text += fmt::format("{:13}{}{}{}, {:.1e} force evaluations\n", "cross-check", w.method,
                        w.setting.empty() ? "" : ", ", w.setting, w.evaluations);
    if (!w.inconclusive.empty()) {
      text += fmt::format("{:13}inconclusive: {}\n", "", w.inconclusive);
      continue;
    }
    const ErrorMeasures &far = w.distance, &own = w.own_error;
    text += fmt::format(
        "{0:13}{1}: positions {2:.1e} m away, own error {3:.1e} m;\n"
        "{0:13}velocities {4:.1e} m/s away, own error {5:.1e} m/s\n",
        "", agrees(problem, r, w) ? "agrees" : "DISAGREES", far.position_max, own.position_max,
        far.velocity_max, own.velocity_max);
  }
  return text;
}

}  // namespace stiffbench
