#include "harness/io/json.hpp"

#include "base/error.hpp"
#include "harness/io/former_names.hpp"
#include "harness/io/lines/parse_line.hpp"
#include "harness/io/read_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace stiffbench {
namespace {

Value value_from_json(const std::string& owner, const std::string& name, const Json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<long>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  const auto number = [](const Json& entry) { return entry.is_number(); };
  if (json.is_array() && std::all_of(json.begin(), json.end(), number))
    return json.get<std::vector<double>>();
  throw Error(
      owner + ": parameter '" + name + "' must be a boolean, number, string or list of numbers",
      json.dump(), "leave it out for its default");
}

/// Returns the first integer that exceeds the range of long, or null.
const Json* too_large(const Json& json) {
  if (json.is_number_unsigned() && !std::in_range<long>(json.get<std::uint64_t>())) return &json;
  if (!json.is_structured()) return nullptr;
  for (const Json& entry : json)
    if (const Json* number = too_large(entry)) return number;
  return nullptr;
}

/// Returns the text between the first and the last apostrophe, with which the library quotes
/// numbers.
std::string quoted_part(const std::string& text) {
  // Without an apostrophe both are npos.
  const auto first = text.find('\''), last = text.rfind('\'');
  return first < last ? text.substr(first + 1, last - first - 1) : text;
}

}  // namespace

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json finite_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json to_json(const Value& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

Json to_json(const Settings& settings) {
  Json object = Json::object();
  for (auto& [name, value] : settings) object[name] = to_json(value);
  return object;
}

Settings settings_from_json(const std::string& owner, const Json& object) {
  Settings settings;
  for (auto& [name, json] : object.items()) {
    if (json.is_string())
      settings.insert(current_setting(name, json));
    else
      settings[name] = value_from_json(owner, name, json);
  }
  return settings;
}

Json read_json(const std::filesystem::path& path) {
  return parse_json(read_text(path), path.string());
}

Json parse_json(const std::string& text, const std::string& name) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw Error(name + " must be well-formed JSON", "an empty file", "write it, or remove it");
  const auto line_at = [&](std::size_t byte) {
    return 1 + std::count(text.begin(), text.begin() + static_cast<long>(byte), '\n');
  };
  if (const std::size_t byte = too_deep(text); byte != text.npos)
    throw Error(fmt::format("JSON files have at most {} levels of lists and objects", most_levels),
                fmt::format("more at line {} of {}", line_at(byte), name), "mend it there");
  try {
    Json json = Json::parse(text);
    if (const Json* number = too_large(json))
      throw Error("whole numbers of JSON files are at most 9223372036854775807",
                  fmt::format("{} in line {} of {}", number->dump(),
                              line_at(text.find(number->dump())), name),
                  "write a smaller one there");
    return json;
  } catch (const Json::parse_error& error) {
    const std::size_t byte = std::min(error.byte, text.size());
    throw Error(name + " must be well-formed JSON",
                fmt::format("an error at line {}, byte {}", line_at(byte), error.byte),
                "mend it there");
  } catch (const Json::out_of_range& error) {
    const std::string number = quoted_part(error.what());
    throw Error("numbers of JSON files are at most 1.8e308 in size",
                fmt::format("{} in line {} of {}", number,
                            line_at(std::min(text.find(number), text.size())), name),
                "write a smaller one there");
  }
}

}  // namespace stiffbench
