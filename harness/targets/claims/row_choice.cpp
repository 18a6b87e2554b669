#include "harness/targets/claims/row_choice.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {
namespace {

bool has_name(const std::vector<std::string>& names, const auto& part, const std::string& label) {
  return names.empty() || std::ranges::any_of(names, [&](const std::string& name) {
           return name == part.name || name == part.title || name == label;
         });
}

/// Whether a parameter has one of the values; a number within a millionth.
bool has_value(const Json& own, const Json& values) {
  const auto is_equal = [&](const Json& value) {
    if (!own.is_number() || !value.is_number()) return own == value;
    const double a = own, b = value;
    return std::abs(a - b) <= 1e-6 * std::abs(b);
  };
  return values.is_array() ? std::ranges::any_of(values, is_equal) : is_equal(values);
}

bool has_parameters(const Settings& settings, const Json& pattern) {
  const Json own = to_json(settings);
  for (const auto& [name, values] : pattern.items())
    if (!own.contains(name) || !has_value(own[name], values)) return false;
  return true;
}

bool is_chosen(const Row& row, const RowChoice& choice) {
  const Record& record = row.record;
  if (choice.steps) {
    const double h = record.h.value_or(0), slack = 1 + 1e-6;
    if (h * slack < choice.steps->first || h > choice.steps->second * slack) return false;
  }
  return has_name(choice.methods, record.integrator, row.method) &&
         has_name(choice.problems, record.problem, row.problem) &&
         has_parameters(record.problem.parameters, choice.where) &&
         has_parameters(record.integrator.parameters, choice.with);
}

}  // namespace

RowChoice row_choice_from_json(const Json& rule, const std::string& usual) {
  using Words = std::vector<std::string>;
  RowChoice choice{.experiment = rule.value("experiment", usual),
                   .methods = rule.value("methods", Words()),
                   .problems = rule.value("problems", Words()),
                   .where = rule.value("where", Json::object()),
                   .with = rule.value("with", Json::object())};
  if (rule.contains("h"))
    choice.steps = {rule["h"].front().get<double>(), rule["h"].back().get<double>()};
  return choice;
}

std::vector<const Row*> choose(const Evidence& evidence, const RowChoice& choice) {
  std::vector<const Row*> chosen;
  const auto place = evidence.find(choice.experiment);
  if (place == evidence.end()) return chosen;
  for (const Row& row : place->second)
    if (is_chosen(row, choice)) chosen.push_back(&row);
  return chosen;
}

std::string label_of(const Row& row) { return row.problem + ", " + label_of_run(row); }

std::string label_of_run(const Row& row) {
  const auto& start = row.record.start;
  return label_of_starts(row) + (start ? fmt::format(", start {}", start->index) : "");
}

std::string label_of_starts(const Row& row) {
  return fmt::format("{}, {} = {:.4g}", row.method, row.record.h ? "h" : "tolerance", row.fineness);
}

}  // namespace stiffbench
