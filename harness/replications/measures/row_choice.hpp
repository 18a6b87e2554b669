#pragma once

#include "harness/records/rows.hpp"
#include "harness/replications/measures/rule_reader.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stiffbench {

/// Rows of each experiment of a replication that has records, by the experiment's name.
using Evidence = std::map<std::string, std::vector<Row>>;

/// The runs that a rule reads; an omitted field selects all.
struct RowChoice {
  std::string experiment;                               ///< by name
  std::vector<std::string> methods, problems;           ///< names or labels
  Json where = Json::object(), with = Json::object();   ///< parameters of problem and integrator
  std::optional<std::pair<double, double>> steps = {};  ///< h from, to (s), both included
};

/// Reads the fields experiment, methods, problems, where, with and h of a rule or of one of its
/// sides. An experiment that is not one of the replication's is an Error.
RowChoice read_row_choice(RuleReader& rule);

/// Describes a choice: "rk4 and exprb2 on soft in fput_order (kd = 1e8; h = 0.01)".
std::string words_of(const RowChoice& choice);

/// Returns true if the row's problem (is_where) or its method as requested (is_with) has the
/// parameters of a pattern, each with the pattern's value or with one from its list.
bool is_where(const Row& row, const Json& pattern);
bool is_with(const Row& row, const Json& pattern);

/// Returns true if a name in a rule is the name, title or label of the row's method or problem.
bool is_of_method(const Row& row, const std::string& name);
bool is_of_problem(const Row& row, const std::string& name);

/// Returns the chosen rows in order; none if the experiment has no records.
std::vector<const Row*> choose(const Evidence& evidence, const RowChoice& choice);

/// Label of a row among all rows: "soft, A-1, h = 0.03333".
std::string label_of(const Row& row);
/// Label of a row among those of its problem: "A-1, h = 0.03333, start 3".
std::string label_of_run(const Row& row);
/// Label of a run, without its start: "A-1, h = 0.03333".
std::string label_of_starts(const Row& row);

}  // namespace stiffbench
