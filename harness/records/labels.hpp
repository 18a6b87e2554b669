#pragma once

#include "harness/records/record.hpp"
#include "integrators/contract/integrator.hpp"
#include "problems/contract/registry.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// Formats a parameter's value for labels: numbers have four significant digits.
std::string label_value(const Value& value);

/// Returns the label of the problem of each record for tables and figures: its title, or else its
/// name and the parameters that differ from their defaults: "oscillator (omega = 30)". Parameters
/// that differ between problems of one title or name are appended as well. If the data of a problem
/// has changed, the hash of the data is appended.
std::vector<std::string> problem_labels(const std::vector<Record>& records);

/// Returns the label of the integrator of each record for tables and figures: its title, or else
/// its name, and the parameters that differ between integrators of that title on one problem.
/// Parameters are as requested, so that an automatic one denotes one method whatever its runs
/// chose. The tolerance is omitted, because a sweep over tolerances is one method. If a curve has
/// records of several codes, their hashes are appended.
std::vector<std::string> method_labels(const std::vector<Record>& records);

/// Returns the family of the integrator of this name; `other` if this program does not have it.
Family family_of(const std::string& integrator);

/// Returns the family of that integrator in the form read by figures: {"name", "rank"}.
Json family_json(const std::string& integrator);

/// Returns the units of the problem of this name, or nothing if this program does not have it.
std::optional<Units> units_of(const std::string& problem);

/// Returns the model of the CPU in a record's environment and the widest instruction set in use,
/// "AMD EPYC, avx2", because virtual machines on different CPUs give one name; "" if unknown.
std::string cpu_label(const Json& environment);

/// Returns the letter that marks a status in figures; empty for ok.
const char* sign_of(Status status);

/// Returns true if `a` precedes `b` in natural order: numbers in labels are compared by value, so
/// that 2 precedes 10, and 1e8 precedes 1e10.
bool naturally_before(const std::string& a, const std::string& b);

}  // namespace stiffbench
