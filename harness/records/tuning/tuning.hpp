#pragma once

#include "harness/io/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// One setting of an integrator that the search of a tuned run observed.
struct TriedSetting {
  Settings settings = {};                 ///< values that differ from the requested ones
  std::optional<double> difference = {};  ///< from the control; nothing: the run did not end ok
  bool accepted = false;                  ///< the difference is at most the bound
  std::optional<double> seconds = {};     ///< the observed run (s), where it ended ok
};

/// The search that chose the settings of a tuned run (harness/tuning/tune.hpp), or the reason why
/// there was none.
struct Tuning {
  std::string reason = {};               ///< why the run was not tuned; empty if it was
  bool carried = false;                  ///< no algorithm was searched beside the nearest step's
  Settings control = {};                 ///< most precise values, where not requested
  double error = 0, bound = 0;           ///< of the control; largest accepted difference
  std::string measure = {};              ///< the member of ErrorMeasures that both are in
  std::vector<TriedSetting> tried = {};  ///< in the order of the search
  Settings settings = {};                ///< chosen values that differ from the requested
  /// Time of a run with the requested settings (s); nothing if these do not keep the result.
  /// (Searches of earlier records have the time of the steps alone, and before 2026-11-28 have it
  /// wherever these ended ok.)
  std::optional<double> default_seconds = {};
  double chosen_seconds = 0;  ///< time of a run with the chosen settings (s)

  /// Returns the time with the requested settings relative to that with the chosen ones.
  std::optional<double> speed_up() const;
};

Json to_json(const Tuning& tuning);
/// Reads the tuning of a record. JSON of another form makes it throw a Json::exception.
Tuning tuning_from_json(const Json& json);

}  // namespace stiffbench
