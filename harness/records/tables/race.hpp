#pragma once

#include "harness/records/rows.hpp"
#include "integrators/contract/integrator.hpp"

#include <set>

namespace stiffbench {

/// A method that competes on a problem: an integrator with all its settings. Back ends and linear
/// solvers of one integrator are not separate methods.
struct Contestant {
  Family family;
  std::string name;
  std::set<double> steps;  ///< steps or tolerances of its runs
};

/// The methods that ran on one problem, by family, then by name.
std::vector<Contestant> contestants(std::span<const Row> of_problem);

/// Returns true if these methods race: there are at least two, and most of them ran with at least
/// two steps. The time of a single step does not show how fast a method reaches an error.
bool is_race(const std::vector<Contestant>& all);

/// Returns the methods of these rows of one problem, {"methods", "families": [{"name",
/// "methods"}]}; null if they do not race.
Json race_json(std::span<const Row> of_problem);

/// Classifies the lead of the fastest method. `next` is the time of the next method that reaches
/// the error over that of the fastest, or nothing if no other method does.
Lead lead_over(std::optional<double> next);

/// The methods that reach a level of error on one problem, the fastest first.
struct Ranking {
  struct Entry {
    const Row* row;  ///< the cheapest run of the method, with its settings, that reaches the level
    double ratio;    ///< time over that of the fastest
    bool coarsest;   ///< no run of the method had a larger step, so the time is an upper bound
  };
  double level;                ///< relative error
  std::vector<Entry> entries;  ///< at least one; a method has one for each choice of its settings
  Lead lead = Lead::alone;

  /// The fastest entry of each method.
  std::vector<Entry> methods() const;
  /// True for the fastest of methods(), and for each method that draws with it.
  bool leads(const Entry& entry) const;
};

/// Ranks the methods of one problem at the levels 0.1, 0.01, ... that some method reaches and the
/// reference resolves. See time_to_error() for the runs that count. The rows must be in the order
/// of make_rows().
std::vector<Ranking> rank_methods(std::span<const Row> of_problem, const std::string& measure);

/// Sets Row::places on problems with a race, from the first three methods of each ranking in the
/// energy norm and all methods that draw. The rows must be in the order of make_rows().
void mark_places(std::vector<Row>& rows);

/// Converts a place to the form used in rows and the report: {"level", "place", "ratio",
/// "coarsest", "lead"}.
Json to_json(const Place& place);

}  // namespace stiffbench
