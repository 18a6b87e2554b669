// Lists of what this process has, and readers of JSON for languages without one.
#include "c/calls/options.hpp"
#include "c/registrations.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <limits>

namespace stiffbench::c {
namespace {

Json defaults_of(const std::vector<ParameterFacts>& parameters) {
  Json json = Json::object();
  for (const ParameterFacts& parameter : parameters)
    json[parameter.name] = to_json(parameter.value);
  return json;
}

Json all_problems() {
  Json list = Json::array();
  for (const ProblemEntry& entry : ProblemRegistry::instance().all())
    list.push_back({{"name", entry.facts.name},
                    {"title", entry.facts.title},
                    {"source", text_or_null(entry.facts.doi)},
                    {"equation", entry.facts.equation},
                    {"parameters", defaults_of(entry.parameters)}});
  return list;
}

Json all_integrators() {
  const std::shared_lock lock(registrations());
  Json list = Json::array();
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all()) {
    const Facts facts = method->facts();
    list.push_back({{"name", facts.name},
                    {"title", facts.title},
                    {"source", text_or_null(facts.doi)},
                    {"family", name_of(facts.family)},
                    {"stages", facts.stages},
                    {"adaptive", method->adaptive()},
                    {"library", text_or_null(facts.library)},
                    {"parameters", defaults_of(method->parameters())}});
  }
  return list;
}

/// The part of a text of JSON to which the pointer leads.
Json part_at(const char* json, const char* pointer) {
  const Json whole = parse_json(text_from(json, "json"), "the text");
  const std::string path = text_from(pointer, "pointer");
  if (!path.empty() && path.front() != '/')
    throw Error("a JSON pointer begins with a slash, as /error/energy_norm_relative",
                fmt::format("'{}'", path), "write it so");
  const Json::json_pointer place(path);
  if (!whole.contains(place))
    throw Error("a JSON pointer leads to a part of the text", fmt::format("'{}'", path),
                "see the text itself");
  return whole.at(place);
}

}  // namespace
}  // namespace stiffbench::c

using namespace stiffbench;

int stiffbench_problems(void) {
  return c::guarded([] { c::leave_text(c::all_problems().dump()); });
}

int stiffbench_integrators(void) {
  return c::guarded([] { c::leave_text(c::all_integrators().dump()); });
}

int stiffbench_json_number(const char* json, const char* pointer, double* number) {
  return c::guarded([&] {
    c::require_pointer(number, "number");
    const Json part = c::part_at(json, pointer);
    if (!part.is_number() && !part.is_null())
      throw Error("this part of the text is a number or null", part.dump(),
                  "read it with stiffbench_json_part()");
    *number = part.is_null() ? std::numeric_limits<double>::quiet_NaN() : part.get<double>();
  });
}

int stiffbench_json_part(const char* json, const char* pointer) {
  return c::guarded([&] {
    const Json part = c::part_at(json, pointer);
    c::leave_text(part.is_string() ? part.get<std::string>() : part.dump());
  });
}
