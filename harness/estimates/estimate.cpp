#include "harness/estimates/estimate.hpp"

#include "harness/io/json.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench {
namespace {

using Point = std::pair<const double, Cost>;

/// Returns the cost at a size on the power law through two points, with the exponent limited to [0,
/// 1]: more steps are never cheaper, and two points do not justify a faster growth.
double power_law(const Point& a, const Point& b, double size) {
  const double power = std::log(b.second.rest / a.second.rest) / std::log(b.first / a.first);
  const Point& near =
      std::abs(std::log(size / a.first)) < std::abs(std::log(size / b.first)) ? a : b;
  return near.second.rest * std::pow(size / near.first, std::clamp(power, 0., 1.));
}

double interpolate(const std::map<double, Cost>& points, double size) {
  if (points.size() == 1) {
    const auto& [own, expense] = *points.begin();
    return expense.start + size / own * expense.rest;
  }
  auto above = points.lower_bound(size);
  if (above == points.end()) --above;
  if (above == points.begin()) ++above;
  const auto below = std::prev(above);
  return (size < above->first ? below : above)->second.start + power_law(*below, *above, size);
}

}  // namespace

double size_of_run(const std::optional<double>& tolerance, long count) {
  return tolerance ? std::pow(*tolerance, -0.25) : static_cast<double>(count);
}

CostKey observed_key(const RunPlan& plan, const std::string& problem_hash) {
  const RunRequest& request = plan.request;
  const std::string problem = plan.problem->name();
  const std::string search = !request.tuned               ? ""
                             : request.carries_algorithms ? " carried"
                                                          : " tuned";
  // Observed and timed passes of a method with three ladders, or with those of numbers alone.
  const double passes_of_search = request.carries_algorithms ? 6 : 12;
  const bool searches = request.tuned && !searched_parameters(plan).empty();
  return {fmt::format("{} {} {} {} {}{}", problem, request.integrator, request.threads,
                      problem_hash, to_json(request.integrator_settings).dump(), search),
          problem,
          request.integrator,
          size_of_run(request.tolerance, plan.count),
          static_cast<double>(plan.problem->dof()),
          searches ? passes_of_search : 1};
}

CostKey sample_key(CostKey observed) {
  observed.name += " timed";
  observed.passes = 1;
  return observed;
}

Cost sample_cost(double stepping) {
  constexpr double process = 3e-3, warm_up = 0.01, shortest = 1e-3;
  return {process + std::min(stepping, warm_up) + std::max(shortest - stepping, 0.), stepping};
}

CostKey reference_key(const Problem& problem, double work) {
  // The cost per force evaluation and degree of freedom is similar for all references of a problem.
  return {problem.name() + " reference", problem.name(), "reference", work};
}

Rates usual_rates() {
  // The median over all timed runs of results/archive, and the mean over references of fput and
  // bunny.
  return {{"", 1e-6}, {"reference", 2e-8}};
}

void CostModel::learn(const CostKey& key, const Cost& expense) {
  if (expense.rest > 0 && expense.start >= 0 && key.size > 0) points_[key.name][key.size] = expense;
}

Estimate CostModel::estimate(const CostKey& key) const {
  if (const auto own = points_.find(key.name); own != points_.end())
    return {interpolate(own->second, key.size), false};
  auto rate = rates_.find(key.problem + " " + key.method);
  if (rate == rates_.end()) rate = rates_.find(key.method);
  if (rate == rates_.end()) rate = rates_.find("");
  return {rate->second * key.size * key.unknowns * key.passes, true};
}

CostSum cost_of(const CostModel& model, const std::vector<PendingCost>& pieces) {
  CostSum sum;
  double rough = 0;
  for (const PendingCost& piece : pieces) {
    if (piece.pieces == 0) continue;
    const auto [seconds, is_rough] = model.estimate(piece.key);
    const double one = std::min(seconds, piece.most.value_or(seconds));
    const double all = static_cast<double>(piece.pieces) * one;
    if (!piece.alone) sum.longest = std::max(sum.longest, one);
    (piece.alone ? sum.alone : sum.beside) += all;
    if (is_rough) rough += all;
  }
  sum.is_rough = rough > (sum.alone + sum.beside) / 2;
  return sum;
}

std::string duration_text(double seconds, bool is_rough) {
  const auto text = [&](double count, const char* unit) {
    const double digit = is_rough && count > 1 ? std::pow(10, std::floor(std::log10(count))) : 1;
    return fmt::format("about {:.0f} {}{}", std::max(1., std::round(count / digit) * digit), unit,
                       is_rough ? " (rough)" : "");
  };
  if (seconds < 99.5) return text(seconds, "s");
  if (seconds < 5400) return text(seconds / 60, "min");
  if (seconds < 48 * 3600) return text(seconds / 3600, "h");
  return text(seconds / 86400, "days");
}

}  // namespace stiffbench
