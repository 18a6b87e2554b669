#pragma once

#include "harness/records/rows.hpp"
#include "harness/targets/measures/rule_reader.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stiffbench {

/// The rows of every experiment of a target of which there are records, by its name.
using Evidence = std::map<std::string, std::vector<Row>>;

/// The runs that a rule is about; what is left out chooses all.
struct RowChoice {
  std::string experiment;                               ///< by name
  std::vector<std::string> methods, problems;           ///< names or labels
  Json where = Json::object(), with = Json::object();   ///< parameters of problem and integrator
  std::optional<std::pair<double, double>> steps = {};  ///< h from, to (s), both included
};

/// Reads the fields experiment, methods, problems, where, with and h of a rule, or of one of its
/// sides. An experiment that is none of the target's is an Error.
RowChoice read_row_choice(RuleReader& rule);

/// "rk4 and exprb2 on soft in fput_order (kd = 1e8; h = 0.01)": a choice in words.
std::string words_of(const RowChoice& choice);

/// True if the row's problem, or its method as it was requested, has the parameters of a pattern:
/// each with its value, or with one of a list.
bool is_where(const Row& row, const Json& pattern);
bool is_with(const Row& row, const Json& pattern);

/// True if a name in a rule is that of the row's method, or of its problem: name, title or label.
bool is_of_method(const Row& row, const std::string& name);
bool is_of_problem(const Row& row, const std::string& name);

/// The chosen rows in their order; none where the experiment has no records.
std::vector<const Row*> choose(const Evidence& evidence, const RowChoice& choice);

/// "soft, A-1, h = 0.03333": what tells a row from others.
std::string label_of(const Row& row);
/// "A-1, h = 0.03333, start 3": what tells it from others of its problem.
std::string label_of_run(const Row& row);
/// "A-1, h = 0.03333": the same of all its starts.
std::string label_of_starts(const Row& row);

}  // namespace stiffbench
