#pragma once

#include "harness/io/json.hpp"

#include <string>
#include <utility>

namespace stiffbench {

// Names that files and commands of earlier states of version 0.1 have. They are read until version
// 0.2, and never written.

/// Returns today's name and value of a setting.
std::pair<std::string, std::string> current_setting(const std::string& name,
                                                    const std::string& value);

/// Returns today's name of an experiment.
std::string current_experiment(const std::string& name);

/// Gives an experiment today's names of itself, of problems, keys and settings, without checking it
/// against its schema.
void rename_in_experiment(Json& experiment);

/// Gives a record today's names of problems, keys and statuses, without checking it against its
/// schema.
void rename_in_record(Json& record);

}  // namespace stiffbench
