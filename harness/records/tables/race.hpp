#pragma once

#include "harness/records/rows.hpp"
#include "integrators/contract/integrator.hpp"

#include <set>

namespace stiffbench {

/// A method that competes on a problem: an integrator with all its settings. Back ends and linear
/// solvers of one integrator are no methods of their own.
struct Contestant {
  Family family;
  std::string name;
  std::set<double> steps;  ///< or tolerances that it ran with
};

/// The methods that ran on one problem, by family, then by name.
std::vector<Contestant> contestants(std::span<const Row> of_problem);

/// True if these methods race: there are two or more, and most of them ran with two steps or more.
/// The time of a single step does not say how fast a method reaches an error.
bool is_race(const std::vector<Contestant>& all);

/// The methods of these rows that race on their one problem, {"methods", "families": [{"name",
/// "methods"}]}; null where they do not race.
Json race_json(std::span<const Row> of_problem);

/// How the fastest method leads, if `next` is the ratio of times of the fastest other one that
/// reaches the error, or nothing where no other one does.
Lead lead_over(std::optional<double> next);

/// The methods that reach a level of error on one problem, the fastest first.
struct Ranking {
  struct Entry {
    const Row* row;  ///< the cheapest run of the method, with its settings, that reaches the level
    double ratio;    ///< time over that of the fastest
    bool coarsest;   ///< no run of the method had a larger step: its time is an upper bound
  };
  double level;                ///< relative error
  std::vector<Entry> entries;  ///< one or more; a method has one for each choice of its settings
  Lead lead = Lead::alone;

  /// The fastest entry of each method.
  std::vector<Entry> methods() const;
  /// True for the fastest of methods(), and for each that draws with it.
  bool leads(const Entry& entry) const;
};

/// The rankings of one problem at the levels 0.1, 0.01, ... that some method reaches and the
/// reference allows. time_to_error() says which runs count. Rows must be in the order of
/// make_rows().
std::vector<Ranking> rank_methods(std::span<const Row> of_problem, const std::string& measure);

/// Fills Row::places where methods race, from the first three of each of the rankings in the energy
/// norm, and all that draw. Rows must be in the order of make_rows().
void mark_places(std::vector<Row>& rows);

/// A place as rows and the report have it: {"level", "place", "ratio", "coarsest", "lead"}.
Json to_json(const Place& place);

}  // namespace stiffbench
