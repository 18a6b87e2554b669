#pragma once

#include "harness/records/record.hpp"
#include "integrators/contract/integrator.hpp"
#include "problems/contract/registry.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// Text of a parameter's value in labels: numbers have four significant digits.
std::string label_value(const Value& value);

/// Labels of the problem of each record in tables and figures: its title, or where it has none its
/// name and the parameters that are not at their defaults: "oscillator (omega = 30)". Parameters in
/// which problems of one title or name differ stand there, too. Where an edit has changed the data
/// of one problem, the hash of the data stands beside them.
std::vector<std::string> problem_labels(const std::vector<Record>& records);

/// Labels of the integrator of each record in tables and figures: its title, or its name where it
/// has none, and the parameters in which integrators of that title differ on one problem, as they
/// were requested: an automatic one is one method, whatever its runs chose. The parameter of the
/// tolerance is left out, since a sweep over tolerances is one method. Where one curve has records
/// of several codes, their hashes stand beside the parameters.
std::vector<std::string> method_labels(const std::vector<Record>& records);

/// The family of the integrator of this name; `other` for one that this program does not have.
Family family_of(const std::string& integrator);

/// The family of that integrator as figures read it: {"name", "rank"}.
Json family_json(const std::string& integrator);

/// The units of the problem of this name; nothing for one that this program does not have.
std::optional<Units> units_of(const std::string& problem);

/// The letter that stands for a status in figures; empty for ok.
const char* sign_of(Status status);

/// True if `a` stands before `b` in natural order: numbers in labels are compared by their values,
/// so that 2 comes before 10, and 1e8 before 1e10.
bool naturally_before(const std::string& a, const std::string& b);

}  // namespace stiffbench
