#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace stiffbench {

/// The value of a parameter of a problem or integrator.
using Value = std::variant<bool, long, double, std::string, std::vector<double>>;
using Settings = std::map<std::string, Value>;

std::string to_string(const Value& value);

/// Parses a text as a value of the type of `like`, for example "1e8" as a double or "1,2,3" as a
/// list of numbers. Throws an Error that names the parameter if the text is no such value.
Value parse_value(const std::string& name, const std::string& text, const Value& like);

/// The values that a parameter may have, as a text and as a test. No rule accepts NaN.
struct Rule {
  std::string text;                         ///< follows "must be" in messages
  std::function<bool(const Value&)> holds;  ///< true for an allowed value
};
/// Allows every value except infinite numbers and NaN.
Rule any_value();
Rule positive();
Rule not_negative();
Rule at_least(long least);
/// Allows low < value < high.
Rule between(double low, double high);
/// Allows low <= value <= high.
Rule from_to(double low, double high);
Rule one_of(std::vector<std::string> names);

/// An enum with a function names_of() beside it that returns the names of the enumerators in order.
/// The enumerators count from 0:
///
///     enum class LineSearch { none, residual };
///     constexpr auto names_of(LineSearch) { return std::array{"none", "residual"}; }
template <class E>
concept Choice = std::is_enum_v<E> && requires {
  names_of(E{});
};

/// Returns the rule of a parameter that is a Choice.
template <Choice E>
Rule one_of() {
  const auto names = names_of(E{});
  return one_of(std::vector<std::string>(names.begin(), names.end()));
}

template <Choice E>
std::string name_of(E choice) {
  return names_of(E{})[static_cast<std::size_t>(choice)];
}

/// The values of a parameter among which a search for the fastest setting chooses, the most precise
/// first. A parameter has a ladder if it trades work against precision and does not change the
/// method: a tolerance, or the algorithm that solves a linear system.
struct Ladder {
  Ladder() = default;
  Ladder(std::initializer_list<double> numbers) : values(numbers.begin(), numbers.end()) {}
  Ladder(std::initializer_list<const char*> words) {
    for (const char* word : words) values.emplace_back(std::string(word));
  }
  std::vector<Value> values;
};

/// One parameter, as `list --json` and error messages show it.
struct ParameterFacts {
  std::string name;
  Value value;
  Rule rule;
  std::string doc;
  Ladder ladder = {};  ///< empty: a search never changes the parameter
};

// A type with parameters has a member
//   static void parameters(auto& self, auto&& parameter) {
//     parameter("omega", self.omega, positive(), "angular frequency (rad/s)");
//   }
// through which the functions below read and set its parameters. A parameter may be a bool, int,
// long, double, std::string, std::vector<double> or Choice. It is a std::optional<double> if its
// default depends on other parameters; its value is then "automatic" until resolve() sets it. A
// type without parameters needs no such member. A Ladder may follow the text:
//     parameter("tolerance", self.tolerance, positive(), "relative", Ladder{1e-12, 1e-6, 1e-3});

/// Returns "did you mean ..." with the names that resemble a mistyped one, or an empty text.
std::string near_matches(std::string_view got, const std::vector<std::string>& names);

namespace detail {
void check_names(const std::string& owner, const Settings& settings,
                 const std::vector<std::string>& names);
void check_rule(const std::string& owner, const ParameterFacts& parameter);
[[noreturn]] void wrong_type(const std::string& owner, const std::string& name, const Value& got,
                             const char* type);
[[noreturn]] void no_such_choice(const std::string& owner, const std::string& name,
                                 const Value& got, const std::vector<std::string>& names);

inline constexpr const char* automatic_text = "automatic";
inline bool is_automatic(const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text && *text == automatic_text;
}
/// Returns the value as a number. Texts from the command line are parsed. Returns nothing if the
/// value is no number.
std::optional<double> read_double(const Value& value);
Rule automatic_or(Rule rule);

template <class T>
Value to_value(const T& member) {
  if constexpr (std::is_same_v<T, int>)
    return static_cast<long>(member);
  else if constexpr (std::is_same_v<T, std::optional<double>>)
    return member ? Value(*member) : Value(std::string(automatic_text));
  else if constexpr (Choice<T>)
    return name_of(member);
  else
    return member;
}

template <class T>
T from_value(const std::string& owner, const std::string& name, const Value& value) {
  using Stored = std::conditional_t<std::is_same_v<T, int>, long, T>;
  if (const auto* same = std::get_if<Stored>(&value)) {
    if constexpr (std::is_same_v<T, int>)
      if (!std::in_range<int>(*same))
        wrong_type(owner, name, value, "a whole number between -2^31 and 2^31");
    return static_cast<T>(*same);
  }
  if constexpr (std::is_same_v<T, double>)
    if (const auto* whole = std::get_if<long>(&value)) return static_cast<double>(*whole);
  if constexpr (std::is_same_v<T, std::string>)
    wrong_type(owner, name, value, "a string");
  else if constexpr (std::is_same_v<T, std::vector<double>>)
    wrong_type(owner, name, value, "a list of numbers");
  else if constexpr (std::is_same_v<T, bool>)
    wrong_type(owner, name, value, "true or false");
  else
    wrong_type(owner, name, value, std::is_same_v<T, double> ? "a number" : "a whole number");
}

template <std::same_as<std::optional<double>> T>
T from_value(const std::string& owner, const std::string& name, const Value& value) {
  if (is_automatic(value)) return std::nullopt;
  if (const auto number = read_double(value)) return number;
  wrong_type(owner, name, value, "a number, or automatic");
}
template <Choice T>
T from_value(const std::string& owner, const std::string& name, const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  const auto names = names_of(T{});
  for (std::size_t i = 0; i < names.size(); ++i)
    if (text && *text == names[i]) return static_cast<T>(i);
  no_such_choice(owner, name, value, {names.begin(), names.end()});
}
}  // namespace detail

/// Returns every parameter of `object` with its present value, in the order of declaration.
template <class P>
std::vector<ParameterFacts> describe_parameters(const P& object) {
  std::vector<ParameterFacts> all;
  auto add = [&](const char* name, const auto& member, Rule rule, const char* doc,
                 Ladder ladder = {}) {
    if constexpr (std::is_same_v<std::decay_t<decltype(member)>, std::optional<double>>)
      rule = detail::automatic_or(std::move(rule));
    all.push_back({name, detail::to_value(member), std::move(rule), doc, std::move(ladder)});
  };
  if constexpr (requires { P::parameters(object, add); }) P::parameters(object, add);
  return all;
}

template <class P>
Settings collect_settings(const P& object) {
  Settings values;
  for (const auto& parameter : describe_parameters(object))
    values[parameter.name] = parameter.value;
  return values;
}

/// Sets the named parameters of `object`. An unknown name, a wrong type or a broken rule is an
/// Error whose text begins with `owner`, for example "problem 'fput'".
template <class P>
void assign_settings(const std::string& owner, P& object, const Settings& settings) {
  std::vector<std::string> names;
  for (const auto& parameter : describe_parameters(object)) names.push_back(parameter.name);
  detail::check_names(owner, settings, names);
  auto set = [&](const char* name, auto& member, const Rule&, const char*, const Ladder& = {}) {
    if (auto entry = settings.find(name); entry != settings.end())
      member =
          detail::from_value<std::remove_reference_t<decltype(member)>>(owner, name, entry->second);
  };
  if constexpr (requires { P::parameters(object, set); }) P::parameters(object, set);
  for (const auto& parameter : describe_parameters(object)) detail::check_rule(owner, parameter);
}

}  // namespace stiffbench
