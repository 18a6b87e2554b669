#pragma once

#include "base/parameters.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace stiffbench {

/// Keys keep the order in which they are written. Doubles are printed with as many digits (17 at
/// most) as read back to the same bits.
using Json = nlohmann::ordered_json;

/// The number, or null where it is not finite: JSON has no word for those.
Json finite_or_null(double value);

/// The value, or null where there is none.
template <class T>
Json value_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json to_json(const Value& value);
Json to_json(const Settings& settings);
/// An object of booleans, numbers, strings and lists of numbers; `owner` speaks in the Error that
/// anything else is.
Settings settings_from_json(const std::string& owner, const Json& object);

/// Error with file, line and column when the file cannot be read or is not JSON.
Json read_json(const std::filesystem::path& path);

}  // namespace stiffbench
