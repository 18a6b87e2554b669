#include "reference/reference.hpp"

#include "base/error.hpp"
#include "harness/checks/witness.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/commands/reference_json.hpp"
#include "harness/cli/settings_arguments.hpp"
#include "harness/run/environment.hpp"
#include "harness/sweep/experiment.hpp"
#include "harness/estimates/progress.hpp"
#include "problems/contract/registry.hpp"
#include "reference/witness.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {
namespace {

struct Arguments {
  std::string problem;
  std::vector<std::string> settings, experiments;
  bool all_experiments = false, json = false;
  ReferenceOptions options;
  std::string witnesses = "none";
  WitnessOptions witness_options;
};

/// A reference to be computed.
struct ReferenceJob {
  std::shared_ptr<const Problem> problem;
  ReferenceOptions options;
  std::vector<std::string> experiments;  ///< names of the experiments that need it
  double work = 0;                       ///< expected force evaluations times dof
};

/// The reference, with the testimonies of all witnesses that the arguments name. Witnesses share
/// its progress.
Reference witnessed(const Problem& problem, const ReferenceOptions& options,
                    const Arguments& arguments) {
  Reference solution = reference(problem, options);
  WitnessOptions request = arguments.witness_options;
  request.progress = options.progress;
  for (const std::string& method : read_witnesses(arguments.witnesses))
    testify(problem, solution, question(problem, solution, method, request));
  return solution;
}

int print_reference(Arguments& arguments) {
  const auto settings = split_settings(arguments.settings, arguments.problem, "");
  const auto problem = ProblemRegistry::instance().make(arguments.problem, settings.problem);
  Progress progress(1);
  arguments.options.progress = [&](const std::string& what, double done) {
    progress.show(0, done, what);
  };
  const Reference solution = witnessed(*problem, arguments.options, arguments);
  if (arguments.json)
    fmt::print("{}\n", to_json(*problem, solution).dump());
  else
    fmt::print("{}", summary(*problem, solution));
  std::fflush(stdout);
  refuse_withdrawn(solution);
  return 0;
}

/// Adds a job unless there is one for the same reference. That one then gets the larger of the two
/// numbers of digits.
void add(std::vector<ReferenceJob>& all, ReferenceJob job) {
  const auto same = std::find_if(all.begin(), all.end(), [&](const ReferenceJob& other) {
    return other.problem->name() == job.problem->name() &&
           other.problem->parameters() == job.problem->parameters() &&
           other.options.checkpoints == job.options.checkpoints;
  });
  if (same == all.end()) return all.push_back(std::move(job));
  const auto digits = [](const ReferenceJob& w) {
    return w.options.digits.value_or(default_digits(*w.problem));
  };
  same->options.digits = std::max(digits(*same), digits(job));
  same->experiments.push_back(job.experiments.front());
}

std::vector<ReferenceJob> jobs_of(const Arguments& arguments) {
  std::vector<ReferenceJob> all;
  const auto names = arguments.all_experiments ? experiment_files() : arguments.experiments;
  for (auto& name : names) {
    const Experiment experiment = load_experiment(name);
    if (!experiment.with_reference) continue;
    for (auto& block : experiment.blocks) {
      if (block.plans.empty() || block.problem->exact(0)) continue;
      ReferenceJob job{block.problem, arguments.options, {experiment.name}};
      job.options.checkpoints = static_cast<int>(experiment.checkpoints);
      job.options.digits = experiment.digits;
      add(all, std::move(job));
    }
  }
  for (auto& job : all) job.work = expected_work(*job.problem, job.options);
  // The quick ones come first, so that an interruption costs least.
  std::stable_sort(all.begin(), all.end(),
                   [](const ReferenceJob& a, const ReferenceJob& b) { return a.work < b.work; });
  return all;
}

/// Computes all references that the experiments need. A reference that fails is reported, and the
/// others are still computed.
int make_references(const Arguments& arguments) {
  std::vector<ReferenceJob> all = jobs_of(arguments);
  double total = 0, done = 0;
  for (auto& job : all) total += job.work;
  long count = 0, failed = 0;
  Progress progress(static_cast<long>(all.size()));
  for (auto& [problem, options, experiments, work] : all) {
    options.progress = [&, &name = problem->name(), &share = work](const std::string& what,
                                                                   double part) {
      progress.show(count, (done + part * share) / total, name + ": " + what);
    };
    try {
      const Reference solution = witnessed(*problem, options, arguments);
      refuse_withdrawn(solution);
      fmt::print("{:.1f} digits of {} for {}: {}\n", solution.digits, problem->name(),
                 fmt::join(experiments, ", "), solution.hash);
      if (arguments.witnesses != "none") fmt::print("{}", testimonies(*problem, solution));
    } catch (const Error& error) {
      fmt::print("none of {} for {}: {}\n", problem->name(), fmt::join(experiments, ", "),
                 error.what());
      ++failed;
    }
    std::fflush(stdout);
    done += work;
    ++count;
  }
  fmt::print("{} references, {} of them not to be had\n", count, failed);
  return failed > 0 ? 1 : 0;
}

int run_command(Arguments& arguments) {
  use_one_thread();
  if (!(arguments.options.work_limit > 0))
    throw Error("a work limit is above 0", fmt::format("{}", arguments.options.work_limit),
                "leave it out for the default, 1e12");
  if (arguments.options.checkpoints < 1)
    throw Error("checkpoints must be at least 1", std::to_string(arguments.options.checkpoints),
                "1 is the end alone");
  read_witnesses(arguments.witnesses);  // unknown names first
  check(arguments.witness_options);
  const bool experiments = arguments.all_experiments || !arguments.experiments.empty();
  if (experiments == !arguments.problem.empty())
    throw Error("a reference is that of one problem, or those of experiments are",
                experiments ? "both" : "neither",
                "give the name of a problem, or --of EXPERIMENT, or --experiments");
  return experiments ? make_references(arguments) : print_reference(arguments);
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::runs,
     "reference",
     "Computes a certified solution and says how far to trust it",
     {"reference fput", "reference bunny --set problem.kd=1e8 --digits 8", "reference --of demo",
      "reference fput --witness sundials,rk4"}},
    [](Arguments& values, ArgumentList& list) {
      ReferenceOptions& options = values.options;
      list.add("problem", &values.problem, "Name of the problem");
      list.add("--of", &values.experiments,
               "All that an experiment needs, instead; may be given again")
          .rivals = {"problem", "--experiments"};
      list.add("--experiments", &values.all_experiments,
               "All that the experiments of stiffbench need");
      list.add("--set", &values.settings, "problem.NAME=VALUE; may be given again").partners = {
          "problem"};
      list.add("--checkpoints", &options.checkpoints,
               "Equally spaced times, the end included (default 1)")
          .partners = {"problem"};
      list.add("--digits", &options.digits,
               "Digits on which the two methods must agree (default: 12 where the problem runs in "
               "extended precision, 9 in double, 8 where these take long, 7 where the force is not "
               "smooth)")
          .partners = {"problem"};
      list.add("--work-limit", &options.work_limit,
               "Force evaluations times dof that one may take (default 1e12)");
      list.add("--witness", &values.witnesses,
               "Methods without a part in it that must agree: sundials, rk4, or sundials,rk4 "
               "(default: none). One that contradicts withdraws it");
      list.add("--witness-budget", &values.witness_options.budget,
               "Force evaluations that one witness may take (default 1e7)")
          .partners = {"--witness"};
      list.add("--json", &values.json, "One JSON document (results/schema/certificate.schema.json)")
          .partners = {"problem"};
    },
    run_command);

}  // namespace
}  // namespace stiffbench
