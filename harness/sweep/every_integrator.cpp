#include "harness/sweep/every_integrator.hpp"

#include "base/error.hpp"
#include "integrators/contract/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace stiffbench {
namespace {

bool is_star(const Json& entry) { return entry["name"] == "*"; }

/// The parameters of an entry; their order does not matter.
nlohmann::json parameters_of(const Json& entry) {
  return entry.value("parameters", Json::object());
}

/// True if an entry has this parameter, alone or among several values.
bool gives(const Json& entry, const std::string& name, const nlohmann::json& value) {
  const nlohmann::json own = parameters_of(entry), vary = entry.value("vary", Json::object());
  return (own.contains(name) && own[name] == value) ||
         (vary.contains(name) && std::ranges::find(vary[name], value) != vary[name].end());
}

bool contains(const Json& values, const Json& value) {
  return std::ranges::find(values, value) != values.end();
}

void check_families(const Json& entry) {
  if (!entry.contains("families")) return;
  if (!is_star(entry))
    throw Error(R"(families belong to an entry named "*")", "'" + entry.value("name", "") + "'",
                "take them out");
  const auto names = names_of(Family{});
  for (const Json& family : entry["families"])
    if (std::ranges::find(names, family.get<std::string>()) == names.end())
      throw Error("a family is one of " + fmt::format("{}", fmt::join(names, ", ")), family.dump(),
                  "correct the name");
}

bool is_in_families(const Json& star, Family family, const Json& entries) {
  if (star.contains("families")) return contains(star["families"], name_of(family));
  return std::ranges::none_of(entries, [&](const Json& other) {
    return is_star(other) && other.contains("families") &&
           parameters_of(other) == parameters_of(star) &&
           contains(other["families"], name_of(family));
  });
}

bool has_parameters(const AnyIntegrator& method, const nlohmann::json& parameters) {
  const std::vector<ParameterFacts> own = method->parameters();
  return std::ranges::all_of(parameters.items(), [&](const auto& item) {
    return std::ranges::any_of(
        own, [&](const ParameterFacts& parameter) { return parameter.name == item.key(); });
  });
}

bool is_named(const std::string& name, const nlohmann::json& parameters, const Json& entries) {
  return std::ranges::any_of(entries, [&](const Json& entry) {
    if (entry["name"] != name) return false;
    return std::ranges::all_of(parameters.items(), [&](const auto& item) {
      return gives(entry, item.key(), item.value());
    });
  });
}

}  // namespace

Json with_every_integrator(const Json& entries) {
  Json all = Json::array();
  for (Json entry : entries) {
    check_families(entry);
    if (!is_star(entry)) {
      all.push_back(entry);
      continue;
    }
    const Json star = entry;
    const std::size_t before = all.size();
    entry.erase("families");
    for (const AnyIntegrator& method : IntegratorRegistry::instance().all()) {
      const auto [name, family] = std::pair(method->facts().name, method->facts().family);
      if (!is_in_families(star, family, entries) || !has_parameters(method, parameters_of(star)) ||
          is_named(name, parameters_of(star), entries))
        continue;
      entry["name"] = name;
      all.push_back(entry);
    }
    if (all.size() == before)
      throw Error(R"(an entry named "*" selects at least one integrator)", star.dump(),
                  "give other families or parameters, or take it out");
  }
  return all;
}

}  // namespace stiffbench
