#include "harness/sweep/experiment.hpp"

#include "base/error.hpp"
#include "harness/io/data_file.hpp"
#include "harness/io/former_names.hpp"
#include "harness/io/read_text.hpp"
#include "harness/io/schema.hpp"
#include "harness/processes/pool.hpp"
#include "harness/sweep/every_integrator.hpp"
#include "reference/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace stiffbench {
namespace {

/// Throws an Error for an experiment with too many runs to plan.
void check_runs(std::size_t runs) {
  constexpr std::size_t most = 100'000;
  if (runs > most)
    throw Error(fmt::format("an experiment has at most {} runs", most),
                fmt::format("{} or more", runs), "make several experiments of it");
}

/// Returns the list under `key`: that of the entry, else that of the experiment, else an empty one.
Json list_of(const Json& entry, const Json& experiment, const char* key) {
  if (entry.contains(key)) return entry[key];
  return experiment.value(key, Json::array());
}

/// Returns the requests of one integrator: `base` with each of its steps, counts or tolerances.
std::vector<RunRequest> requests(const RunRequest& base, bool adaptive, const Json& entry,
                                 const Json& experiment) {
  std::vector<RunRequest> all;
  const auto add = [&](auto set, const Json& values) {
    for (auto& value : values) set(all.emplace_back(base), value);
  };
  // Without this check, a list of the wrong kind in the entry would be ignored.
  for (auto* key : {"steps", "counts", "tolerances"})
    if (entry.contains(key) && adaptive != (key == std::string("tolerances")))
      throw Error("integrator '" + base.integrator + "' " +
                      (adaptive ? "chooses its own steps" : "takes fixed steps"),
                  std::string(key) + " in its entry",
                  std::string(adaptive ? "give tolerances" : "give steps or counts") +
                      ", or leave it out: lists beside the integrators serve all of them, each "
                      "with the kind that it takes");
  // Steps that an entry gives as h also replace common counts, and vice versa.
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

bool is_called(const Json& problem, const Json& name) {
  return name == problem["name"] || (problem.contains("label") && name == problem["label"]);
}

bool is_for(const Json& entry, const Json& problem) {
  return !entry.contains("problems") ||
         std::ranges::any_of(entry["problems"],
                             [&](const Json& name) { return is_called(problem, name); });
}

/// Throws an Error if an integrator's `problems` contain a text that is no name and no label of a
/// problem of the experiment; it would otherwise be ignored.
void check_problem_names(const Json& source) {
  for (auto& entry : source["integrators"])
    for (auto& name : entry.value("problems", Json::array()))
      if (std::ranges::none_of(source["problems"],
                               [&](const Json& problem) { return is_called(problem, name); }))
        throw Error("an integrator's problems must be among the experiment's", name.dump(),
                    "add the problem, or take the name out");
}

/// Expands an entry with `vary`: returns one entry for each combination of its values.
std::vector<Json> variants(const Json& entry) {
  std::vector<Json> all{entry};
  all[0].erase("vary");
  const Json vary = entry.value("vary", Json::object());
  for (auto& [name, values] : vary.items()) {
    if (entry.value("parameters", Json::object()).contains(name))
      throw Error("a parameter stands in parameters or in vary", "'" + name + "' in both",
                  "take it out of one");
    check_runs(all.size() * values.size());
    std::vector<Json> more;
    for (auto& variant : all)
      for (auto& value : values) {
        more.push_back(variant);
        more.back()["parameters"][name] = value;
      }
    all = std::move(more);
  }
  return all;
}

std::vector<Json> all_variants(const Json& entries) {
  std::vector<Json> all;
  for (auto& entry : entries)
    for (auto& variant : variants(entry)) all.push_back(variant);
  return all;
}

/// Returns true for an integrator of the package for Python in a program that has not loaded it.
bool lacks_package_of(const std::string& integrator) {
  return integrator.starts_with("scipy_") && !has_origin("integrator", "scipy_radau");
}

/// Returns for each run of each request whether it is tuned.
std::vector<bool> tuned_choices(const Json& source) {
  const Json settings = source.value("settings", Json("default"));
  std::vector<bool> choices;
  for (const Json& word : settings.is_array() ? settings : Json{settings})
    choices.push_back(word == "tuned");
  return choices;
}

bool carries_algorithms(const Json& source) {
  const std::string algorithms = source.value("algorithms", "searched");
  const std::vector<bool> tuned = tuned_choices(source);
  if (source.contains("algorithms") && std::ranges::count(tuned, true) == 0)
    throw Error("algorithms are those of tuned runs",
                "\"algorithms\": \"" + algorithms + "\", and no run is tuned",
                R"(add "settings": "tuned", or leave algorithms out)");
  return algorithms == "carried";
}

/// Appends the plan, once for each start if the experiment has several.
void add_plan(Block& block, const RunPlan& plan, const Json& source) {
  if (!source.contains("starts")) return block.plans.push_back(plan);
  const Json& starts = source["starts"];
  check_runs(starts["count"].get<std::size_t>());
  for (long index = 1; index <= starts["count"].get<long>(); ++index)
    block.plans.emplace_back(plan).start = {index, starts["perturbation"]};
}

/// Throws an Error if an experiment has several starts and measures errors, because errors of one
/// start against another do not describe a method.
void check_starts(const Experiment& experiment) {
  if (!experiment.source.contains("starts")) return;
  const std::string rule = "runs from several starts have statistics, and no errors";
  if (experiment.with_reference)
    throw Error(rule, "starts, and a reference", R"(add "reference": {"skip": true})");
  for (const Block& block : experiment.blocks)
    if (block.problem->exact(block.problem->end_time()))
      throw Error(rule,
                  "starts, and problem '" + block.problem->name() + "', which has a closed form",
                  "take one of them out");
}

Block make_block(const Json& entry, const std::vector<Json>& methods, const Json& source,
                 const RunRequest& common) {
  const std::string name = entry["name"];
  const auto settings =
      settings_from_json("problem '" + name + "'", entry.value("parameters", Json::object()));
  Block block{ProblemRegistry::instance().make(name, settings), {}};
  for (auto& method : methods) {
    if (!is_for(method, entry)) continue;
    RunRequest base = common;
    base.integrator = method["name"];
    require_package(base.integrator);
    base.integrator_settings = settings_from_json("integrator '" + base.integrator + "'",
                                                  method.value("parameters", Json::object()));
    base.problem_label = entry.value("label", "");
    base.integrator_label = method.value("label", "");
    base.threads = method.value("threads", common.threads);
    const bool adaptive =
        IntegratorRegistry::instance().make(base.integrator, base.integrator_settings)->adaptive();
    for (auto& request : requests(base, adaptive, method, source))
      for (const bool tuned : tuned_choices(source)) {
        request.tuned = tuned;
        add_plan(block, make_plan(block.problem, request), source);
        check_runs(block.plans.size());
      }
  }
  return block;
}

}  // namespace

void require_package(const std::string& integrator) {
  if (!lacks_package_of(integrator)) return;
  throw Error("SciPy's solvers are integrators of the package for Python",
              "'" + integrator + "' in a program without it",
              "give the command to python3 -m stiffbench in place of stiffbench (docs/python.md)");
}

std::vector<std::string> experiment_files() {
  std::vector<std::string> files;
  for (const auto& [name, file] : data_files("results/experiments", ".json"))
    if (std::ranges::none_of(read_json(file)["integrators"],
                             [](const Json& entry) { return lacks_package_of(entry["name"]); }))
      files.push_back(file.string());
  return files;
}

std::filesystem::path find_experiment(const std::string& name) {
  return find_data_file(
      current_experiment(name), "results/experiments", ".json",
      "an experiment must be a file, or one that 'stiffbench list experiments' shows");
}

Experiment load_experiment(const std::string& name) {
  const std::filesystem::path file = find_experiment(name);
  const std::string text = read_text(file);
  Experiment experiment = make_experiment(parse_json(text, file.string()), file);
  experiment.text = text;
  return experiment;
}

Experiment make_experiment(Json source, const std::filesystem::path& file) {
  Experiment experiment;
  experiment.file = file;
  rename_in_experiment(source);
  experiment.source = source;
  validate(source, "experiment", file.string());
  check_problem_names(source);
  for (auto& figure : source.value("figures", Json::array()))
    find_data_file(figure, "results/figures", ".vl.json",
                   "a figure must be a file, or the name of a spec in results/figures");

  experiment.name = source["name"];
  experiment.checkpoints = source.value("checkpoints", 1L);
  if (source.contains("timeout")) experiment.limits.timeout = source["timeout"].get<double>();
  if (source.contains("memory")) experiment.limits.memory = source["memory"].get<long>();
  const Json reference = source.value("reference", Json::object());
  if (reference.contains("digits")) {
    experiment.digits = reference["digits"].get<double>();
    check_digits(*experiment.digits);
  }
  experiment.with_reference = !reference.value("skip", false);

  RunRequest common;
  common.checkpoints = experiment.checkpoints;
  common.repeats = source.value("repeats", common.repeats);
  common.energy_series = source.value("energy_series", 0L);
  common.carries_algorithms = carries_algorithms(source);
  common.threads = experiment.threads = source.value("threads", 1L);
  const std::vector<Json> methods = all_variants(with_every_integrator(source["integrators"]));
  for (auto& problem : all_variants(source["problems"]))
    experiment.blocks.push_back(make_block(problem, methods, source, common));
  for (const Json& method : methods)
    experiment.threads = std::max(experiment.threads, method.value("threads", 1L));
  check_starts(experiment);
  return experiment;
}

void check_threads(const Experiment& experiment, long jobs) {
  for (const Block& block : experiment.blocks)
    for (const RunPlan& plan : block.plans) check_threads(plan, jobs);
}

void set_threads(Experiment& experiment, long threads) {
  for (const Json& method : experiment.source["integrators"])
    if (method.contains("threads"))
      throw Error("--threads is for experiments whose integrators name no threads of their own",
                  fmt::format("--threads {}, and {} threads of {}", threads,
                              method["threads"].get<long>(), method["name"].get<std::string>()),
                  "leave --threads out, or edit the experiment");
  experiment.threads = threads;
  for (Block& block : experiment.blocks)
    for (RunPlan& plan : block.plans) plan.request.threads = threads;
}

void set_settings(Experiment& experiment, bool tuned) {
  const std::vector<bool> before = tuned_choices(experiment.source);
  const bool has_both = before.size() > 1;
  // Recorded costs are those of a source.
  if (before != std::vector{tuned}) experiment.source["settings"] = tuned ? "tuned" : "default";
  for (Block& block : experiment.blocks) {
    if (has_both)
      std::erase_if(block.plans, [&](const RunPlan& plan) { return plan.request.tuned != tuned; });
    for (RunPlan& plan : block.plans) plan.request.tuned = tuned;
  }
}

void leave_out(Experiment& experiment, const std::function<bool(const RunPlan&)>& is_left_out) {
  const auto before = std::make_shared<const Experiment>(experiment);  // they share the problems
  std::size_t count = 0;
  for (Block& block : experiment.blocks) count += std::erase_if(block.plans, is_left_out);
  std::erase_if(experiment.blocks, [](const Block& block) { return block.plans.empty(); });
  if (count > 0 && !experiment.whole) experiment.whole = before;
}

long most_jobs(const Experiment& experiment) {
  return std::max(1L, usable_cores() / std::max(1L, experiment.threads));
}

}  // namespace stiffbench
