#include "harness/run/run.hpp"

#include "base/error.hpp"
#include "base/system/programs.hpp"
#include "base/system/use_threads.hpp"
#include "base/text/read_number.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/commands/run_summary.hpp"
#include "harness/cli/program_name.hpp"
#include "harness/cli/run_choice.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/estimates/progress.hpp"
#include "harness/io/output.hpp"
#include "harness/single/single_run.hpp"
#include "harness/sweep/dry_run.hpp"
#include "harness/sweep/selection.hpp"
#include "harness/sweep/shards.hpp"
#include "reference/reference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <fstream>
#include <random>

namespace stiffbench::run_command {
namespace {

struct Arguments {
  RunChoice choice;
  std::string shard, out = "-", memory, settings;
  Limits limits;
  Again again;
  bool no_reference = false, dry_run = false, json = false;
  std::optional<double> digits;
  std::optional<long> jobs, threads;
  unsigned seed = std::random_device{}();
};

/// Parses bytes from a text such as "4G"; the letters are powers of 1024.
long read_memory(const std::string& text) {
  const std::string letters = "KMGT";
  const auto power = text.empty() ? std::string::npos : letters.find(text.back());
  const bool has_letter = power != std::string::npos;
  const auto number = read_number<double>(text.substr(0, text.size() - (has_letter ? 1 : 0)));
  const double bytes = number.value_or(0) * (has_letter ? std::pow(1024., power + 1) : 1);
  if (!(bytes >= 1 && bytes < 1e18 && std::trunc(bytes) == bytes))
    throw Error("a memory limit must be a whole number of bytes, from 1 to 1e18", "'" + text + "'",
                "give bytes, or a number with K, M, G or T, as 4G");
  return static_cast<long>(bytes);
}

void check_numbers(Arguments& arguments) {
  if (!arguments.memory.empty()) arguments.limits.memory = read_memory(arguments.memory);
  check_limits(arguments.limits);
  if (arguments.digits) check_digits(*arguments.digits);
  if (arguments.jobs && *arguments.jobs < 1)
    throw Error("at least one run is under way at a time",
                fmt::format("--jobs {}", *arguments.jobs), "leave it out for one on each core");
}

int run_one(Arguments& arguments) {
  arguments.choice.request.threads = arguments.threads.value_or(1);
  arguments.choice.request.tuned = arguments.settings == "tuned";
  const RunPlan plan = single_plan(arguments.choice, "run");
  check_threads(plan, 1);
  check_output(arguments.out, "stiffbench.record/1", true);
  Progress progress(1);
  const Judge judge(*plan.problem,
                    {.checkpoints = arguments.choice.request.checkpoints,
                     .digits = arguments.digits,
                     .with_reference = !arguments.no_reference && plan.why_not_applicable.empty(),
                     .progress = [&](const std::string& what, double done) {
                       progress.show(0, done, "reference: " + what);
                     }});
  progress.erase();
  const Record record = single_run(plan, judge, arguments.limits);
  const bool is_for_people = arguments.out == "-" && prints_to_terminal() && !arguments.json;
  write_output(arguments.out, is_for_people ? run_summary(record) : to_json(record).dump() + "\n");
  if (arguments.out != "-")
    fmt::print("{}", paragraph("", 0, run_line(record) + "; " + arguments.out));
  return 0;
}

/// Returns the command line of this program, quoted for a shell.
std::string own_command_line() {
  std::ifstream file("/proc/self/cmdline");
  std::string text;
  for (std::string word; std::getline(file, word, '\0');)
    text += (text.empty() ? "" : " ") + shell_word(word);
  return text;
}

int report_interruption(const SweepSummary& done, const std::filesystem::path& folder) {
  fmt::print(stderr,
             "{}: interrupted; {} of {} runs are done, {} of them now, and of {} more there "
             "are parts; all is kept in {}; go on with: {}\n",
             program_name(), done.reused + done.written(), done.total, done.written(), done.begun,
             folder.string(), own_command_line());
  return 130;
}

int run_sweep(const Arguments& arguments) {
  const bool has_folder = arguments.out != "-";
  if (!has_folder && !arguments.dry_run)
    throw Error("a sweep needs a folder for its records", "no --out", "give --out DIR");
  Experiment experiment = load_experiment(arguments.choice.experiment);
  if (arguments.digits) experiment.digits = arguments.digits;
  if (arguments.limits.timeout) experiment.limits.timeout = arguments.limits.timeout;
  if (arguments.limits.memory) experiment.limits.memory = arguments.limits.memory;
  if (arguments.threads) set_threads(experiment, *arguments.threads);
  if (!arguments.settings.empty()) set_settings(experiment, arguments.settings == "tuned");
  select(experiment, arguments.choice.selection);
  if (!arguments.shard.empty()) keep_shard(experiment, parse_shard(arguments.shard));
  const std::filesystem::path folder = has_folder ? arguments.out : "";
  const SweepOptions options{.with_reference = experiment.with_reference && !arguments.no_reference,
                             .seed = arguments.seed,
                             .jobs = arguments.jobs.value_or(most_jobs(experiment)),
                             .again = arguments.again};
  check_threads(experiment, options.jobs);
  check_limits(experiment.limits);
  if (arguments.dry_run) {
    print_dry_run(experiment, folder, options);
    return 0;
  }
  const SweepSummary done = sweep(experiment, folder, options);
  if (done.interrupted) return report_interruption(done, folder);
  fmt::print("{} runs: {}", done.total, done.reuse);
  const char* separator = "; ";
  for (auto& [status, count] : done.status)
    fmt::print("{}{} {}", std::exchange(separator, ", "), count, to_string(status));
  fmt::print("; {}\n", (folder / "records.jsonl").string());
  return 0;
}

void declare(Arguments& values, ArgumentList& list) {
  RunRequest& request = values.choice.request;
  declare(values.choice, list, "File or name of an experiment: a sweep into --out DIR");
  add_sweep(list, "--shard", &values.shard,
            "I/N: only the I-th of N parts that cost about the same, of what the others choose");
  add_sweep(list, "--jobs", &values.jobs,
            "Runs at once (default: as many as cores allow). Timed samples run alone, on cores of "
            "their own");
  add_sweep(list, "--dry-run", &values.dry_run,
            "Print runs, references and the expected time, and do nothing");
  add_sweep(list, "--again", &values.again,
            "Run these integrators or problems again; without a name: all");
  add_single(list, "--checkpoints", &request.checkpoints,
             "Equally spaced times of comparison, the end included (default 1)");
  add_single(list, "--repeats", &request.repeats, "Timed samples (default 3; 0: not timed)");
  add_single(list, "--energy-series", &request.energy_series,
             "Points of the energy drift kept in the record (default 0)");
  add_single(list, "--final", &request.keep_final, "Keep the last state in the record");
  add_single(list, "--json", &values.json,
             "Print the record to a terminal too, in place of a summary");
  list.add("--no-reference", &values.no_reference, "Compute no reference: errors are null");
  list.add("--digits", &values.digits,
           "Digits that the reference must win (see 'stiffbench reference --help')");
  list.add("--threads", &values.threads,
           "Threads of a run (default 1, or as the experiment says); errors do not depend on it");
  list.add("--settings", &values.settings,
           "default: as requested; tuned: each run searches for its fastest settings that keep its "
           "result, and changes none that are given (default: default, or as the experiment says)")
      .choices = {"tuned", "default"};
  list.add("--timeout", &values.limits.timeout, "Longest time of one run (s)");
  list.add("--memory", &values.memory, "Most memory of one run: bytes, or as 500M or 4G");
  add_sweep(list, "--seed", &values.seed, "Seed of a sweep's random order (default: new)");
  list.add("--out", &values.out,
           "File for the record, or - for standard output; folder of a sweep");
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::runs,
     "run",
     "Runs one integrator on one problem, or a sweep",
     {"run --problem fput --integrator rk4 --h 0.001",
      "run --problem fput --set problem.omega=50 --integrator rk4 --h 0.01",
      "run demo --out build/demo", "run demo --settings tuned --out build/demo",
      "run fput_order --only 'exprb*' --out build/order"}},
    declare, [](Arguments& values) {
      use_one_thread();
      check_numbers(values);
      return values.choice.experiment.empty() ? run_one(values) : run_sweep(values);
    });

}  // namespace
}  // namespace stiffbench::run_command
