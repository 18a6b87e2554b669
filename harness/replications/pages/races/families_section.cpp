#include "harness/replications/pages/races/families_section.hpp"

#include "harness/replications/pages/kinds.hpp"
#include "harness/replications/pages/text.hpp"

#include <boost/math/statistics/univariate_statistics.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace stiffbench {
namespace {

/// The results of one family at one level of error.
struct Standing {
  int races = 0, leads = 0, missed = 0;
  std::map<std::string, int> leaders;  ///< number of races that each integrator leads
  std::set<std::string> problems;      ///< on which it leads
  std::vector<double> factors;         ///< its best time over the fastest, where another one leads
};
using Standings = std::map<Family, Standing>;

void add(Standings& standings, const WidestRace& race, double level) {
  const Ranking ranking = rank_methods(race.rows, "energy_norm", std::vector{level}).at(0);
  const auto methods = ranking.integrators();
  if (methods.empty()) return;
  std::set<Family> families;
  for (const Contestant& one : race.all) families.insert(one.family);
  for (const Family family : families) {
    Standing& standing = standings[family];
    ++standing.races;
    const auto best = std::ranges::find_if(methods, [&](const MethodTime& method) {
      return family_of(method.row->record.integrator.name) == family;
    });
    if (best == methods.end()) {
      ++standing.missed;
    } else if (ranking.leads(*best)) {
      ++standing.leads;
      ++standing.leaders[best->row->record.integrator.name];
      standing.problems.insert(race.rows[0].record.problem.name);
    } else {
      standing.factors.push_back(best->ratio);
    }
  }
}

/// "exprb42 7, exprb2 2": the integrator with most races first.
std::string leaders_text(const std::map<std::string, int>& leaders) {
  std::vector<std::pair<std::string, int>> all(leaders.begin(), leaders.end());
  std::ranges::stable_sort(all, std::ranges::greater{}, &std::pair<std::string, int>::second);
  std::vector<std::string> texts;
  for (const auto& [name, races] : all) texts.push_back(fmt::format("{} {}", name, races));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// "2.1 (1.2 to 40)": the median factor, the least and the largest.
std::string factors_text(std::vector<double> factors) {
  if (factors.empty()) return "";
  const auto [least, most] = std::ranges::minmax(factors);
  const double median = boost::math::statistics::median(factors);
  return factors.size() == 1 ? ratio_text(median)
                             : fmt::format("{} ({} to {})", ratio_text(median), ratio_text(least),
                                           ratio_text(most));
}

}  // namespace

std::string families_section(const std::vector<WidestRace>& races) {
  std::map<double, Standings, std::greater<>> at;
  for (const double level : summary_levels)
    for (const WidestRace& race : races) add(at[level], race, level);
  std::set<Family> families;
  for (const auto& [level, standings] : at)
    for (const auto& [family, standing] : standings) families.insert(family);
  if (families.empty()) return "";
  std::string text =
      "\n## When to take which family\n\nRaces in which some method reaches the error. A family "
      "leads where its best integrator is the fastest, or takes at most 10% more time. Where "
      "another family leads, the factor is the time of its best integrator over the fastest: the "
      "median of these races, with the least and the largest.\n\n" +
      table_head({"family", "error", "races", "leads", "with", "on", "factor elsewhere",
                  "does not reach it"},
                 3);
  for (const Family family : families)
    for (const auto& [level, standings] : at) {
      const auto own = standings.find(family);
      if (own == standings.end()) continue;
      const Standing& s = own->second;
      std::vector<std::string> problems;
      for (const std::string& name : s.problems) problems.push_back(link_to_problem(name));
      text += table_line({name_of(family), level_text(level), std::to_string(s.races),
                          std::to_string(s.leads), leaders_text(s.leaders),
                          fmt::format("{}", fmt::join(problems, ", ")), factors_text(s.factors),
                          std::to_string(s.missed)});
    }
  return text;
}

}  // namespace stiffbench
