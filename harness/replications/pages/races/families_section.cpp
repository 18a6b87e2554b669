#include "harness/replications/pages/races/families_section.hpp"

#include "harness/replications/pages/kinds.hpp"
#include "harness/replications/pages/text.hpp"
#include "integrators/contract/registry.hpp"

#include <boost/math/statistics/univariate_statistics.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace stiffbench {
namespace {

using Counts = std::map<std::string, int>;
using Texts = std::vector<std::string>;

/// A family or a group of methods, with the first family of its methods: the order of the page.
using Group = std::pair<Family, std::string>;

/// The groups of all methods of the program, by name.
class MethodGroups {
 public:
  MethodGroups() {
    std::map<std::string, Family> first_family;
    for (const AnyIntegrator& method : IntegratorRegistry::instance().all()) {
      const Facts facts = method->facts();
      const std::string group = facts.group.empty() ? name_of(facts.family) : facts.group;
      of_[facts.name] = {facts.family, group};
      Family& first = first_family.try_emplace(group, facts.family).first->second;
      first = std::min(first, facts.family);
    }
    for (auto& [name, group] : of_) group.first = first_family.at(group.second);
  }
  Group of(const std::string& integrator) const {
    const auto own = of_.find(integrator);
    return own == of_.end() ? Group{Family::other, name_of(Family::other)} : own->second;
  }
  std::map<Group, std::set<std::string>> members() const {
    std::map<Group, std::set<std::string>> members;
    for (const auto& [name, group] : of_) members[group].insert(name);
    return members;
  }

