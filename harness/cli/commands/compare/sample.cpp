#include "base/error.hpp"
#include "base/system/use_threads.hpp"
#include "harness/cli/command.hpp"
#include "harness/processes/isolate.hpp"
#include "harness/processes/layout.hpp"
#include "harness/run/run_record.hpp"
#include "harness/run/timing.hpp"
#include "harness/sweep/experiment.hpp"

#include <fmt/format.h>

namespace stiffbench::sample_command {
namespace {

struct Arguments {
  std::string experiment;
  double seconds = 0.1;
  unsigned layout = 0;
};

void take_sample(const Arguments& arguments) {
  const Experiment experiment = load_experiment(arguments.experiment);
  std::vector<RunPlan> plans;
  for (const Block& block : experiment.blocks)
    plans.insert(plans.end(), block.plans.begin(), block.plans.end());
  if (plans.size() != 1)
    throw Error("a sample is of one run", fmt::format("an experiment of {} runs", plans.size()),
                "'stiffbench run' does experiments");
  check_threads(plans[0], 1);
  if (!plans[0].why_not_applicable.empty())
    throw Error("a run that is timed is inside its method's scope", plans[0].why_not_applicable,
                "choose another problem");
  const Timing timing{.at_least = arguments.seconds,
                      .patience = 10 * arguments.seconds,
                      .of_cpu = true,
                      .fastest = true};
  const JobEnd process = isolate(
      [&] {
        warm_up(plans[0]);
        const Sample sample = time_run(plans[0], timing);
        return Json{{"setup", sample.setup}, {"stepping", sample.stepping}}.dump();
      },
      experiment.limits);
  if (process.status != Status::ok)
    throw Error("a run that is timed ends well",
                fmt::format("{}: {}", to_string(process.status), process.reason),
                "choose a smaller step");
  Json json = Json::parse(process.result);
  json["code"] = make_record(plans[0], "none", "none", {}).code->id;
  fmt::print("{}\n", json.dump());
}

int print_sample(const Arguments& arguments) {
  use_one_thread();
  if (!(arguments.seconds > 0))
    throw Error("--seconds must be positive", fmt::format("{}", arguments.seconds),
                "leave it out for its default");
  with_random_layout(arguments.layout, [&] { take_sample(arguments); });
  return 0;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::runs,
     "sample",
     "Times one run once, for 'compare --time'",
     {"sample one_run.json --seconds 0.1"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("experiment", &values.experiment, "File of an experiment with one run").required =
          true;
      list.add("--seconds", &values.seconds,
               "CPU time of steps for which a short run is repeated (s; default 0.1)");
      list.add("--layout", &values.layout, "Number of a random layout of the memory (default 0)");
    },
    print_sample);

}  // namespace
}  // namespace stiffbench::sample_command
