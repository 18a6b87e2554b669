#include "harness/replications/measures/row_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stiffbench {
namespace {

bool has_name(const std::string& name, const auto& part, const std::string& label) {
  return name == part.name || name == part.title || name == label;
}

/// Returns true if a row has one of these names, or if the list is empty.
bool has_any(const std::vector<std::string>& names, const Row& row, auto has_name) {
  return names.empty() ||
         std::ranges::any_of(names, [&](const std::string& name) { return has_name(row, name); });
}

/// Returns true if a parameter has one of the values; numbers agree to a relative 1e-6.
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
  return has_any(choice.methods, row, is_of_method) &&
         has_any(choice.problems, row, is_of_problem) && is_where(row, choice.where) &&
         is_with(row, choice.with);
}

/// Describes the parameters that a rule selects: "kd = 1e8 or 1e10".
void add_parameters(std::vector<std::string>& words, const Json& pattern) {
  for (const auto& [name, values] : pattern.items()) {
    std::vector<std::string> texts;
    for (const Json& value : values.is_array() ? values : Json::array({values}))
      texts.push_back(value.is_string()   ? value.get<std::string>()
                      : value.is_number() ? fmt::format("{:g}", value.get<double>())
                                          : value.dump());
    words.push_back(fmt::format("{} = {}", name, fmt::join(texts, " or ")));
  }
}

std::string experiment_of(RuleReader& rule) {
  const auto& names = rule.context().experiments;
  const std::string name = rule.get("experiment", names.empty() ? std::string() : names.front());
  if (std::ranges::count(names, name) == 0)
    rule.refuse("a rule about runs is about one of its replication's experiments",
                fmt::format("it has {}",
                            names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
  return name;
}

}  // namespace

bool is_where(const Row& row, const Json& pattern) {
  return has_parameters(row.record.problem.parameters, pattern);
}
bool is_with(const Row& row, const Json& pattern) {
  return has_parameters(requested_parameters(row.record), pattern);
}

bool is_of_method(const Row& row, const std::string& name) {
  return has_name(name, row.record.integrator, row.method);
}
bool is_of_problem(const Row& row, const std::string& name) {
  return has_name(name, row.record.problem, row.problem);
}

RowChoice read_row_choice(RuleReader& rule) {
  using Words = std::vector<std::string>;
  RowChoice choice{.experiment = experiment_of(rule),
                   .methods = rule.get("methods", Words()),
                   .problems = rule.get("problems", Words()),
                   .where = rule.get("where", Json::object()),
                   .with = rule.get("with", Json::object())};
  if (const Json* h = rule.find("h"))
    choice.steps = {h->front().get<double>(), h->back().get<double>()};
  return choice;
}

std::string words_of(const RowChoice& choice) {
  std::string text =
      choice.methods.empty() ? "every method" : fmt::format("{}", fmt::join(choice.methods, ", "));
  if (!choice.problems.empty()) text += fmt::format(" on {}", fmt::join(choice.problems, ", "));
  std::vector<std::string> words;
  add_parameters(words, choice.where);
  add_parameters(words, choice.with);
  if (choice.steps && choice.steps->first == choice.steps->second)
    words.push_back(fmt::format("h = {:.4g}", choice.steps->first));
  else if (choice.steps)
    words.push_back(
        fmt::format("h from {:.4g} to {:.4g}", choice.steps->first, choice.steps->second));
  text += fmt::format(" in `{}`", choice.experiment);
  return words.empty() ? text : fmt::format("{} ({})", text, fmt::join(words, "; "));
}

std::vector<const Row*> choose(const Evidence& evidence, const RowChoice& choice) {
  std::vector<const Row*> chosen;
  const auto match = evidence.find(choice.experiment);
  if (match == evidence.end()) return chosen;
  for (const Row& row : match->second)
    if (is_chosen(row, choice)) chosen.push_back(&row);
  return chosen;
}

std::string label_of(const Row& row) { return row.problem + ", " + label_of_run(row); }

std::string label_of_run(const Row& row) {
  const auto& start = row.record.start;
  return label_of_starts(row) + (start ? fmt::format(", start {}", start->index) : "");
}

std::string label_of_starts(const Row& row) {
  return fmt::format("{}, {} = {:.4g}", row.method, row.record.h ? "h" : "tolerance",
                     row.step_or_tolerance);
}

}  // namespace stiffbench
