#include "reference/reference.hpp"

#include "base/error.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/settings_arguments.hpp"
#include "harness/run/environment.hpp"
#include "harness/sweep/experiment.hpp"
#include "harness/sweep/progress.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {
namespace {

struct Arguments {
  std::string problem;
  std::vector<std::string> settings, experiments;
  bool all_experiments = false;
  ReferenceOptions options;
};

/// One reference that somebody needs.
struct Wanted {
  std::shared_ptr<const Problem> problem;
  ReferenceOptions options;
  std::vector<std::string> experiments;  ///< that need it
  double work = 0;                       ///< to be expected
};

int print_reference(Arguments& arguments) {
  const auto settings = split_settings(arguments.settings, arguments.problem, "");
  const auto problem = ProblemRegistry::instance().make(arguments.problem, settings.problem);
  Progress progress(1);
  arguments.options.progress = [&](const std::string& what, double done) {
    progress.show(0, done, what);
  };
  const Reference found = reference(*problem, arguments.options);
  fmt::print("{}", summary(*problem, found));
  return 0;
}

/// Each reference once, with the most digits that anybody asks for.
void add(std::vector<Wanted>& all, Wanted wanted) {
  const auto same = std::find_if(all.begin(), all.end(), [&](const Wanted& other) {
    return other.problem->name() == wanted.problem->name() &&
           other.problem->parameters() == wanted.problem->parameters() &&
           other.options.checkpoints == wanted.options.checkpoints;
  });
  if (same == all.end()) return all.push_back(std::move(wanted));
  const auto digits = [](const Wanted& w) {
    return w.options.digits.value_or(default_digits(*w.problem));
  };
  same->options.digits = std::max(digits(*same), digits(wanted));
  same->experiments.push_back(wanted.experiments.front());
}

std::vector<Wanted> wanted_by(const Arguments& arguments) {
  std::vector<Wanted> all;
  const auto names = arguments.all_experiments ? experiment_files() : arguments.experiments;
  for (auto& name : names) {
    const Experiment experiment = load_experiment(name);
    if (!experiment.with_reference) continue;
    for (auto& block : experiment.blocks) {
      if (block.plans.empty() || block.problem->exact(0)) continue;
      Wanted wanted{block.problem, arguments.options, {experiment.name}};
      wanted.options.checkpoints = static_cast<int>(experiment.checkpoints);
      wanted.options.digits = experiment.digits;
      add(all, std::move(wanted));
    }
  }
  for (auto& wanted : all) wanted.work = expected_work(*wanted.problem, wanted.options);
  // What is soon done comes first: an interruption then costs least.
  std::stable_sort(all.begin(), all.end(),
                   [](const Wanted& a, const Wanted& b) { return a.work < b.work; });
  return all;
}

/// All that experiments need. One that is not to be had is told, and the rest goes on.
int make_references(const Arguments& arguments) {
  std::vector<Wanted> all = wanted_by(arguments);
  double total = 0, done = 0;
  for (auto& wanted : all) total += wanted.work;
  long count = 0, failed = 0;
  Progress progress(static_cast<long>(all.size()));
  for (auto& [problem, options, experiments, work] : all) {
    options.progress = [&, &name = problem->name(), &share = work](const std::string& what,
                                                                   double part) {
      progress.show(count, (done + part * share) / total, name + ": " + what);
    };
    try {
      const Reference found = reference(*problem, options);
      fmt::print("{:.1f} digits of {} for {}: {}\n", found.digits, problem->name(),
                 fmt::join(experiments, ", "), found.hash);
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
  const bool experiments = arguments.all_experiments || !arguments.experiments.empty();
  if (experiments == !arguments.problem.empty())
    throw Error("a reference is that of one problem, or those of experiments are",
                experiments ? "both" : "neither",
                "give the name of a problem, or --of EXPERIMENT, or --experiments");
  return experiments ? make_references(arguments) : print_reference(arguments);
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::runs, "reference", "Computes a certified solution and says how far to trust it"},
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
    },
    run_command);

}  // namespace
}  // namespace stiffbench
