#include "harness/estimates/estimate.hpp"

#include "base/hash.hpp"
#include "harness/io/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

const std::string timed = " timed";  // the end of the names of samples

std::string room_of(const Problem& problem) {
  return fmt::format("{}({})", problem.name(), problem.dof());
}

/// Two points of one size become their geometric mean: costs differ by factors.
void put(CostModel::Points& points, double size, const Cost& expense) {
  const auto [place, is_new] = points.emplace(size, expense);
  if (is_new) return;
  Cost& old = place->second;
  old = {std::sqrt(old.start * expense.start), std::sqrt(old.rest * expense.rest)};
}

/// The cost at a size on the power law through two points, whose exponent is between 0 and 1: more
/// steps are never cheaper, and dearer ones would need a finer law than two points give.
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

CostKey observed_key(const RunPlan& plan, const std::string& problem_hash) {
  CostKey key;
  const RunRequest& request = plan.request;
  key.room = room_of(*plan.problem);
  key.family = key.room + " " + request.integrator;
  if (request.threads > 1) key.family += fmt::format(" {} threads", request.threads);
  key.name = key.family + " " + problem_hash + " " + to_json(request.integrator_settings).dump();
  key.size =
      request.tolerance ? std::pow(*request.tolerance, -0.25) : static_cast<double>(plan.count);
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
  // Per force evaluation and degree of freedom, references of one problem cost alike at all sizes.
  return {problem.name() + " reference", problem.name() + " reference", "reference", work};
}

void CostModel::learn(const CostKey& key, const Cost& expense) {
  if (!(expense.rest > 0) || !(expense.start >= 0) || !(key.size > 0)) return;
  put(names_[key.name], key.size, expense);
  put(families_[key.family], key.size, expense);
}

std::optional<double> CostModel::estimate(const CostKey& key) const {
  if (const auto own = names_.find(key.name); own != names_.end())
    return interpolate(own->second, key.size);
  if (const auto family = families_.find(key.family); family != families_.end())
    return interpolate(family->second, key.size);
  if (key.name.ends_with(timed)) {  // about as dear as the observed pass
    CostKey observed = key;
    observed.name.resize(key.name.size() - timed.size());
    observed.family.resize(key.family.size() - timed.size());
    return estimate(observed);
  }
  std::vector<double> rates;
  for (const auto& [family, points] : families_)
    if (!family.ends_with(timed) &&
        (family.starts_with(key.room + " ") || family.ends_with(" " + key.room)))
      rates.push_back(interpolate(points, key.size));
  if (rates.empty()) return std::nullopt;
  std::ranges::nth_element(rates, rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2));
  return rates[rates.size() / 2];
}

void CostModel::add(const std::string& family, const Points& points) {
  families_[family].insert(points.begin(), points.end());
}

std::optional<double> time_left(const CostModel& model, const std::vector<PendingCost>& pending,
                                long jobs, double slowdown) {
  double alone = 0, beside = 0, longest = 0;
  for (const PendingCost& piece : pending) {
    if (piece.pieces == 0) continue;
    auto expense = model.estimate(piece.key);
    if (!expense) return std::nullopt;
    if (piece.most) expense = std::min(*expense, *piece.most);
    if (!piece.alone) longest = std::max(longest, *expense);
    (piece.alone ? alone : beside) += static_cast<double>(piece.pieces) * *expense;
  }
  return slowdown * (alone + std::max(longest, beside / static_cast<double>(jobs)));
}

std::string duration_text(double seconds) {
  if (seconds < 99.5) return fmt::format("{:.0f} s", std::max(1., std::round(seconds)));
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 48 * 3600) return fmt::format("{:.0f} h", seconds / 3600);
  return fmt::format("{:.0f} days", seconds / 86400);
}

}  // namespace stiffbench
