#pragma once

#include "harness/records/record.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// A parameter's value as labels show it: numbers with four significant digits.
std::string label_value(const Value& value);

/// How tables and figures call the problem of each record: its title or name, and the parameters in
/// which problems of that name differ, as in "oscillator (omega = 30)".
std::vector<std::string> problem_labels(const std::vector<Record>& records);

/// How tables and figures call the integrator of each record: its title or name, and the parameters
/// in which it differs from others of that name on the same problem. (Not rtol, through which an
/// integrator gets its tolerance: a sweep over tolerances is one method.)
std::vector<std::string> method_labels(const std::vector<Record>& records);

/// Whether `a` stands before `b` in a list for people: numbers in labels go by their value, so that
/// 2 comes before 10, and 1e8 before 1e10.
bool naturally_before(const std::string& a, const std::string& b);

}  // namespace stiffbench
