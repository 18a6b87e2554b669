#pragma once

#include "base/parameters.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace stiffbench {

/// JSON whose keys keep the order in which they were written. Doubles are printed with as many
/// digits, at most 17, as are needed to read back the same bits.
using Json = nlohmann::ordered_json;

/// The number, or null where it is not finite, since JSON has no such numbers.
Json finite_or_null(double value);

/// The text, or null where it is empty.
Json text_or_null(const std::string& text);

/// The value, or null where there is none.
template <class T>
Json value_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json to_json(const Value& value);
Json to_json(const Settings& settings);
/// Settings from an object of booleans, numbers, strings and lists of numbers. Any other value is
/// an Error, which begins with `owner`.
Settings settings_from_json(const std::string& owner, const Json& object);

/// Reads a JSON file. The Error for malformed JSON names file, line and byte.
Json read_json(const std::filesystem::path& path);
/// Parses the text of a file of this name in the same way.
Json parse_json(const std::string& text, const std::string& name);

}  // namespace stiffbench
