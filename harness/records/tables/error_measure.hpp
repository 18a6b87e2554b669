#pragma once

#include "harness/records/record.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// A measure of a run's relative error: position, velocity (both in the L2 norm),
/// position_and_velocity (the larger of the two), energy_norm, or the name of an output that the
/// reference also has. These are the measures that compare states.
std::vector<std::string> error_measure_names();

/// Returns true if the measure compares an output.
bool is_output(const std::string& measure);

/// Describes a measure in words: "relative error in the energy norm".
std::string words_of_measure(const std::string& measure);

/// Returns the relative error of a run in a measure, or nothing if it is unknown.
std::optional<double> error_of(const RunError& error, const std::string& measure);
/// Returns the relative error of the reference in a measure; nothing for a closed form.
std::optional<double> floor_of(const RunError& error, const std::string& measure);

}  // namespace stiffbench
