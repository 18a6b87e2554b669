#pragma once

#include "harness/records/rows.hpp"

#include <span>
#include <string>
#include <vector>

namespace stiffbench {

/// The result of a method, with one choice of its settings, at a level of error: its cheapest run
/// that reaches the level, or the reason why there is none.
struct MethodTime {
  enum class Status {
    reached,
    not_reached,
    unfinished,  ///< no run ended well
    not_timed,
    not_judged,  ///< no run was compared with a reference
    unknown,     ///< the reference's own error exceeds the level
  };
  Status status;
  const Row* row;         ///< that run; without one, the method's finest run
  std::string note = {};  ///< reason why no run reaches the level
  double error = 0;       ///< of the run, in the measure of the ranking
  double ratio = 0;       ///< time of the run over that of the fastest method
  bool coarsest = false;  ///< no run of the method had a larger step: its time is an upper bound
};
constexpr auto names_of(MethodTime::Status) {
  return std::array{"reached", "not_reached", "unfinished", "not_timed", "not_judged", "unknown"};
}

/// The methods on one problem at a level of error. Who leads is decided here and nowhere else.
struct Ranking {
  double level;                   ///< relative error
  std::vector<MethodTime> all;    ///< by time; methods that do not reach the level come last
  std::optional<Lead> lead = {};  ///< nothing if no method reaches the level, or they do not race

  /// The methods that reach the level, the fastest first; one for each choice of settings.
  std::span<const MethodTime> reached() const;
  /// The fastest of reached() of each integrator.
  std::vector<MethodTime> integrators() const;
  /// True for the fastest method, and for each method that draws with it.
  bool leads(const MethodTime& method) const;
};

/// Ranks the methods of one problem at these levels, by the time of each method's cheapest run
/// whose error is at most the level. Every finer run of the method must reach the level too, which
/// excludes runs that reach it by chance; runs stopped by limits of time or memory are ignored. The
/// rows must be in the order of make_rows() and outlive the rankings; `measure` is one of
/// error_measure.hpp.
std::vector<Ranking> rank_methods(std::span<const Row> of_problem, const std::string& measure,
                                  const std::vector<double>& levels);
/// Ranks the methods at the levels 0.1, 0.01, ... down to `least` that some method reaches.
std::vector<Ranking> rank_at_decades(std::span<const Row> of_problem, const std::string& measure,
                                     double least = 1e-16);

/// Returns the largest error of the reference over these rows, or nothing for a closed form.
std::optional<double> largest_floor(std::span<const Row> of_problem, const std::string& measure);

/// Sets Row::cheapest_at for the levels 0.1, 0.01 and 0.001, and Row::ranks on problems with a
/// race, from the first three integrators of each ranking and all that draw; both in the energy
/// norm. The rows must be in the order of make_rows().
void mark_cheapest(std::vector<Row>& rows);
void mark_ranks(std::vector<Row>& rows);

/// Converts a rank to the form used in rows and the report: {"level", "rank", "ratio",
/// "coarsest", "lead"}.
Json to_json(const Rank& rank);
/// Converts a ranking to {"level", "lead", "methods": [{"method", "integrator", "status", "note",
/// "h", "tolerance", "count", "error", "time", "ratio", "coarsest"}]}.
Json to_json(const Ranking& ranking);

}  // namespace stiffbench
