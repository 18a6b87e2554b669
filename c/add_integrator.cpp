// Registration of methods by callbacks, and what only callbacks call.
#include "base/code/reachable_code.hpp"
#include "base/hash.hpp"
#include "c/calls/options.hpp"
#include "c/method.hpp"
#include "c/own_code.hpp"
#include "c/registrations.hpp"
#include "harness/single/turn.hpp"
#include "integrators/contract/registry.hpp"

#include <fmt/ranges.h>

#include <algorithm>

namespace stiffbench::c {
namespace {

/// The statuses with which a step may fail, and the one with which init() may refuse a problem.
constexpr std::array failures{Status::diverged,      Status::newton_not_converged,
                              Status::singular,      Status::krylov_stagnated,
                              Status::indefinite,    Status::infeasible,
                              Status::not_applicable};

void check_name(const std::string& name) {
  const std::string letters = "abcdefghijklmnopqrstuvwxyz", others = "0123456789_";
  if (name.empty() || letters.find(name.front()) == name.npos ||
      name.find_first_not_of(letters + others) != name.npos)
    throw Error("the name of an integrator has lower_case letters, digits and _, a letter first",
                fmt::format("'{}'", name), "rename it");
  if (has_origin("integrator", name))
    throw Error("the name of every integrator is its own",
                fmt::format("'{}', which this program has already", name), "rename it");
}

Family family_from(const std::string& word) {
  const auto names = names_of(Family{});
  const auto entry = std::find(names.begin(), names.end(), word);
  if (entry == names.end())
    throw Error("the family of a method is one that figures have", fmt::format("'{}'", word),
                fmt::format("give one of {}", fmt::join(names, ", ")));
  return static_cast<Family>(entry - names.begin());
}

std::vector<ParameterFacts> parameters_from(const std::string& owner, const Json& json,
                                            bool adaptive) {
  std::vector<ParameterFacts> parameters;
  if (adaptive)
    parameters.push_back(
        {tolerance_parameter, 1e-6, between(0, 1), "relative tolerance of the local error"});
  if (!json.is_object())
    throw Error(owner + ": parameters are a JSON object", json.dump(), "give names with defaults");
  for (const auto& [name, entry] : json.items()) {
    if (adaptive && name == tolerance_parameter)
      throw Error(owner + ": rtol belongs to every adaptive method", "a second one",
                  "leave it out");
    if (entry.is_object() && !entry.contains("default"))
      throw Error(fmt::format("{}: parameter '{}' has a default", owner, name), entry.dump(),
                  "give one");
    const Settings value =
        settings_from_json(owner, {{name, entry.is_object() ? entry.at("default") : entry}});
    parameters.push_back({name, value.begin()->second, any_value(),
                          entry.is_object() ? entry.value("doc", "") : ""});
  }
  return parameters;
}

template <class T>
T required(const Options& given, const char* key) {
  const auto value = given.find<T>(key);
  if (!value)
    throw Error(fmt::format("the facts of an integrator have {}", key), given.json().dump(),
                "add it, as in {\"title\": \"velocity Verlet\", \"order\": 2}");
  return *value;
}

CallbackFacts facts_from(const std::string& name, const Options& given) {
  CallbackFacts method{
      .facts = {.name = name,
                .title = required<std::string>(given, "title"),
                .doi = given.find<std::string>("doi").value_or(""),
                .family = family_from(given.find<std::string>("family").value_or("others")),
                .stages = given.find<int>("stages").value_or(1),
                .library = given.find<std::string>("library").value_or("")},
      .order = required<int>(given, "order")};
  method.order_damped = given.find<int>("order_damped").value_or(method.order);
  for (const int number : {method.order, method.order_damped, method.facts.stages})
    if (number < 0)
      throw Error("orders and stages are not negative", fmt::format("{}", number), "give others");
  method.adaptive = given.find<bool>("adaptive").value_or(false);
  method.interpreted = given.find<bool>("interpreted").value_or(false);
  method.parameters =
      parameters_from(fmt::format("integrator '{}'", name),
                      given.json().value("parameters", Json::object()), method.adaptive);
  return method;
}

/// The hash on which records of the method depend, besides this library.
std::string numbers_of(const Options& given, stiffbench_step_function step) {
  const auto identity = given.find<std::string>("identity");
  if (identity && identity->empty())
    throw Error("the identity of a method says which code it has", "an empty one",
                "leave it out, or give a version");
  return Hasher()
      .update(identity ? *identity : hash_of_file_with(reinterpret_cast<const void*>(step)))
      .update(given.json().value("parameters", Json::object()).dump())
      .hex();
}

void add(const std::string& name, const char* facts, CallbackFacts callbacks) {
  const Options given(facts, "facts of an integrator",
                      {"title", "order", "order_damped", "doi", "family", "stages", "library",
                       "parameters", "adaptive", "interpreted", "identity"});
  CallbackFacts method = facts_from(name, given);
  method.init = callbacks.init;
  method.step = callbacks.step;
  method.destroy = callbacks.destroy;
  method.data = callbacks.data;
  const CodeOrigin origin{.file = "c/method.cpp", .numbers = numbers_of(given, callbacks.step)};
  const HarnessTurn turn;
  const std::unique_lock lock(registrations());
  check_name(name);
  IntegratorRegistry::instance().add(CallbackIntegrator(std::move(method)), origin);
}

double number_of(const std::string& name, const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* whole = std::get_if<long>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  throw Error("stiffbench_setting() reads numbers and true or false",
              fmt::format("{} = {}", name, to_string(value)), "declare the parameter as a number");
}

void require_not_negative(std::int64_t count, const char* name) {
  if (count < 0)
    throw Error("counts are not negative", fmt::format("{} of {}", count, name),
                "count what was done");
}

}  // namespace

}  // namespace stiffbench::c

