#include "harness/records/tables/error_measure.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

std::optional<double> if_finite(double number) {
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// Returns the `difference` or `floor` of an output relative to the reference's output.
std::optional<double> relative_output(const RunError& error, const std::string& name,
                                      double OutputError::*part) {
  const auto output = error.outputs.find(name);
  if (output == error.outputs.end() || output->second.reference == 0) return std::nullopt;
  return if_finite(std::abs(output->second.*part / output->second.reference));
}

std::optional<double> relative_state(const ErrorMeasures& e, const std::string& measure) {
  if (measure == "energy_norm") return if_finite(e.energy_norm_relative);
  if (measure == "position") return if_finite(e.position_l2_relative);
  if (measure == "velocity") return if_finite(e.velocity_l2_relative);
  const auto x = if_finite(e.position_l2_relative), v = if_finite(e.velocity_l2_relative);
  return x && v ? std::optional(std::max(*x, *v)) : std::nullopt;
}

}  // namespace

std::vector<std::string> error_measure_names() {
  return {"energy_norm", "position", "velocity", "position_and_velocity"};
}

std::string words_of_measure(const std::string& measure) {
  if (measure == "energy_norm") return "relative error in the energy norm";
  if (measure == "position_and_velocity")
    return "relative L2 error, the larger of position and velocity";
  if (measure == "position" || measure == "velocity") return "relative L2 error of the " + measure;
  return "distance of the output '" + measure + "' from the reference's, relative to that";
}

bool is_output(const std::string& measure) {
  const auto names = error_measure_names();
  return std::ranges::find(names, measure) == names.end();
}

std::optional<double> error_of(const RunError& error, const std::string& measure) {
  return is_output(measure) ? relative_output(error, measure, &OutputError::difference)
                            : relative_state(error.measures, measure);
}

std::optional<double> floor_of(const RunError& error, const std::string& measure) {
  if (is_output(measure)) return relative_output(error, measure, &OutputError::floor);
  return error.floor ? relative_state(*error.floor, measure) : std::nullopt;
}

}  // namespace stiffbench
