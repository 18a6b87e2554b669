#include "base/parameters.hpp"

#include "base/error.hpp"
#include "base/text/read_number.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <optional>
#include <sstream>

namespace stiffbench {
namespace {

/// The text of a number in records and hashes. The shortest text of fmt would not match the records
/// that exist.
std::string number(double value) {
  char text[32];
  for (int digits : {6, 15, 17}) {  // the shortest of these that reads back as the same number
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  return text;
}

/// Returns a rule that tests an integer, a real number, or every entry of a list.
Rule numeric(std::string text, std::function<bool(double)> test) {
  return {std::move(text), [test](const Value& value) {
            if (auto* whole = std::get_if<long>(&value)) return test(static_cast<double>(*whole));
            if (auto* real = std::get_if<double>(&value)) return test(*real);
            if (auto* list = std::get_if<std::vector<double>>(&value))
              return std::all_of(list->begin(), list->end(), test);
            return false;
          }};
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

/// The edit distance to the name, or to one of its words plus 1, whichever is smaller.
std::size_t distance_to_name(std::string_view got, std::string name) {
  std::size_t least = edit_distance(got, name);
  std::replace(name.begin(), name.end(), ' ', '_');
  std::istringstream words(name);
  for (std::string word; std::getline(words, word, '_');)
    if (word.size() >= 3) least = std::min(least, edit_distance(got, word) + 1);
  return least;
}

}  // namespace

std::string to_string(const Value& value) {
  if (auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (auto* whole = std::get_if<long>(&value)) return fmt::format("{}", *whole);
  if (auto* real = std::get_if<double>(&value)) return number(*real);
  if (auto* text = std::get_if<std::string>(&value)) return *text;
  std::string list;
  for (double entry : std::get<std::vector<double>>(value))
    list += (list.empty() ? "" : ",") + number(entry);
  return list;
}

Value parse_value(const std::string& name, const std::string& text, const Value& like) {
  if (std::holds_alternative<std::string>(like)) return text;
  if (std::holds_alternative<bool>(like)) {
    if (text == "true" || text == "false") return text == "true";
    detail::wrong_type("the command line", name, text, "true or false");
  }
  if (std::holds_alternative<long>(like)) {
    if (auto whole = read_number<long>(text)) return *whole;
    detail::wrong_type("the command line", name, text, "a whole number");
  }
  if (std::holds_alternative<double>(like)) {
    if (auto real = read_number<double>(text)) return *real;
    detail::wrong_type("the command line", name, text, "a number");
  }
  std::vector<double> list;
  std::istringstream entries(text);
  for (std::string entry; std::getline(entries, entry, ',');) {
    auto real = read_number<double>(entry);
    if (!real) detail::wrong_type("the command line", name, text, "numbers separated by commas");
    list.push_back(*real);
  }
  return list;
}

Rule any_value() {
  return {"finite", [](const Value& value) {
            auto* real = std::get_if<double>(&value);
            auto* list = std::get_if<std::vector<double>>(&value);
            return (!real || std::isfinite(*real)) &&
                   (!list || std::all_of(list->begin(), list->end(),
                                         [](double entry) { return std::isfinite(entry); }));
          }};
}

Rule positive() {
  return numeric("positive and finite", [](double x) { return x > 0 && std::isfinite(x); });
}

Rule not_negative() {
  return numeric("zero or positive, and finite",
                 [](double x) { return x >= 0 && std::isfinite(x); });
}

Rule at_least(long least) {
  return numeric(fmt::format("at least {}", least),
                 [least](double x) { return x >= static_cast<double>(least) && std::isfinite(x); });
}

Rule between(double low, double high) {
  return numeric("above " + number(low) + " and below " + number(high),
                 [low, high](double x) { return low < x && x < high; });
}

Rule from_to(double low, double high) {
  return numeric("from " + number(low) + " to " + number(high),
                 [low, high](double x) { return low <= x && x <= high; });
}

Rule one_of(std::vector<std::string> names) {
  std::string text = "one of";
  for (const auto& name : names) text += " " + name;
  return {std::move(text), [names = std::move(names)](const Value& value) {
            auto* got = std::get_if<std::string>(&value);
            return got && std::find(names.begin(), names.end(), *got) != names.end();
          }};
}

std::string near_matches(std::string_view got, const std::vector<std::string>& names) {
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const auto& name : names) {
    const std::size_t distance = distance_to_name(got, name);
    const bool inside = got.size() >= 3 && name.find(got) != std::string::npos;
    // Names that differ in half of their letters or more, as fish and zsh, are alike by chance.
    const bool is_near =
        distance <= 1 + got.size() / 4 && 2 * distance < std::max(got.size(), name.size());
    if (inside || is_near) near.emplace_back(inside ? 1 : distance, name);
  }
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  if (near.size() > 5) near.resize(5);
  std::string text;
  for (const auto& [distance, name] : near) text += (text.empty() ? "did you mean " : ", ") + name;
  return text;
}

namespace detail {

void check_names(const std::string& owner, const Settings& settings,
                 const std::vector<std::string>& names) {
  for (const auto& [name, value] : settings)
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      if (names.empty())
        throw Error(owner + " has no parameters", "'" + name + "'", "leave it out");
      const std::string near = near_matches(name, names);
      throw Error(fmt::format("{} has the parameters {{{}}}", owner, fmt::join(names, ", ")),
                  "'" + name + "'", near.empty() ? "use one of them" : near + "?");
    }
}

void check_rule(const std::string& owner, const ParameterFacts& parameter) {
  if (!parameter.rule.holds(parameter.value))
    throw Error(owner + ": parameter '" + parameter.name + "' must be " + parameter.rule.text,
                to_string(parameter.value),
                "give a value that is " + parameter.rule.text + "; " + parameter.name +
                    " stands for: " + parameter.doc);
}

std::optional<double> read_double(const Value& value) {
  if (auto* real = std::get_if<double>(&value)) return *real;
  if (auto* whole = std::get_if<long>(&value)) return static_cast<double>(*whole);
  if (auto* text = std::get_if<std::string>(&value)) return read_number<double>(*text);
  return std::nullopt;
}

Rule automatic_or(Rule rule) {
  return {automatic_text + (", or " + rule.text),
          [holds = std::move(rule.holds)](const Value& value) {
            return is_automatic(value) || holds(value);
          }};
}

void wrong_type(const std::string& owner, const std::string& name, const Value& got,
                const char* type) {
  throw Error(owner + ": parameter '" + name + "' must be " + type, "'" + to_string(got) + "'",
              "give a value of that type, after --set or as JSON in an experiment");
}

void no_such_choice(const std::string& owner, const std::string& name, const Value& got,
                    const std::vector<std::string>& names) {
  const std::string near = near_matches(to_string(got), names);
  throw Error(owner + ": parameter '" + name + "' must be " + one_of(names).text,
              "'" + to_string(got) + "'", near.empty() ? "take one of them" : near + "?");
}

}  // namespace detail
}  // namespace stiffbench
