#include "harness/experiment.hpp"

#include "harness/schema.hpp"
#include "problems/error.hpp"
#include "problems/paths.hpp"

#include <filesystem>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

/// `name` itself where it is a file, else NAME + `ending` in a folder of ours.
fs::path find_file(const std::string& name, const std::string& folder, const std::string& ending,
                   const std::string& rule) {
  if (fs::exists(name)) return name;
  std::vector<std::string> known;
  for (auto& file : fs::directory_iterator(data_path(folder))) {
    const std::string found = file.path().filename().string();
    if (!found.ends_with(ending)) continue;
    known.push_back(found.substr(0, found.size() - ending.size()));
    if (known.back() == name) return file.path();
  }
  const std::string near = near_matches(name, known);
  throw Error(rule, "'" + name + "'", near.empty() ? "see " + folder : near + "?");
}

/// The entry's own list, else the common one, else an empty one.
Json list_of(const Json& entry, const Json& experiment, const char* key) {
  if (entry.contains(key)) return entry[key];
  return experiment.value(key, Json::array());
}

/// One request for every step, count or tolerance that is for this integrator.
std::vector<RunRequest> requests(const RunRequest& base, bool adaptive, const Json& entry,
                                 const Json& experiment) {
  std::vector<RunRequest> all;
  const auto add = [&](auto set, const Json& values) {
    for (auto& value : values) set(all.emplace_back(base), value);
  };
  // A list of the wrong kind in the entry itself would be passed over without a word.
  for (auto* key : {"steps", "counts", "tolerances"})
    if (entry.contains(key) && adaptive != (key == std::string("tolerances")))
      throw Error("integrator '" + base.integrator + "' " +
                      (adaptive ? "chooses its own steps" : "takes fixed steps"),
                  std::string(key) + " in its entry",
                  adaptive ? "give tolerances" : "give steps or counts");
  // Steps that an entry gives as h replace common counts too, and the other way round.
  const bool own = entry.contains("steps") || entry.contains("counts");
  const Json& source = own ? entry : experiment;
  if (adaptive)
    add([](RunRequest& r, const Json& v) { r.tolerance = v.get<double>(); },
        list_of(entry, experiment, "tolerances"));
  else {
    add([](RunRequest& r, const Json& v) { r.h = v.get<double>(); },
        source.value("steps", Json::array()));
    add([](RunRequest& r, const Json& v) { r.count = v.get<long>(); },
        source.value("counts", Json::array()));
  }
  if (all.empty())
    throw Error("integrator '" + base.integrator + "' needs " +
                    (adaptive ? "tolerances" : "steps or counts"),
                "none in the experiment", "add a list to its entry or to the whole");
  return all;
}

bool is_for(const Json& entry, const std::string& problem) {
  if (!entry.contains("problems")) return true;
  for (auto& name : entry["problems"])
    if (name == problem) return true;
  return false;
}

/// A name in an integrator's `problems` that is no problem of the experiment would be skipped
/// without a word.
void check_problem_names(const Json& source) {
  std::vector<std::string> known;
  for (auto& problem : source["problems"]) known.push_back(problem["name"]);
  for (auto& entry : source["integrators"])
    for (auto& name : entry.value("problems", Json::array()))
      if (std::find(known.begin(), known.end(), name) == known.end())
        throw Error("an integrator's problems must be among the experiment's", name.dump(),
                    "add the problem, or take the name out");
}

Block make_block(const Json& entry, const Json& source, const RunRequest& common) {
  const std::string name = entry["name"];
  const auto settings =
      settings_from_json("problem '" + name + "'", entry.value("parameters", Json::object()));
  Block block{ProblemRegistry::instance().make(name, settings), {}};
  for (auto& method : source["integrators"]) {
    if (!is_for(method, name)) continue;
    RunRequest base = common;
    base.integrator = method["name"];
    base.integrator_settings = settings_from_json("integrator '" + base.integrator + "'",
                                                  method.value("parameters", Json::object()));
    base.problem_label = entry.value("label", "");
    base.integrator_label = method.value("label", "");
    const bool adaptive =
        IntegratorRegistry::instance().make(base.integrator, base.integrator_settings).adaptive();
    for (auto& request : requests(base, adaptive, method, source))
      block.plans.push_back(make_plan(block.problem, request));
  }
  return block;
}

}  // namespace

Experiment load_experiment(const std::string& name) {
  const fs::path file =
      find_file(name, "results/experiments", ".json",
                "an experiment must be a file, or one that 'stiffbench list experiments' shows");
  Experiment experiment;
  experiment.source = read_json(file);
  const Json& source = experiment.source;
  validate(source, "experiment", file.string());
  check_problem_names(source);
  for (auto& figure : source.value("figures", Json::array()))
    find_file(figure, "results/figures", ".vl.json",
              "a figure must be a file, or the name of a spec in results/figures");

  experiment.name = source["name"];
  experiment.checkpoints = source.value("checkpoints", 1L);
  if (source.contains("timeout")) experiment.limits.timeout = source["timeout"].get<double>();
  if (source.contains("memory")) experiment.limits.memory = source["memory"].get<long>();
  if (source.contains("reference") && source["reference"].contains("digits"))
    experiment.digits = source["reference"]["digits"].get<double>();

  RunRequest common;
  common.checkpoints = experiment.checkpoints;
  common.repeats = source.value("repeats", common.repeats);
  common.energy_series = source.value("energy_series", 0L);
  for (auto& problem : source["problems"])
    experiment.blocks.push_back(make_block(problem, source, common));
  return experiment;
}

}  // namespace stiffbench
