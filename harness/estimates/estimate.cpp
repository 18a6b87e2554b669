#include "harness/estimates/estimate.hpp"

#include "base/text/read_number.hpp"
#include "harness/io/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace stiffbench {
namespace {

const std::string timed = " timed";  // suffix of the names of samples

/// Unknowns and method of a family, "fput(6) rk4" or "fput reference".
struct FamilyParts {
  double dof = 1;
  std::string_view method;  // "rk4", without the number of threads
};

FamilyParts parts_of(std::string_view family) {
  FamilyParts parts;
  const auto open = family.find('('), close = family.find(')');
  if (open < close && close != std::string_view::npos)
    parts.dof = read_number<double>(family.substr(open + 1, close - open - 1)).value_or(1);
  parts.method = family.substr(std::min(family.find(' '), family.size() - 1) + 1);
  parts.method = parts.method.substr(0, parts.method.find(' '));
  return parts;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// Adds a point. Two points of one size become their geometric mean, because costs vary by factors.
void put(CostModel::Points& points, double size, const Cost& expense) {
  const auto [place, is_new] = points.emplace(size, expense);
  if (is_new) return;
  Cost& old = place->second;
  old = {std::sqrt(old.start * expense.start), std::sqrt(old.rest * expense.rest)};
}

/// Returns the cost at a size on the power law through two points, with the exponent limited to [0,
/// 1]: more steps are never cheaper, and two points do not justify a faster growth.
double power_law(const CostModel::Points::value_type& a, const CostModel::Points::value_type& b,
                 double size) {
  const double power = std::log(b.second.rest / a.second.rest) / std::log(b.first / a.first);
  const auto& near =
      std::abs(std::log(size / a.first)) < std::abs(std::log(size / b.first)) ? a : b;
  return near.second.rest * std::pow(size / near.first, std::clamp(power, 0., 1.));
}

double interpolate(const CostModel::Points& points, double size) {
  auto above = points.lower_bound(size);
  if (points.size() == 1) {
    const auto& [own, expense] = *points.begin();
    return expense.start + size / own * expense.rest;
  }
  if (above == points.end()) --above;
  if (above == points.begin()) ++above;
  const auto below = std::prev(above);
  return (size < above->first ? below : above)->second.start + power_law(*below, *above, size);
}

}  // namespace

CostKey family_key(const std::string& problem, long dof, const std::string& integrator,
                   long threads, const std::optional<double>& tolerance, long count) {
  const std::string family = fmt::format("{}({}) {}{}", problem, dof, integrator,
                                         threads > 1 ? fmt::format(" {} threads", threads) : "");
  return {family, family, tolerance ? std::pow(*tolerance, -0.25) : static_cast<double>(count)};
}

CostKey observed_key(const RunPlan& plan, const std::string& problem_hash) {
  const RunRequest& request = plan.request;
  CostKey key = family_key(plan.problem->name(), plan.problem->dof(), request.integrator,
                           request.threads, request.tolerance, plan.count);
  key.name += " " + problem_hash + " " + to_json(request.integrator_settings).dump();
  return key;
}

CostKey sample_key(CostKey observed) {
  observed.name += timed;
  observed.family += timed;
  return observed;
}

Cost sample_cost(double stepping) {
  constexpr double process = 3e-3, warm_up = 0.01, shortest = 1e-3;
  return {process + std::min(stepping, warm_up) + std::max(shortest - stepping, 0.), stepping};
}

CostKey reference_key(const Problem& problem, double work) {
  // The cost per force evaluation and degree of freedom is similar for all references of a problem.
  return {problem.name() + " reference", problem.name() + " reference", work};
}

void CostModel::learn(const CostKey& key, const Cost& expense) {
  if (!(expense.rest > 0) || !(expense.start >= 0) || !(key.size > 0)) return;
  put(names_[key.name], key.size, expense);
  put(families_[key.family], key.size, expense);
}

std::optional<Estimate> CostModel::estimate(const CostKey& key) const {
  if (const auto own = names_.find(key.name); own != names_.end())
    return Estimate{interpolate(own->second, key.size), false};
  if (const auto family = families_.find(key.family); family != families_.end())
    return Estimate{interpolate(family->second, key.size), false};
  if (key.name.ends_with(timed)) {  // about as expensive as the observed pass
    CostKey observed = key;
    observed.name.resize(key.name.size() - timed.size());
    observed.family.resize(key.family.size() - timed.size());
    return estimate(observed);
  }
  const auto rough = rough_estimate(key);
  return rough ? std::optional(Estimate{*rough, true}) : std::nullopt;
}

std::optional<double> CostModel::rough_estimate(const CostKey& key) const {
  const FamilyParts own = parts_of(key.family);
  const bool is_reference = own.method == "reference";
  // Families of this method come first, then the nearest number of unknowns.
  using Distance = std::pair<bool, double>;
  std::map<Distance, std::vector<double>> costs;
  for (const auto& [family, points] : families_) {
    const FamilyParts other = parts_of(family);
    if (family.ends_with(timed) || (other.method == "reference") != is_reference) continue;
    const double ratio = own.dof / other.dof;
    costs[{other.method != own.method, std::abs(std::log(ratio))}].push_back(
        ratio * interpolate(points, key.size));
  }
  return costs.empty() ? std::nullopt : std::optional(median(costs.begin()->second));
}

void CostModel::add(const std::string& family, const Points& points) {
  families_[family].insert(points.begin(), points.end());
}

std::optional<CostSum> cost_of(const CostModel& model, const std::vector<PendingCost>& pieces) {
  CostSum sum;
  double rough = 0;
  for (const PendingCost& piece : pieces) {
    if (piece.pieces == 0) continue;
    const auto expected = model.estimate(piece.key);
    if (!expected) return std::nullopt;
    const double one = piece.most ? std::min(expected->seconds, *piece.most) : expected->seconds;
    const double all = static_cast<double>(piece.pieces) * one;
    if (!piece.alone) sum.longest = std::max(sum.longest, one);
    (piece.alone ? sum.alone : sum.beside) += all;
    if (expected->is_rough) rough += all;
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
