#include "harness/records/tables/ranking.hpp"

#include "harness/records/tables/attempts.hpp"
#include "harness/records/tables/error_measure.hpp"
#include "harness/records/tables/race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace stiffbench {
namespace {

using enum MethodTime::Status;

constexpr double largest_draw = 1.1;  // ratio of times

/// Counts the runs by status: "1 diverged, 2 ok".
std::string statuses(const Attempts& method) {
  std::map<std::string_view, int> counts;
  for (const Attempt& attempt : method) ++counts[to_string(attempt.row->record.result.status)];
  std::string text;
  for (const auto& [status, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, status);
  return text;
}

/// Returns the reason why no run reaches the level.
MethodTime failure_of(const Attempts& method, double level) {
  const Attempt* nearest = nullptr;
  bool ended = false;
  for (const Attempt& attempt : method) {
    ended = ended || attempt.row->ok();
    if (attempt.row->ok() && attempt.error && (!nearest || *attempt.error < *nearest->error))
      nearest = &attempt;
  }
  MethodTime failure{ended ? not_judged : unfinished, method[0].row, statuses(method)};
  if (nearest == nullptr) return failure;
  const bool untimed = *nearest->error <= level && !nearest->row->time();
  failure.status = untimed ? not_timed : not_reached;
  failure.note = fmt::format("best {:.2g} at {} = {:.3g}; {}", *nearest->error,
                             nearest->row->record.h ? "h" : "tolerance",
                             nearest->row->step_or_tolerance, failure.note);
  return failure;
}

MethodTime result_of(const Attempts& method, double level, double floor) {
  if (floor >= level)
    return {unknown, method[0].row,
            fmt::format("the reference itself is known to {:.2g} only", floor)};
  const Attempt* best = cheapest(method, level);
  if (best == nullptr) return failure_of(method, level);
  return {.status = reached,
          .row = best->row,
          .error = *best->error,
          .coarsest = is_coarsest(*best, method)};
}

Lead lead_of(const std::vector<MethodTime>& integrators) {
  if (integrators.size() < 2) return Lead::alone;
  return integrators[1].ratio <= largest_draw ? Lead::draw : Lead::clear;
}

Ranking ranking_at(double level, const std::vector<Attempts>& methods, double floor, bool races) {
  Ranking ranking{level, {}};
  for (const Attempts& method : methods) ranking.all.push_back(result_of(method, level, floor));
  std::ranges::stable_sort(ranking.all, {}, [](const MethodTime& one) {
    return std::pair(one.status != reached, one.status == reached ? *one.row->time() : 0);
  });
  const auto own = ranking.reached();
  for (std::size_t i = 0; i < own.size(); ++i)
    ranking.all[i].ratio = *own[i].row->time() / *own[0].row->time();
  if (races && !own.empty()) ranking.lead = lead_of(ranking.integrators());
  return ranking;
}

std::vector<double> decades(double least) {
  std::vector<double> levels;
  for (int decade = 1; decade <= 16; ++decade) {  // the decades of a double
    const double level = std::stod(fmt::format("1e-{}", decade));
    if (level >= least) levels.push_back(level);
  }
  return levels;
}

Json time_json(const MethodTime& method) {
  const Row& row = *method.row;
  Json json{{"method", row.method},
            {"integrator", row.record.integrator.name},
            {"status", name_of(method.status)},
            {"note", text_or_null(method.note)}};
  const char* const fields[] = {"h", "tolerance", "count", "error", "time", "ratio", "coarsest"};
  for (const char* name : fields) json[name] = nullptr;
  if (method.status != reached) return json;
  json["h"] = value_or_null(row.h);
  json["tolerance"] = value_or_null(row.record.tolerance);
  json["count"] = value_or_null(row.record.count);
  json["error"] = method.error;
  json["time"] = *row.time();
  json["ratio"] = method.ratio;
  json["coarsest"] = method.coarsest;
  return json;
}

Json lead_json(std::optional<Lead> lead) { return lead ? Json(name_of(*lead)) : Json(nullptr); }

}  // namespace

std::span<const MethodTime> Ranking::reached() const {
  const auto end = std::ranges::find_if(
      all, [](const MethodTime& one) { return one.status != MethodTime::Status::reached; });
  return {all.begin(), end};
}

std::vector<MethodTime> Ranking::integrators() const {
  std::vector<MethodTime> first;
  std::set<std::string> names;
  for (const MethodTime& method : reached())
    if (names.insert(method.row->record.integrator.name).second) first.push_back(method);
  return first;
}

bool Ranking::leads(const MethodTime& method) const {
  return method.row == all[0].row || (lead == Lead::draw && method.ratio <= largest_draw);
}

std::vector<Ranking> rank_methods(std::span<const Row> of_problem, const std::string& measure,
                                  const std::vector<double>& levels) {
  const auto methods = attempts_of(of_problem, measure);
  const double floor = largest_floor(of_problem, measure).value_or(0);
  const bool races = is_race(contestants(of_problem));
  std::vector<Ranking> rankings;
  for (const double level : levels) rankings.push_back(ranking_at(level, methods, floor, races));
  return rankings;
}

std::vector<Ranking> rank_at_decades(std::span<const Row> of_problem, const std::string& measure,
                                     double least) {
  auto rankings = rank_methods(of_problem, measure, decades(least));
  const auto is_empty = [](const Ranking& ranking) { return ranking.reached().empty(); };
  rankings.erase(std::ranges::find_if(rankings, is_empty), rankings.end());
  return rankings;
}

std::optional<double> largest_floor(std::span<const Row> of_problem, const std::string& measure) {
  std::optional<double> floor;
  for (const Row& row : of_problem)
    if (const auto& error = row.record.result.error)
      floor = std::max(floor, floor_of(*error, measure));  // nothing is less than any number
  return floor;
}

void mark_cheapest(std::vector<Row>& rows) {
  each_problem(rows, [&](std::span<const Row> of_problem) {
    for (const Attempts& method : attempts_of(of_problem, "energy_norm"))
      for (const double level : {0.1, 0.01, 0.001})
        if (const Attempt* best = cheapest(method, level))
          rows[static_cast<std::size_t>(best->row - rows.data())].cheapest_at.push_back(level);
  });
}

void mark_ranks(std::vector<Row>& rows) {
  each_problem(rows, [&](std::span<const Row> of_problem) {
    if (!is_race(contestants(of_problem))) return;
    for (const Ranking& ranking : rank_at_decades(of_problem, "energy_norm")) {
      int rank = 0;
      for (const MethodTime& method : ranking.integrators()) {
        const bool leads = ranking.leads(method);
        if (++rank > 3 && !leads) break;
        rows[static_cast<std::size_t>(method.row - rows.data())].ranks.push_back(
            {ranking.level, rank, method.ratio, method.coarsest,
             leads ? ranking.lead : std::nullopt});
      }
    }
  });
}

Json to_json(const Rank& rank) {
  return {{"level", rank.level},
          {"rank", rank.rank},
          {"ratio", rank.ratio},
          {"coarsest", rank.coarsest},
          {"lead", lead_json(rank.lead)}};
}

Json to_json(const Ranking& ranking) {
  Json methods = Json::array();
  for (const MethodTime& method : ranking.all) methods.push_back(time_json(method));
  return {
      {"level", ranking.level}, {"lead", lead_json(ranking.lead)}, {"methods", std::move(methods)}};
}

}  // namespace stiffbench
