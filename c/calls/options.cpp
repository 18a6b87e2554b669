#include "c/calls/options.hpp"

#include <fmt/ranges.h>

namespace stiffbench::c {

Options::Options(const char* text, const std::string& name, const std::vector<std::string>& keys)
    : name_(name), json_(object_from(text, name)) {
  for (const auto& [key, value] : json_.items())
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      throw Error(fmt::format("{} have the keys {}", name, fmt::join(keys, ", ")),
                  fmt::format("'{}'", key), "leave it out");
}

Json object_from(const char* text, const std::string& name) {
  if (!text) return Json::object();
  Json json = parse_json(text, name);
  if (!json.is_object())
    throw Error(fmt::format("{} are a JSON object", name), json.dump(),
                "give {}, or NULL for defaults");
  return json;
}

Settings settings_from(const char* text, const std::string& owner) {
  return settings_from_json(owner, object_from(text, "the parameters of " + owner));
}

}  // namespace stiffbench::c
