#include "reference/reference.hpp"

#include "base/error.hpp"
#include "base/system/use_threads.hpp"
#include "harness/checks/cross_check.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/commands/reference/certificate_json.hpp"
#include "harness/cli/commands/reference/cross_check_table.hpp"
#include "harness/cli/commands/reference/jobs.hpp"
#include "harness/cli/settings_arguments.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/estimates/progress.hpp"
#include "harness/sweep/experiment.hpp"
#include "problems/contract/registry.hpp"
#include "reference/cross_checks.hpp"

#include <fmt/format.h>

#include <sstream>

namespace stiffbench::reference_command {
namespace {

struct Arguments {
  std::string problem;
  std::vector<std::string> settings, experiments;
  bool all_experiments = false, declared_sets = false, json = false, markdown = false;
  ReferenceOptions options;
  std::string cross_checks = "none";
  CrossCheckOptions cross_check_options;
};

/// Returns the reference with the results of all selected cross-checks, which share its progress
/// display.
Reference cross_checked(const std::shared_ptr<const Problem>& problem,
                        const ReferenceOptions& options, const Arguments& arguments) {
  Reference solution = reference(*problem, options);
  CrossCheckOptions request = arguments.cross_check_options;
  request.progress = options.progress;
  for (const std::string& method : cross_check_methods(arguments.cross_checks))
    add_cross_check(*problem, solution, run_cross_check(problem, solution, method, request));
  return solution;
}

/// Inserts a blank after each comma, so that lines can be broken there.
std::string with_blanks(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] == ',' && i + 1 < text.size() && text[i + 1] != ' ') result += ' ';
  }
  return result;
}

/// Returns the summary wrapped to the page width. It omits the reason for a missing reference,
/// which refuse_missing() reports.
std::string wrapped_summary(const Problem& problem, const Reference& solution) {
  constexpr std::size_t indent = 13;
  std::istringstream lines(summary(problem, solution));
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("pointwise")) continue;
    const bool fits = width_of(line) <= page_width || line.size() < indent;
    text += fits ? line + "\n"
                 : paragraph(line.substr(0, indent - 1), indent, with_blanks(line.substr(indent)));
  }
  return text;
}

/// Throws an Error for a problem without a certified solution, whose runs have no errors of states.
void refuse_missing(const Reference& solution) {
  if (solution.refused.empty()) return;
  const std::string prefix = "refused: ";
  const std::string& text = solution.refused;
  throw Error("a reference is a solution that two unrelated methods find",
              fmt::format("none of {}: {}", solution.problem,
                          text.substr(text.starts_with(prefix) ? prefix.size() : 0)),
              "compare energies and outputs of its runs, which need none");
}

int print_reference(Arguments& arguments) {
  const auto settings = split_settings(arguments.settings, arguments.problem, "");
  const std::shared_ptr<const Problem> problem =
      ProblemRegistry::instance().make(arguments.problem, settings.problem);
  Progress progress(1);
  arguments.options.progress = [&](const std::string& what, double done) {
    progress.show(0, done, what);
  };
  const Reference solution = cross_checked(problem, arguments.options, arguments);
  progress.erase();
  if (arguments.json)
    fmt::print("{}\n", to_json(*problem, solution).dump());
  else if (arguments.markdown)
    fmt::print("{}{}", cross_check_table_head(), cross_check_table_lines(*problem, solution));
  else
    fmt::print("{}", wrapped_summary(*problem, solution));
  std::fflush(stdout);
  refuse_missing(solution);
  refuse_withdrawn(solution);
  return 0;
}

std::vector<ReferenceJob> jobs_of(const Arguments& arguments) {
  if (arguments.declared_sets) return jobs_of_declared_sets(arguments.options);
  return jobs_of_experiments(arguments.all_experiments ? experiment_files() : arguments.experiments,
                             arguments.options);
}

