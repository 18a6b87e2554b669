#pragma once

#include "c/calls/calls.hpp"
#include "harness/io/json.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace stiffbench::c {

/// A JSON object that a caller gives as a text, such as {"digits": 9}. NULL is an empty one.
class Options {
 public:
  /// Throws an Error that calls the text `name` if it is no JSON object, or if it has keys other
  /// than these.
  Options(const char* text, const std::string& name, const std::vector<std::string>& keys);

  const Json& json() const { return json_; }
  bool has(const char* key) const { return json_.contains(key); }
  /// The value of this key, or nothing without it. Throws an Error for a value of another type.
  template <class T>
  std::optional<T> find(const char* key) const {
    if (!has(key)) return std::nullopt;
    const Json& value = json_.at(key);
    if (!is_of<T>(value))
      throw Error(fmt::format("{} of {} is {}", key, name_, word_for<T>()), value.dump(),
                  "give one, or leave it out");
    return value.get<T>();
  }

 private:
  template <class T>
  static bool is_of(const Json& value) {
    if constexpr (std::is_same_v<T, bool>)
      return value.is_boolean();
    else if constexpr (std::is_same_v<T, std::string>)
      return value.is_string();
    else if constexpr (std::is_integral_v<T>)
      return value.is_number_integer() && std::in_range<T>(value.get<long>());
    else
      return value.is_number();
  }
  template <class T>
  static const char* word_for() {
    if constexpr (std::is_same_v<T, bool>)
      return "true or false";
    else if constexpr (std::is_same_v<T, std::string>)
      return "a text";
    else if constexpr (std::is_integral_v<T>)
      return "a whole number";
    else
      return "a number";
  }

  std::string name_;
  Json json_ = Json::object();
};

/// Parses a JSON object; NULL is an empty one.
Json object_from(const char* text, const std::string& name);

/// Parses a JSON object of parameters and checks the types of its values.
Settings settings_from(const char* text, const std::string& owner);

}  // namespace stiffbench::c
