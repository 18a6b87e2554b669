#pragma once

#include "base/parameters.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace stiffbench {

/// JSON whose keys keep their order of insertion. Doubles are printed with the digits needed to
/// read back the same bits, at most 17.
using Json = nlohmann::ordered_json;

/// Returns the number, or null if it is not finite, because JSON has no such numbers.
Json finite_or_null(double value);

/// Returns the text, or null if it is empty.
Json text_or_null(const std::string& text);

/// Returns the value, or null if there is none.
template <class T>
Json value_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json to_json(const Value& value);
Json to_json(const Settings& settings);
/// Converts an object of booleans, numbers, strings and lists of numbers to settings. Any other
/// value is an Error, which begins with `owner`.
Settings settings_from_json(const std::string& owner, const Json& object);

/// Reads a JSON file. The Error for malformed JSON states file, line and byte.
Json read_json(const std::filesystem::path& path);
/// Parses the text of a file of this name, with the same Errors.
Json parse_json(const std::string& text, const std::string& name);

}  // namespace stiffbench