 private:
  std::map<std::string, Group> of_;
};

/// Races by kind of problem, numbered as kinds_of_problems(), and by level of error.
using RacesOfKinds = std::map<std::size_t, std::map<double, int, std::greater<>>>;

/// The results of one group at one level of error.
struct Standing {
  int races = 0, leads = 0;
  std::vector<double> factors;  ///< its best time over the fastest, where another one leads
  Counts missed;                ///< races that it does not reach, by problem
};

/// The results of one group.
struct GroupResults {
  std::set<std::string> members;                         ///< integrators that race
  std::map<double, Standing, std::greater<>> standings;  ///< by level of error
  Counts leaders, problems;  ///< races that an integrator leads, or the group on a problem
  RacesOfKinds led;
};

std::size_t kind_of(const std::string& problem) {
  const auto& kinds = kinds_of_problems();
  const auto has = [&](const KindOfProblems& kind) { return kind.problems.contains(problem); };
  return std::size_t(std::ranges::find_if(kinds, has) - kinds.begin());
}

void add(std::map<Group, GroupResults>& results, RacesOfKinds& all,
         const MethodGroups& groups_of_methods, const WidestRace& race, double level) {
  const Ranking ranking = rank_methods(race.rows, "energy_norm", {level}).at(0);
  const auto methods = ranking.integrators();
  if (methods.empty()) return;
  const std::string problem = race.rows[0].record.problem.name;
  const std::size_t kind = kind_of(problem);
  ++all[kind][level];
  std::set<Group> groups;
  for (const Contestant& one : race.all) groups.insert(groups_of_methods.of(one.name));
  for (const Contestant& one : race.all)
    results[groups_of_methods.of(one.name)].members.insert(one.name);
  for (const Group& group : groups) {
    GroupResults& own = results[group];
    Standing& standing = own.standings[level];
    ++standing.races;
    const auto best = std::ranges::find_if(methods, [&](const MethodTime& method) {
      return groups_of_methods.of(method.row->record.integrator.name) == group;
    });
    if (best == methods.end()) {
      ++standing.missed[problem];
    } else if (ranking.leads(*best)) {
      ++standing.leads;
      ++own.leaders[best->row->record.integrator.name];
      ++own.problems[problem];
      ++own.led[kind][level];
    } else {
      standing.factors.push_back(best->ratio);
    }
  }
}

/// "a, b and c".
std::string enumeration(Texts texts) {
  if (texts.size() < 2) return texts.empty() ? "" : texts[0];
  const std::string last = texts.back();
  texts.pop_back();
  return fmt::format("{} and {}", fmt::join(texts, ", "), last);
}

/// The names with the largest counts first, each as `text` formats it; how many others there are.
std::string most_first(const Counts& counts, std::size_t most, auto&& text) {
  std::vector<std::pair<std::string, int>> all(counts.begin(), counts.end());
  std::ranges::stable_sort(all, std::ranges::greater{}, &std::pair<std::string, int>::second);
  Texts texts;
  for (const auto& [name, count] : all) {
    if (texts.size() == most) break;
    texts.push_back(text(name, count));
  }
  if (all.size() > most) texts.push_back(fmt::format("{} more", all.size() - most));
  return enumeration(texts);
}

std::string links_to(const Counts& problems, std::size_t most) {
  return most_first(problems, most,
                    [](const std::string& name, int) { return link_to_problem(name); });
}

/// "Position-based methods (vertex_block_descent, xpbd)", in bold up to the bracket.
std::string title_of_group(const Group& group, const std::set<std::string>& members) {
  std::string name = group.second;
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  const bool is_noun = group.first == Family::peer || group.first == Family::other;
  return fmt::format("**{}{}** ({})", name, is_noun ? "" : " methods", fmt::join(members, ", "));
}

/// Where the group leads: "lead 2 of 3 races to 10% and 1 of 3 to 0.1%, ...".
std::string leads_text(const GroupResults& results) {
  if (results.leaders.empty()) {
    const Standing& first = results.standings.begin()->second;
    return fmt::format(" lead none of {} race{}.", first.races, first.races == 1 ? "" : "s");
  }
  Texts parts;
  for (const auto& [level, standing] : results.standings)
    parts.push_back(fmt::format("{} of {}{} to {}", standing.leads, standing.races,
                                parts.empty() ? " races" : "", level_text(level)));
  return fmt::format(" lead {}, with {}, on {}.", enumeration(parts),
                     most_first(results.leaders, 3,
                                [](const std::string& name, int races) {
                                  return fmt::format("{} ({})", name, races);
                                }),
                     links_to(results.problems, 6));
}

/// "4.6 (1.1 to 328)": the median factor, the least and the largest.
std::string factors_text(std::vector<double> factors) {
  const auto [least, most] = std::ranges::minmax(factors);
  const double median = boost::math::statistics::median(factors);
  return factors.size() == 1 ? ratio_text(median)
                             : fmt::format("{} ({} to {})", ratio_text(median), ratio_text(least),
                                           ratio_text(most));
}

/// How far behind the fastest the group is elsewhere.
std::string elsewhere_text(const GroupResults& results) {
  Texts parts;
  for (const auto& [level, standing] : results.standings)
    if (!standing.factors.empty())
      parts.push_back(fmt::format("{} times as long to an error of {}",
                                  factors_text(standing.factors), level_text(level)));
  return parts.empty()
             ? ""
             : fmt::format(" Where others lead, the best of these takes {}.", enumeration(parts));
}

/// The errors that the group does not reach, and on which problems it misses the largest of them.
std::string failures_text(const GroupResults& results) {
  Texts parts;
  for (const auto& [level, standing] : results.standings) {
    int missed = 0;
    for (const auto& [problem, races] : standing.missed) missed += races;
    if (missed == 0) continue;
    parts.push_back(fmt::format(
        "{} in {} of {}{}", level_text(level), missed, standing.races,
        parts.empty() ? fmt::format(" races (on {})", links_to(standing.missed, 4)) : ""));
  }
  return parts.empty() ? " They reach these errors in every race."
                       : fmt::format(" They do not reach {}.", enumeration(parts));
}

/// The kinds of problems, with levels of error, where the group leads half of the races or more.
std::string advice_text(const GroupResults& results, const RacesOfKinds& all) {
  Texts parts;
  for (std::size_t kind = 0; kind < kinds_of_problems().size(); ++kind) {
    Texts levels;
    if (results.led.contains(kind))
      for (const auto& [level, races] : results.led.at(kind))
        if (2 * races >= all.at(kind).at(level)) levels.push_back(level_text(level));
    if (!levels.empty())
      parts.push_back(
          fmt::format("{} ({})", kinds_of_problems()[kind].title, fmt::join(levels, ", ")));
  }
  return parts.empty() ? " No kind of problem calls for one of them here."
                       : fmt::format(" Take one for {}.", enumeration(parts));
}

}  // namespace

std::string families_section(const std::vector<WidestRace>& races) {
  const MethodGroups groups;
  std::map<Group, GroupResults> results;
  RacesOfKinds all;
  for (const double level : summary_levels)
    for (const WidestRace& race : races) add(results, all, groups, race, level);
  if (results.empty()) return "";
  std::map<Group, std::string> paragraphs;
  for (const auto& [group, members] : groups.members())
    paragraphs[group] = title_of_group(group, members) + " run in none of the races.";
  for (const auto& [group, own] : results)
    paragraphs[group] = title_of_group(group, own.members) + leads_text(own) + elsewhere_text(own) +
                        failures_text(own) + advice_text(own, all);
  std::string text =
      "\n## When to take which family\n\nRaces in which some method reaches the error, in the "
      "energy norm. A family leads where its best integrator is the fastest, or takes at most 10% "
      "more time; in brackets, races that an integrator leads, summed over the three errors. Times "
      "elsewhere are medians, with the least and the largest. The last sentence of a paragraph "
      "names the kinds of problems, and the errors, for which the family leads at least half of "
      "all races; the table above says how many these are. It judges time alone, and neither "
      "energy over long spans nor freedom from intersections.\n";
  for (const auto& [group, paragraph] : paragraphs) text += "\n" + paragraph + "\n";
  return text;
}

}  // namespace stiffbench
