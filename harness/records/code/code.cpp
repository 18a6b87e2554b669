#include "harness/records/code/code.hpp"

#include "base/code/reachable_code.hpp"
#include "base/hash.hpp"

namespace stiffbench {
namespace {

constexpr const char *problem_kind = "problem", *integrator_kind = "integrator",
                     *back_end_kind = "phi back end";

/// Returns the sources that drive, time and judge a run, with all that they reach. References are
/// excluded, because their hash contains their own version, and so is the code that reads and
/// writes records, because it does not affect their numbers.
std::set<std::string> harness_files() {
  std::set<std::string> files =
      reachable_files({"harness/run/observe.cpp", "harness/run/timing.cpp",
                       "harness/processes/isolate.cpp", "harness/run/judge.cpp"},
                      "reference/");
  std::erase_if(files, [](const std::string& file) {
    return file.starts_with("harness/io/") || file.starts_with("harness/records/");
  });
  return files;
}

/// Returns the name of the back end among an integrator's parameters, or an empty string.
std::string back_end_of(const Settings& parameters) {
  const auto match = parameters.find("phi");
  if (match == parameters.end()) return "";
  const auto* name = std::get_if<std::string>(&match->second);
  return name ? *name : "";
}

}  // namespace

Code code_of(const std::string& problem, const std::string& integrator,
             const Settings& parameters) {
  static const std::set<std::string> harness = harness_files();
  static const std::string hash_of_harness = hash_of_code(harness);
  std::set<std::string> files = harness;
  files.merge(reachable_files(problem_kind, problem));
  files.merge(reachable_files(integrator_kind, integrator));
  Code code{.integrator = hash_of_code(integrator_kind, integrator),
            .problem = hash_of_code(problem_kind, problem),
            .harness = hash_of_harness};
  if (const std::string name = back_end_of(parameters); has_origin(back_end_kind, name)) {
    code.back_end = hash_of_code(back_end_kind, name);
    files.merge(reachable_files(back_end_kind, name));
  }
  code.build = Hasher().update(settings_of_code(files)).hex().substr(0, 16);
  Hasher hasher;
  for (const auto& part : {code.integrator, code.back_end, code.problem, code.harness, code.build})
    hasher.update(part);
  code.id = hasher.hex().substr(0, 16);
  return code;
}

std::optional<Code> find_code(const std::string& problem, const std::string& integrator,
                              const Settings& parameters) {
  if (!has_origin(problem_kind, problem) || !has_origin(integrator_kind, integrator))
    return std::nullopt;
  return code_of(problem, integrator, parameters);
}

Json to_json(const Code& code) {
  Json json{{"id", code.id},
            {"integrator", code.integrator},
            {"problem", code.problem},
            {"harness", code.harness},
            {"build", code.build}};
  json["back_end"] = code.back_end.empty() ? Json(nullptr) : Json(code.back_end);
  return json;
}

Code code_from_json(const Json& json) {
  const Json& back_end = json.at("back_end");
  return {json.at("id"),
          json.at("integrator"),
          back_end.is_null() ? "" : back_end.get<std::string>(),
          json.at("problem"),
          json.at("harness"),
          json.at("build")};
}

}  // namespace stiffbench
