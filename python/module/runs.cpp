#include "python/module/runs.hpp"

#include "base/error.hpp"
#include "harness/cli/command_line.hpp"
#include "harness/processes/interrupt.hpp"
#include "harness/run/run.hpp"
#include "harness/single/single_run.hpp"
#include "harness/sweep/sweep.hpp"
#include "python/module/convert/progress.hpp"
#include "python/module/convert/values.hpp"
#include "python/module/handles.hpp"
#include "python/module/long_calls.hpp"
#include "reference/reference.hpp"

#include <pybind11/stl.h>
#include <random>

namespace stiffbench::python {
namespace {

namespace py = pybind11;
using namespace py::literals;

/// The value of a key, or nothing where it is missing or None.
template <class T>
std::optional<T> find(const py::dict& options, const char* key) {
  if (!options.contains(key) || options[key].is_none()) return std::nullopt;
  try {
    return options[key].cast<T>();
  } catch (const py::cast_error&) {
    throw Error(std::string(key) + " has the type that its documentation says",
                py::str(options[key]), "see help(stiffbench.run)");
  }
}

RunRequest request_from(const std::string& integrator, const py::dict& settings,
                        const py::dict& options) {
  RunRequest request{
      .integrator = integrator,
      .integrator_settings = settings_from(owner_of("integrator", integrator), settings),
      .h = find<double>(options, "h"),
      .count = find<long>(options, "count"),
      .tolerance = find<double>(options, "tolerance")};
  request.checkpoints = find<long>(options, "checkpoints").value_or(request.checkpoints);
  request.repeats = find<long>(options, "repeats").value_or(request.repeats);
  request.energy_series = find<long>(options, "energy_series").value_or(0);
  request.keep_final = find<bool>(options, "final").value_or(false);
  request.threads = find<long>(options, "threads").value_or(1);
  request.tuned = find<bool>(options, "tuned").value_or(false);
  return request;
}

Limits limits_from(const py::dict& options) {
  const Limits limits{.timeout = find<double>(options, "timeout"),
                      .memory = find<long>(options, "memory")};
  check_limits(limits);
  return limits;
}

/// Executes one run and returns its record as a text of JSON.
std::string run(const ProblemHandle& p, const std::string& integrator, const py::dict& settings,
                const py::dict& options, const py::object& progress) {
  const RunRequest request = request_from(integrator, settings, options);
  if (request.h && request.count)
    throw Error("a run has a step size or a number of steps", "both h and count", "leave one out");
  const Limits limits = limits_from(options);
  Judge::Options judging{.checkpoints = request.checkpoints,
                         .digits = find<double>(options, "digits"),
                         .with_reference = find<bool>(options, "reference").value_or(true),
                         .progress = call_of(progress)};
  if (judging.digits) check_digits(*judging.digits);
  const LongCall call;
  const RunPlan plan = make_plan(p.shared(), request);
  check_threads(plan, 1);
  judging.with_reference = judging.with_reference && plan.why_not_applicable.empty();
  const Judge judge(*p, judging);
  const InterruptHandler handler;
  return to_json(single_run(plan, judge, limits)).dump();
}

Experiment experiment_from(const std::string& name, const std::string& text) {
  if (text.empty()) return load_experiment(name);
  Experiment experiment = make_experiment(parse_json(text, name), name);
  experiment.text = text;
  return experiment;
}

py::dict to_python(const SweepSummary& summary) {
  py::dict status;
  for (const auto& [word, count] : summary.status)
    status[py::str(std::string(to_string(word)))] = count;
  return py::dict("total"_a = summary.total, "reused"_a = summary.reused, "status"_a = status,
                  "reuse"_a = summary.reuse, "interrupted"_a = summary.interrupted);
}

/// Executes the experiment of a name or file, or of this text of JSON, into the folder.
py::dict run_experiment(const std::string& name, const std::string& text, const std::string& folder,
                        const py::dict& options, const py::object& progress) {
  SweepOptions sweeping{.seed = find<unsigned>(options, "seed").value_or(std::random_device{}())};
  if (!progress.is_none())
    sweeping.progress = [&](long done, long total) {
      const py::gil_scoped_acquire lock;
      progress(done, total);
    };
  const auto jobs = find<long>(options, "jobs");
  if (jobs) check_count("jobs", *jobs);
  sweeping.with_reference = find<bool>(options, "reference").value_or(true);
  const SweepSummary summary = [&] {
    const LongCall call;
    return checked_sweep(experiment_from(name, text), folder, std::move(sweeping), jobs);
  }();
  return to_python(summary);
}

int run_command_line(const std::vector<std::string>& words) {
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  const LongCall call;
  return command_line(static_cast<int>(arguments.size()), arguments.data());
}

}  // namespace

void add_runs(py::module_& module) {
  module.def("run", run, "problem"_a, "integrator"_a, "settings"_a, "options"_a, "progress"_a);
  module.def("run_experiment", run_experiment, "name"_a, "text"_a, "folder"_a, "options"_a,
             "progress"_a);
  module.def("command_line", run_command_line, "words"_a);
}

}  // namespace stiffbench::python