using namespace stiffbench;

int stiffbench_add_integrator(const char* name, const char* facts, stiffbench_init_function init,
                              stiffbench_step_function step, stiffbench_destroy_function destroy,
                              void* data) {
  return c::guarded([&] {
    c::require_pointer(reinterpret_cast<const void*>(step), "step");
    c::CallbackFacts callbacks{
        .facts = {}, .init = init, .step = step, .destroy = destroy, .data = data};
    c::add(c::text_from(name, "name"), facts, std::move(callbacks));
  });
}

int stiffbench_fail(const char* status, const char* reason) {
  const int code = c::guarded([&] {
    const std::string word = c::text_from(status, "status");
    std::vector<std::string_view> words;
    for (const Status failure : c::failures) words.push_back(to_string(failure));
    if (std::find(words.begin(), words.end(), word) == words.end())
      throw Error("a step fails with a status that records have", fmt::format("'{}'", word),
                  fmt::format("give one of {}", fmt::join(words, ", ")));
    c::thread_data().failure = {word, c::text_from(reason, "reason")};
  });
  return code == STIFFBENCH_OK ? STIFFBENCH_FAILED : code;
}

int stiffbench_setting(stiffbench_problem view, const char* name, double* value) {
  return c::guarded([&] {
    c::require_pointer(value, "value");
    const auto own = c::view_of(view);
    const std::string word = c::text_from(name, "name");
    const auto entry = own->settings.find(word);
    if (entry == own->settings.end())
      throw Error("a setting is a parameter that the facts of the method declare",
                  fmt::format("'{}'", word), "declare it in stiffbench_add_integrator()");
    *value = c::number_of(word, entry->second);
  });
}

int stiffbench_count_work(stiffbench_problem view, const char* counter, int64_t count) {
  return c::guarded([&] {
    const auto own = c::view_of(view);
    const std::string word = c::text_from(counter, "counter");
    c::require_not_negative(count, counter);
    bool is_counter = false;
    Work::each(own->problem.work(), [&](const char* name, long& total) {
      if (word != name) return;
      total += count;
      is_counter = true;
    });
    if (!is_counter)
      throw Error("work is counted by the names that records have", fmt::format("'{}'", word),
                  "see 'work' of a record");
  });
}

int stiffbench_count_steps(stiffbench_problem view, int64_t count) {
  return c::guarded([&] {
    const auto own = c::view_of(view);
    c::require_not_negative(count, "steps");
    own->steps += count;
  });
}
