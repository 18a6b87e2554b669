#include "harness/cli/command_line.hpp"

#include "base/error.hpp"
#include "base/parameters.hpp"
#include "harness/cli/commands/commands.hpp"

#include <algorithm>
#include <cstdio>
#include <signal.h>
#include <string>

namespace stiffbench {
namespace {

constexpr int failed_job = 1, bad_input = 2;

int complain(std::string text, int status) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  std::fprintf(stderr, "stiffbench: %s\n", text.c_str());
  return status;
}

/// CLI11 only says that a subcommand is required.
void check_command(const CLI::App& program, const std::string& name) {
  std::vector<std::string> known;
  for (auto* command : program.get_subcommands({})) known.push_back(command->get_name());
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  const std::string near = near_matches(name, known);
  throw Error("a command must be one that 'stiffbench --help' shows", "'" + name + "'",
              near.empty() ? "see there" : near + "?");
}

int dispatch(int argc, const char* const* argv) {
  CLI::App program{"A benchmark of time integrators for stiff second-order systems"};
  program.set_version_flag("--version", STIFFBENCH_VERSION);
  program.require_subcommand(1);
  program.failure_message(CLI::FailureMessage::simple);
  Job job;
  for (auto add : {add_run_command, add_list_command, add_table_command, add_frames_command,
                   add_figure_command, add_report_command, add_cite_command, add_new_command,
                   add_check_command, add_reference_command})
    add(program, job);
  if (argc > 1 && argv[1][0] != '-') check_command(program, argv[1]);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);  // --help and --version
    return complain(std::string(error.what()) + "; see 'stiffbench --help'", bad_input);
  }
  return job();
}

}  // namespace

int command_line(int argc, const char* const* argv) {
  ::signal(SIGXFSZ, SIG_IGN);  // a file too large is then an error of write(), told in words
  try {
    return dispatch(argc, argv);
  } catch (const Error& error) {
    return complain(error.what(), bad_input);
  } catch (const std::bad_alloc&) {
    return complain("out of memory; take a smaller problem", failed_job);
  } catch (const std::exception& error) {
    return complain(error.what(), failed_job);
  }
}

}  // namespace stiffbench
