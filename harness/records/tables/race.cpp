#include "harness/records/tables/race.hpp"

#include "harness/records/labels.hpp"
#include "harness/records/tables/attempts.hpp"
#include "harness/records/tables/time_to_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace stiffbench {
namespace {

constexpr double largest_draw = 1.1;  // ratio of times

/// Returns the largest error of the reference over these rows; 0 for a closed form.
double largest_floor(std::span<const Row> of_problem, const std::string& measure) {
  double floor = 0;
  for (const Row& row : of_problem)
    if (const auto& error = row.record.result.error)
      floor = std::max(floor, floor_of(*error, measure).value_or(0));
  return floor;
}

Ranking ranking_at(double level, const std::vector<Attempts>& all) {
  Ranking ranking{.level = level, .entries = {}};
  for (const Attempts& attempts : all)
    if (const Attempt* best = cheapest(attempts, level))
      ranking.entries.push_back({best->row, *best->row->time(), is_coarsest(*best, attempts)});
  std::ranges::sort(ranking.entries, {},
                    [](const auto& entry) { return std::pair(entry.ratio, entry.row); });
  const double least = ranking.entries.empty() ? 1 : ranking.entries[0].ratio;
  for (Ranking::Entry& entry : ranking.entries) entry.ratio /= least;
  const auto methods = ranking.methods();
  ranking.lead = lead_over(methods.size() > 1 ? std::optional(methods[1].ratio) : std::nullopt);
  return ranking;
}

}  // namespace

std::vector<Contestant> contestants(std::span<const Row> of_problem) {
  std::map<std::pair<Family, std::string>, std::set<double>> steps;
  for (const Row& row : of_problem) {
    const std::string& name = row.record.integrator.name;
    steps[{family_of(name), name}].insert(row.fineness);
  }
  std::vector<Contestant> all;
  for (auto& [key, own] : steps) all.push_back({key.first, key.second, std::move(own)});
  return all;
}

bool is_race(const std::vector<Contestant>& all) {
  const auto with_steps = static_cast<std::size_t>(
      std::ranges::count_if(all, [](const Contestant& one) { return one.steps.size() > 1; }));
  return all.size() > 1 && 2 * with_steps > all.size();
}

Json race_json(std::span<const Row> of_problem) {
  const auto all = contestants(of_problem);
  if (!is_race(all)) return nullptr;
  Json families = Json::array();
  for (const auto& [family, name, steps] : all) {
    const char* words = names_of(Family{})[static_cast<std::size_t>(family)];
    if (families.empty() || families.back()["name"] != words)
      families.push_back({{"name", words}, {"methods", Json::array()}});
    families.back()["methods"].push_back(name);
  }
  return {{"methods", all.size()}, {"families", std::move(families)}};
}

Lead lead_over(std::optional<double> next) {
  if (!next) return Lead::alone;
  return *next <= largest_draw ? Lead::draw : Lead::clear;
}

std::vector<Ranking::Entry> Ranking::methods() const {
  std::vector<Entry> all;
  std::set<std::string> names;
  for (const Entry& entry : entries)
    if (names.insert(entry.row->record.integrator.name).second) all.push_back(entry);
  return all;
}

bool Ranking::leads(const Entry& entry) const {
  return entry.row == entries[0].row || (lead == Lead::draw && entry.ratio <= largest_draw);
}

std::vector<Ranking> rank_methods(std::span<const Row> of_problem, const std::string& measure) {
  constexpr int finest = 16;  // decades of a double
  const auto all = attempts_of(of_problem, measure);
  const double floor = largest_floor(of_problem, measure);
  std::vector<Ranking> rankings;
  for (int decade = 1; decade <= finest; ++decade) {
    const double level = std::stod(fmt::format("1e-{}", decade));
    if (level <= floor) break;
    Ranking ranking = ranking_at(level, all);
    if (ranking.entries.empty()) break;
    rankings.push_back(std::move(ranking));
  }
  return rankings;
}

void mark_places(std::vector<Row>& rows) {
  each_problem(rows, [&](std::span<const Row> of_problem) {
    if (!is_race(contestants(of_problem))) return;
    for (const Ranking& ranking : rank_methods(of_problem, "energy_norm")) {
      int place = 0;
      for (const Ranking::Entry& entry : ranking.methods()) {
        const bool leads = ranking.leads(entry);
        if (++place > 3 && !leads) break;
        rows[static_cast<std::size_t>(entry.row - rows.data())].places.push_back(
            {ranking.level, place, entry.ratio, entry.coarsest,
             leads ? std::optional(ranking.lead) : std::nullopt});
      }
    }
  });
}

Json to_json(const Place& place) {
  Json json{{"level", place.level},
            {"place", place.place},
            {"ratio", place.ratio},
            {"coarsest", place.coarsest},
            {"lead", nullptr}};
  if (place.lead) json["lead"] = names_of(Lead{})[static_cast<std::size_t>(*place.lead)];
  return json;
}

}  // namespace stiffbench
