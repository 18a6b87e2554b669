#include "harness/pictures/frames.hpp"

#include "base/error.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/settings_arguments.hpp"
#include "harness/io/output.hpp"
#include "harness/io/schema.hpp"
#include "harness/run/environment.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>

namespace stiffbench {
namespace {

struct Arguments {
  std::string problem, out;
  std::vector<std::string> settings;
  RunRequest request;
  long pictures = 6;
};

int write_frames(Arguments& arguments) {
  use_one_thread();
  if (arguments.pictures < 2)
    throw Error("a strip has 2 or more pictures", std::to_string(arguments.pictures),
                "2 are the start and the end");
  arguments.request.checkpoints = arguments.pictures - 1;
  auto settings =
      split_settings(arguments.settings, arguments.problem, arguments.request.integrator);
  arguments.request.integrator_settings = std::move(settings.integrator);
  const RunPlan plan = make_plan(
      ProblemRegistry::instance().make(arguments.problem, settings.problem), arguments.request);
  std::string text;
  for (const Json& frame : frames(plan)) {
    validate(frame, "frame", "a frame");
    text += frame.dump() + "\n";
  }
  std::error_code code;
  std::filesystem::create_directories(arguments.out, code);
  if (code)
    throw Error("pictures are written to a folder that can be made",
                fmt::format("'{}': {}", arguments.out, code.message()), "choose another --out");
  const auto file = std::filesystem::path(arguments.out) / "frames.jsonl";
  write_output(file.string(), text);
  fmt::print("{} pictures; {}; draw them with 'stiffbench figure frames {}'\n", arguments.pictures,
             file.string(), arguments.out);
  return 0;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::records,
     "frames",
     "Runs one integrator and writes pictures of the motion for the figure 'frames'",
     {"frames --problem toothbrush --integrator exprb42 --h 1e-4 --out build/frames"}},
    [](Arguments& values, ArgumentList& list) {
      RunRequest& request = values.request;
      list.add("--problem", &values.problem, "Name of the problem").required = true;
      list.add("--integrator", &request.integrator, "Name of the integrator").required = true;
      list.add("--h", &request.h, "Step size (s); end_time / h must be whole");
      list.add("--tolerance", &request.tolerance,
               "Relative tolerance of an integrator that chooses its own steps");
      list.add("--set", &values.settings,
               "problem.NAME=VALUE or integrator.NAME=VALUE; may be given again");
      list.add("--pictures", &values.pictures,
               "Equally spaced times, start and end included (default 6)");
      list.add("--out", &values.out, "Folder for the pictures' data").required = true;
    },
    write_frames);

}  // namespace
}  // namespace stiffbench
