#include "base/error.hpp"
#include "base/system/use_threads.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/run_choice.hpp"
#include "harness/estimates/progress.hpp"
#include "harness/io/node.hpp"
#include "harness/io/output.hpp"
#include "harness/io/schema.hpp"
#include "harness/pictures/motion.hpp"
#include "harness/sweep/selection.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace stiffbench::frames_command {
namespace {

struct Arguments {
  RunChoice choice;
  std::string out;
  std::optional<long> pictures;
  std::optional<double> digits;
  bool no_reference = false;
};

constexpr double digits_to_look_at = 4;

/// The runs to show, and the requirements on the reference.
struct Request {
  std::vector<RunPlan> plans;
  Judge::Options judge;
};

Request of_experiment(const Arguments& arguments) {
  Experiment experiment = load_experiment(arguments.choice.experiment);
  select(experiment, arguments.choice.selection);
  std::erase_if(experiment.blocks, [](const Block& block) { return block.plans.empty(); });
  std::vector<std::string> names;
  for (const Block& block : experiment.blocks)
    for (const RunPlan& plan : block.plans)
      names.push_back(fmt::format("{} with h = {:.6g}", plan.request.integrator, plan.h));
  if (experiment.blocks.size() > 1 || names.size() > 2)
    throw Error("pictures show one or two runs of one problem",
                fmt::format("{} runs of {} ({}, {}{})", names.size(),
                            experiment.blocks.size() > 1 ? "several problems" : "one problem",
                            names[0], names[1], names.size() > 2 ? ", ..." : ""),
                "choose with --problems, --only and --h");
  return {std::move(experiment.blocks.front().plans),
          {.digits = experiment.digits, .with_reference = experiment.with_reference}};
}

Request of_command_line(const Arguments& arguments) {
  return {{single_plan(arguments.choice, "frames")}, {.digits = digits_to_look_at}};
}

/// Returns the number of intervals between pictures: given by --pictures, or as many as the steps
/// allow.
long intervals_of(const Arguments& arguments, const std::vector<RunPlan>& plans) {
  constexpr long most = 120;
  if (!arguments.pictures) return common_intervals(plans, most);
  if (*arguments.pictures < 2)
    throw Error("a motion has 2 or more pictures", std::to_string(*arguments.pictures),
                "2 are the start and the end");
  return *arguments.pictures - 1;
}

std::string write_motion(const std::filesystem::path& folder, const std::vector<Json>& lines) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code)
    throw Error("pictures are written to a folder that can be made",
                fmt::format("'{}': {}", folder.string(), code.message()), "choose another --out");
  std::string text;
  for (const Json& line : lines) {
    validate(line, "motion", "a motion");
    text += line.dump() + "\n";
  }
  const auto file = folder / "motion.jsonl";
  write_output(file.string(), text);
  return fmt::format("{}, {} bytes", file.string(), text.size());
}

/// Formats "exprb42: 121 pictures", with the reason of failure if the run failed.
std::string summary_of(const Json& line) {
  const auto text = [&](const char* key) { return line[key].get<std::string>(); };
  const auto pictures = line["t"].size();
  return fmt::format("{}: {} picture{}", text("method"), pictures, pictures == 1 ? "" : "s") +
         (text("status") == "ok" ? "" : fmt::format(", {}: {}", text("status"), text("reason")));
}

int write_frames(Arguments& arguments) {
  use_one_thread();
  Request request =
      arguments.choice.experiment.empty() ? of_command_line(arguments) : of_experiment(arguments);
  request.judge.checkpoints = intervals_of(arguments, request.plans);
  if (arguments.digits) request.judge.digits = arguments.digits;
  if (arguments.no_reference) request.judge.with_reference = false;
  const std::filesystem::path folder = arguments.out;
  check_output((folder / "motion.jsonl").string(), "stiffbench.motion/1", false);
  Progress progress(1);
  request.judge.progress = [&](const std::string& what, double done) {
    progress.show(0, done, what);
  };
  const auto lines = motion(request.plans, request.judge);
  progress.erase();
  for (const Json& line : lines) fmt::print("{}\n", summary_of(line));
  fmt::print("{}\n", write_motion(arguments.out, lines));
  std::fflush(stdout);
  return run_node("results/motion/motion.mjs", {arguments.out});
}

void declare(Arguments& values, ArgumentList& list) {
  declare(values.choice, list,
          "File or name of an experiment, of which one or two runs are chosen");
  list.add("--pictures", &values.pictures,
           "Equally spaced times, start and end included (default: as many of 121 as are ends of "
           "steps)");
  list.add("--no-reference", &values.no_reference, "Compute no reference: errors are unknown");
  list.add(
      "--digits", &values.digits,
      "Digits that the reference must win (default: those of the experiment; 4 of a single run)");
  list.add("--out", &values.out, "Folder for the page and its data").required = true;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::records,
     "frames",
     "Shows the motion of one or two runs beside the reference, on a page in three dimensions",
     {"frames bunny_motion --out build/bunny",
      "frames flag_motion --only 'exprb*' --out build/flag"}},
    declare, write_frames);

}  // namespace
}  // namespace stiffbench::frames_command
