#include "harness/replications/pages/races/sizes_table.hpp"

#include "harness/replications/pages/kinds.hpp"
#include "harness/replications/pages/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace stiffbench {
namespace {

const Record::ProblemPart& problem_of(const WidestRace& race) {
  return race.rows[0].record.problem;
}

/// True for a text that is no number of anything, such as a scene; "8k" is a size.
bool is_name(const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text && !text->empty() && std::isdigit(static_cast<unsigned char>(text->front())) == 0;
}

/// True if both are one scene: each parameter that is a name has one value.
bool are_one_scene(const Settings& one, const Settings& other) {
  return std::ranges::none_of(one, [&](const auto& parameter) {
    const auto& [name, value] = parameter;
    return is_name(value) && other.contains(name) && other.at(name) != value;
  });
}

/// True if both have settings of one kind: tuned times do not compare with others.
bool are_tuned_alike(const WidestRace& one, const WidestRace& other) {
  return std::ranges::any_of(one.rows, is_tuned) == std::ranges::any_of(other.rows, is_tuned);
}

bool are_sizes(const WidestRace& coarse, const WidestRace& full) {
  const auto &small = problem_of(coarse), &large = problem_of(full);
  return small.name == large.name && 2 * small.dof <= large.dof &&
         are_one_scene(small.parameters, large.parameters) && are_tuned_alike(coarse, full);
}

std::vector<std::string> different_parameters(const Settings& one, const Settings& other) {
  std::vector<std::string> names;
  for (const auto& [name, value] : one) {
    const auto same = other.find(name);
    if (same == other.end() || same->second != value) names.push_back(name);
  }
  return names;
}

std::set<std::string> names_in(const WidestRace& race) {
  std::set<std::string> names;
  for (const Contestant& one : race.all) names.insert(one.name);
  return names;
}

std::vector<Row> rows_of(const WidestRace& race, const std::set<std::string>& integrators) {
  std::vector<Row> rows;
  std::ranges::copy_if(race.rows, std::back_inserter(rows), [&](const Row& row) {
    return integrators.contains(row.record.integrator.name);
  });
  return rows;
}

TwoSizes pair_of(const WidestRace& coarse, const WidestRace& full) {
  const auto one = names_in(coarse), other = names_in(full);
  std::set<std::string> common;
  std::ranges::set_intersection(one, other, std::inserter(common, common.end()));
  return {rows_of(coarse, common), rows_of(full, common),
          different_parameters(problem_of(full).parameters, problem_of(coarse).parameters)};
}

/// The result at one size to one level.
struct Side {
  std::set<std::string> leaders;  ///< the fastest integrator and all that draw with it
  std::string text;  ///< "**exprb42**; v_imex 1.4", without bold where the second draws
};

Side side_of(const std::vector<Row>& rows, double level) {
  Side side;
  const Ranking ranking = rank_methods(rows, "energy_norm", {level}).at(0);
  const auto methods = ranking.integrators();
  const std::string bold = methods.size() > 1 && ranking.leads(methods[1]) ? "" : "**";
  for (std::size_t i = 0; i < methods.size() && i < 2; ++i) {
    const std::string name = methods[i].row->record.integrator.name + bound_mark(methods[i]);
    side.text += i == 0 ? bold + name + bold : "; " + name + " " + ratio_text(methods[i].ratio);
  }
  for (const MethodTime& method : methods)
    if (ranking.leads(method)) side.leaders.insert(method.row->record.integrator.name);
  return side;
}

bool changes(const Side& coarse, const Side& full) {
  return std::ranges::none_of(
      full.leaders, [&](const std::string& name) { return coarse.leaders.contains(name); });
}

}  // namespace

std::vector<TwoSizes> races_of_two_sizes(const std::vector<WidestRace>& races) {
  std::vector<TwoSizes> pairs;
  for (const WidestRace& full : races) {
    const bool is_largest = std::ranges::none_of(
        races, [&](const WidestRace& other) { return are_sizes(full, other); });
    if (!is_largest) continue;
    std::vector<TwoSizes> all;
    for (const WidestRace& coarse : races)
      if (are_sizes(coarse, full)) all.push_back(pair_of(coarse, full));
    std::erase_if(all, [](const TwoSizes& two) {
      return two.coarse.empty() || !is_race(contestants(two.coarse)) ||
             !is_race(contestants(two.full));
    });
    if (all.empty()) continue;
    pairs.push_back(*std::ranges::min_element(all, {}, [](const TwoSizes& two) {
      return std::pair(two.differs.size(), two.coarse_dof());
    }));
  }
  return pairs;
}

std::string sizes_section(const std::vector<WidestRace>& races) {
  std::string lines;
  int compared = 0, changed = 0;
  for (const TwoSizes& two : races_of_two_sizes(races))
    for (const double level : summary_levels) {
      const Side coarse = side_of(two.coarse, level), full = side_of(two.full, level);
      if (coarse.leaders.empty() || full.leaders.empty()) continue;
      const bool change = changes(coarse, full);
      ++compared;
      changed += change ? 1 : 0;
      lines += table_line(
          {link_to_problem(two.full[0].record.problem.name) + ": " + cell(two.full[0].problem),
           level_text(level), coarse.text, full.text, change ? "yes" : "",
           fmt::format("{} to {}", two.coarse_dof(), two.full_dof()),
           fmt::format("{}", fmt::join(two.differs, ", "))});
    }
  if (compared == 0) return "";
  return fmt::format(
             "\n## Coarse and full size\n\nProblems that were raced at two sizes, of which the "
             "larger one has at least twice the degrees of freedom, and whose runs are tuned at "
             "both "
             "sizes or at none. The larger one is the largest that was raced, and may be smaller "
             "than a paper's. Only integrators that run at both sizes compete; each side names "
             "the fastest one and the next, without bold where these draw. In {} of {} rows "
             "another integrator leads at full size, where draws count for both. [What changes "
             "with "
             "size](../methods/what_changes_with_size.md) explains them.\n\n",
             changed, compared) +
         table_head({"problem, at full size", "error", "coarse", "full", "another leads",
                     "degrees of freedom", "parameters that differ"},
                    7) +
         lines;
}

}  // namespace stiffbench