void print_done(const ReferenceJob& job, const Reference& solution, const Arguments& arguments) {
  if (arguments.markdown) {
    fmt::print("{}", cross_check_table_lines(*job.problem, solution));
    return;
  }
  if (!solution.refused.empty()) {
    fmt::print("no digits of {} for {}: {}\n", job.problem->name(), fmt::join(job.users, ", "),
               solution.refused);
    return;
  }
  fmt::print("{:.1f} digits of {} for {}: {}\n", solution.digits, job.problem->name(),
             fmt::join(job.users, ", "), solution.hash);
  if (arguments.cross_checks != "none")
    fmt::print("{}", cross_check_summary(*job.problem, solution));
}

/// Computes all selected references. A failure is reported, and the others are still computed.
int make_references(const Arguments& arguments) {
  std::vector<ReferenceJob> all = jobs_of(arguments);
  double total = 0, done = 0;
  for (auto& job : all) total += job.work;
  long count = 0, failed = 0;
  Progress progress(static_cast<long>(all.size()));
  if (arguments.markdown) fmt::print("{}", cross_check_table_head());
  for (auto& job : all) {
    job.options.progress = [&](const std::string& what, double part) {
      const double share = total > 0 ? (done + part * job.work) / total : 1;
      progress.show(count, share, job.problem->name() + ": " + what);
    };
    try {
      const Reference solution = cross_checked(job.problem, job.options, arguments);
      progress.erase();
      print_done(job, solution, arguments);
      refuse_withdrawn(solution);
    } catch (const Error& error) {
      progress.erase();
      fmt::print(arguments.markdown ? stderr : stdout, "none of {} for {}: {}\n",
                 job.problem->name(), fmt::join(job.users, ", "), error.what());
      ++failed;
    }
    std::fflush(stdout);
    done += job.work;
    ++count;
  }
  fmt::print(arguments.markdown ? stderr : stdout, "{} references, {} of them not to be had\n",
             count, failed);
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
  cross_check_methods(arguments.cross_checks);  // reports unknown names first
  check(arguments.cross_check_options);
  const bool several =
      arguments.all_experiments || arguments.declared_sets || !arguments.experiments.empty();
  if (several == !arguments.problem.empty())
    throw Error("a reference is that of one problem, or those of experiments are",
                several ? "both" : "neither",
                "give the name of a problem, or --of EXPERIMENT, --experiments or --declared");
  return several ? make_references(arguments) : print_reference(arguments);
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::runs,
     "reference",
     "Computes a certified solution and says how far to trust it",
     {"reference fput", "reference bunny --set problem.kd=1e8 --digits 8", "reference --of demo",
      "reference fput --cross-check sundials,rk4",
      "reference --declared --cross-check sundials,rk4 --markdown"}},
    [](Arguments& values, ArgumentList& list) {
      ReferenceOptions& options = values.options;
      list.add("problem", &values.problem, "Name of the problem");
      list.add("--of", &values.experiments,
               "All that an experiment needs, instead; may be given again")
          .rivals = {"problem", "--experiments", "--declared"};
      list.add("--experiments", &values.all_experiments,
               "All that the experiments of stiffbench need")
          .rivals = {"problem", "--declared"};
      list.add(
              "--declared", &values.declared_sets,
              "Those of the parameter sets that problems declare, on which 'check orders' measures")
          .rivals = {"problem"};
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
      list.add("--cross-check", &values.cross_checks,
               "Methods without a part in it that must agree: sundials, rk4, or sundials,rk4 "
               "(default: none). One that contradicts withdraws it")
          .former_name = "--witness";
      Argument& limit =
          list.add("--cross-check-limit", &values.cross_check_options.work_limit,
                   "Force evaluations times dof that one cross-check may take (default 1e9)");
      limit.partners = {"--cross-check"};
      limit.former_name = "--witness-limit";
      list.add("--json", &values.json, "One JSON document (results/schema/certificate.schema.json)")
          .partners = {"problem"};
      list.add("--markdown", &values.markdown, "A table of the cross-checks, in Markdown")
          .rivals = {"--json"};
    },
    run_command);

}  // namespace
}  // namespace stiffbench::reference_command
