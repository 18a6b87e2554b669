#include "base/error.hpp"
#include "base/parameters.hpp"
#include "harness/checks/programs/interleaved_times.hpp"
#include "harness/checks/programs/programs.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/commands/compare/comparison_output.hpp"
#include "harness/io/schema.hpp"
#include "harness/records/read_records.hpp"

#include <fmt/format.h>

#include <random>

namespace stiffbench::compare_command {
namespace {

struct Arguments {
  std::string before, after, experiment;
  bool time = false;
  std::optional<double> error, order, drift, work, memory, round_off, threshold, seconds;
  std::optional<long> samples;
  unsigned seed = std::random_device{}();
  ComparisonOutput output;
};

std::vector<Record> records_of(const std::string& side, const std::string& experiment) {
  if (!is_program(side)) return read_records(side, LeftOut::none);
  if (experiment.empty())
    throw Error("a program is compared by what it does in an experiment",
                "the program " + side + " and no experiment",
                "give one behind OLD and NEW: stiffbench list experiments");
  return records_of_program(side, load_experiment(experiment));
}

void check_experiment(const Arguments& arguments) {
  if (!arguments.experiment.empty() && !is_program(arguments.before) &&
      !is_program(arguments.after))
    throw Error("an experiment is given for programs, which run it",
                fmt::format("'{}' for two sets of records", arguments.experiment), "leave it out");
}

/// Returns the default tolerances for these records, modified by the user's options.
Tolerances tolerances_of(const Arguments& arguments, const Tolerances& usual) {
  Tolerances tolerances = usual;
  const auto put = [](const char* name, const std::optional<double>& from, double& to) {
    if (!from) return;
    if (!(*from >= 0))
      throw Error(fmt::format("{} is 0 or more", name), fmt::format("{}", *from),
                  "leave it out for its default");
    to = *from;
  };
  put("--error", arguments.error, tolerances.error);
  put("--order", arguments.order, tolerances.order);
  put("--drift", arguments.drift, tolerances.drift);
  put("--work", arguments.work, tolerances.work);
  put("--memory", arguments.memory, tolerances.memory);
  put("--round-off", arguments.round_off, tolerances.round_off);
  put("--threshold", arguments.threshold, tolerances.time);
  return tolerances;
}

int compare_by_records(const Arguments& arguments) {
  check_experiment(arguments);
  tolerances_of(arguments, equality);  // detects mistakes before a long run
  gated_quantities(arguments.output);
  if (is_program(arguments.before) && is_program(arguments.after))
    require_two_states(arguments.before, arguments.after);
  const auto before = records_of(arguments.before, arguments.experiment),
             after = records_of(arguments.after, arguments.experiment);
  const Tolerances usual = one_build(before, after) ? equality : other_build;
  return print_comparison(
      make_report(arguments.before, arguments.after,
                  compare_records(before, after, tolerances_of(arguments, usual)),
                  arguments.output),
      arguments.output);
}

int compare_by_time(Arguments& arguments) {
  arguments.output.usual = "time";
  for (const auto& side : {arguments.before, arguments.after})
    if (!is_program(side))
      throw Error("times are measured, and not read from records: --time takes two programs", side,
                  "give the two programs and an experiment");
  if (arguments.experiment.empty())
    throw Error("--time takes an experiment, whose runs it times", "none",
                "choose from 'stiffbench list experiments'");
  InterleavedTiming timing{.seed = arguments.seed};
  timing.threshold = tolerances_of(arguments, equality).time;
  if (arguments.seconds) timing.seconds = *arguments.seconds;
  if (!(timing.seconds > 0))
    throw Error("--seconds must be positive", fmt::format("{}", timing.seconds),
                "leave it out for its default");
  if (arguments.samples) timing.samples = *arguments.samples;
  if (arguments.samples && timing.samples < 9)
    throw Error("the Mann-Whitney test takes at least 9 samples", fmt::format("{}", timing.samples),
                "leave --samples out: as many are taken as can prove a change");
  gated_quantities(arguments.output);
  require_two_states(arguments.before, arguments.after);
  return print_comparison(make_report(arguments.before, arguments.after,
                                      compare_times(arguments.before, arguments.after,
                                                    load_experiment(arguments.experiment), timing),
                                      arguments.output),
                          arguments.output);
}

void declare_tolerances(Arguments& values, ArgumentList& list) {
  const auto add = [&](const char* name, std::optional<double>* target, const char* doc) {
    list.add(name, target, doc).rivals = {"--time"};
  };
  add("--error", &values.error, "Relative growth of an error that is let pass");
  add("--drift", &values.drift, "Relative growth of an energy drift that is let pass");
  add("--work", &values.work, "Relative growth of a work counter that is let pass");
  add("--order", &values.order, "Fall of a measured order that is let pass (default: 0.1)");
  add("--memory", &values.memory, "Relative growth of peak memory that is let pass (default: 0.2)");
  add("--round-off", &values.round_off,
      "Growth of a relative error, or of a drift over the energy, that is let pass");
  list.add("--threshold", &values.threshold,
           "Relative change of a time that is let pass (default: 0.05)");
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::records,
     "compare",
     "Compares two states: what got worse, what got better",
     {"compare build/before build/after --fail-on error,work",
      "compare --time old/stiffbench build/release/stiffbench fput_order"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("old", &values.before, "Folder or file of records, or a program").required = true;
      list.add("new", &values.after, "Folder or file of records, or a program").required = true;
      list.add("experiment", &values.experiment, "File or name of what programs run");
      declare_comparison_output(values.output, list);
      declare_tolerances(values, list);
      list.add("--time", &values.time, "Instead: time two programs against each other");
      list.add("--samples", &values.samples, "Samples of each run (default: what proves a change)")
          .partners = {"--time"};
      list.add("--seconds", &values.seconds, "CPU time of a sample's steps (s; default: 0.1)")
          .partners = {"--time"};
      list.add("--seed", &values.seed, "Seed of the random order (default: new)").partners = {
          "--time"};
    },
    [](Arguments& values) {
      return values.time ? compare_by_time(values) : compare_by_records(values);
    });

}  // namespace
}  // namespace stiffbench::compare_command
