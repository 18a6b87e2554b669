#include "harness/io/json.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

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
  for (auto& [name, value] : object.items()) settings[name] = value_from_json(owner, name, value);
  return settings;
}

Json read_json(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  if (!file || std::filesystem::is_directory(path))
    throw Error("a JSON file must be readable", path.string(), "check its name and permissions");
  try {
    return Json::parse(text.str());
  } catch (const Json::parse_error& error) {
    const std::string before = text.str().substr(0, error.byte);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    throw Error(path.string() + " must be well-formed JSON",
                fmt::format("an error at line {}, byte {}", line, error.byte), "mend it there");
  }
}

}  // namespace stiffbench
