#include "harness/replications/pages/races/choosing_page.hpp"

#include "harness/replications/pages/kinds.hpp"
#include "harness/replications/pages/races/families_section.hpp"
#include "harness/replications/pages/races/winners_page.hpp"
#include "harness/replications/pages/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace stiffbench {
namespace {

/// The results of one integrator in the races of a kind, at one level.
struct Score {
  std::string name;
  std::size_t entered = 0;               ///< races in which it runs
  std::map<std::size_t, double> ratios;  ///< time over that of the fastest, by race it reaches

  /// The geometric mean of the ratios in these races.
  double mean(const std::set<std::size_t>& races) const {
    double sum = 0;
    for (const std::size_t race : races) sum += std::log(ratios.at(race));
    return std::exp(sum / static_cast<double>(races.size()));
  }
};

std::set<std::size_t> common_races(const Score& a, const Score& b) {
  std::set<std::size_t> common;
  for (const auto& [race, ratio] : a.ratios)
    if (b.ratios.contains(race)) common.insert(race);
  return common;
}

/// True if a reaches the error in a larger share of its races than b, or in the same share and is
/// the faster one in those that both reach.
bool beats(const Score& a, const Score& b) {
  const auto of_a = a.ratios.size() * b.entered, of_b = b.ratios.size() * a.entered;
  if (of_a != of_b) return of_a > of_b;
  const auto common = common_races(a, b);
  return !common.empty() && a.mean(common) < b.mean(common);
}

/// The scores at a level: who beats most of the others first. Integrators that run in fewer than
/// half of the races are left out.
std::vector<Score> scores_at(double level, const std::vector<WidestRace>& races) {
  std::map<std::string, Score> by_name;
  for (std::size_t i = 0; i < races.size(); ++i) {
    for (const Contestant& one : races[i].all) ++by_name[one.name].entered;
    for (const Ranking& ranking : rank_methods(races[i].rows, "energy_norm", {level}))
      for (const MethodTime& method : ranking.integrators())
        by_name[method.row->record.integrator.name].ratios[i] = method.ratio;
  }
  std::vector<Score> all;
  for (auto& [name, score] : by_name) {
    if (score.ratios.empty() || 2 * score.entered < races.size()) continue;
    score.name = name;
    all.push_back(std::move(score));
  }
  std::map<std::string, long> beaten;
  for (const Score& one : all)
    beaten[one.name] =
        std::ranges::count_if(all, [&](const Score& other) { return beats(one, other); });
  std::ranges::stable_sort(all, std::greater(),
                           [&](const Score& one) { return beaten.at(one.name); });
  return all;
}

/// "**exprb42**; pexprb43 1.2 (3 of 4)": the best, the runner-up with its factor in the races that
/// both reach, and the numbers of races in which the best reaches the error and runs.
std::string choice_text(const std::vector<Score>& scores) {
  if (scores.empty()) return "";
  const Score& best = scores[0];
  const std::size_t count = best.ratios.size();
  const std::string races = fmt::format("{} of {}", count, best.entered);
  if (scores.size() == 1) return fmt::format("{} (alone; {})", best.name, races);
  const Score& next = scores[1];
  const auto common = common_races(best, next);
  const std::string beside =
      common.empty() ? "in other races"
                     : ratio_text(next.mean(common) / best.mean(common)) +
                           (common.size() < count ? fmt::format(" in {}", common.size()) : "");
  return fmt::format("**{}**; {} {} ({})", best.name, next.name, beside, races);
}

std::string line_of(const KindOfProblems& kind, const std::vector<WidestRace>& races) {
  std::set<std::string> names;
  bool are_tuned = true;
  std::size_t older = 0;
  for (const WidestRace& race : races) {
    names.insert(link_to_problem(race.rows[0].record.problem.name));
    are_tuned = are_tuned && std::ranges::any_of(race.rows, is_tuned);
    if (!race.is_of_today) ++older;
  }
  std::vector<std::string> cells{
      kind.title, fmt::format("{}", fmt::join(names, ", ")),
      std::to_string(races.size()) + (older ? fmt::format(" ({} ‡)", older) : ""),
      are_tuned ? "yes" : "not all"};
  for (const double level : summary_levels) cells.push_back(choice_text(scores_at(level, races)));
  return table_line(cells);
}

constexpr const char* reading = R"(
- A race is a problem with its parameters on which an archived experiment runs several methods, most of them with
  several steps. Where several experiments have one problem, the one with most methods counts.
- A number with ‡ counts the races whose experiment is not today's: methods, steps or settings differ; [the
  races](winners.md) say how.
- One integrator beats another if it reaches the error in a larger share of its races, or in the same share and takes
  less time in the races in which both do (the geometric mean). The best one beats the largest number of others, and the
  runner-up is the one that does so among the rest. The numbers in brackets count the races in which the best reaches
  the error, and those in which it runs. Integrators in fewer than half of the races are left out.
- The factor is the mean ratio of the two times in the races in which both reach the error; "in 3" says in how many,
  where these are fewer.
- "Tuned" says whether one search chose the settings of all contestants alike. Where it says "not all", some races have
  settings fixed by hand, with which implicit methods take several times as long as they need.
- Kinds of problems are ours. A method that no experiment of the kind runs is not here, however good it is.
)";

}  // namespace

std::string choosing_page(const std::vector<ArchivedExperiment>& experiments,
                          const std::string& command) {
  const std::vector<WidestRace> all = widest_races(experiments);
  std::string text = fmt::format(
      "# Which integrator should I take?\n\nThis page is written by `{}` from the records in "
      "[`results/archive/`](../../results/archive). The authors of this suite wrote most "
      "contestants and tuned their kernels, and did not tune those of other libraries; "
      "[who competes](winners.md#who-competes-and-on-what) has the details. The columns of errors "
      "name the best integrator of each kind of problem in bold, then the runner-up with its time "
      "over that of the best; errors are in the energy norm. Before all else, look at the "
      "[race](winners.md) that is most "
      "like your problem.\n\n",
      command);
  text += table_head({"problems", "which", "races", "tuned", "10%", "0.1%", "1e-5"}, 7);
  for (const KindOfProblems& kind : kinds_of_problems()) {
    std::vector<WidestRace> races;
    std::ranges::copy_if(all, std::back_inserter(races), [&](const WidestRace& race) {
      return kind.problems.contains(race.rows[0].record.problem.name);
    });
    if (!races.empty()) text += line_of(kind, races);
  }
  return text + "\n## How to read it\n" + reading + families_section(all);
}

}  // namespace stiffbench
