#include "harness/cli/command_line.hpp"

#include "base/error.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/parse_arguments.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <signal.h>
#include <string>

namespace stiffbench {
namespace {

constexpr int failed_job = 1, bad_input = 2;

using Words = std::vector<std::string>;

int complain(std::string text, int status) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  fmt::print(stderr, "stiffbench: {}\n", text);
  return status;
}

void print_group(CommandGroup group, const std::string& title, const std::string& first_word) {
  bool is_empty = true;
  for (const auto& [name, command] : commands().all()) {
    if (command.facts.group != group || !name.starts_with(first_word)) continue;
    if (is_empty) fmt::print("\n{}:\n", title);
    is_empty = false;
    fmt::print("  {:14} {}\n", name, command.facts.doc);
  }
}

void print_commands(const std::string& first_word) {
  print_group(CommandGroup::runs, "Runs and references", first_word);
  print_group(CommandGroup::records, "Records", first_word);
  print_group(CommandGroup::tools, "Problems and integrators", first_word);
}

void print_help(const std::string& program) {
  fmt::print(
      "A benchmark of time integrators for stiff second-order systems\n"
      "Usage: {0} COMMAND [ARGUMENTS]\n"
      "       {0} COMMAND --help\n"
      "       {0} --version\n",
      program);
  print_commands("");
  fmt::print(
      "\nExamples:\n"
      "  {0} list problems\n"
      "  {0} run --problem fput --integrator rk4 --h 0.001\n"
      "  {0} run demo --out build/demo\n"
      "  {0} figure work_precision build/demo\n",
      program);
}

bool asks_for_help(const std::string& word) {
  return word == "--help" || word == "-h" || word == "help";
}

/// Runs the command that the first word, or the first two words, name.
int dispatch(const std::string& program, const Words& words) {
  if (words.empty())
    throw Error("stiffbench is given a command", "none", "see 'stiffbench --help'");
  const std::string first = words.front(), second = words.size() > 1 ? words[1] : "";
  if (asks_for_help(first) || first == "--version") {
    first == "--version" ? fmt::print("{}\n", STIFFBENCH_VERSION) : print_help(program);
    return 0;
  }
  if (first.starts_with("-"))
    throw Error("a command stands before its options", "'" + first + "'",
                "see 'stiffbench --help'");

  const Words names = commands().names();
  const bool is_shared = std::ranges::any_of(
      names, [&](const std::string& name) { return name.starts_with(first + " "); });
  if (is_shared && asks_for_help(second)) {
    fmt::print("Usage: {} {} COMMAND [ARGUMENTS]\n", program, first);
    print_commands(first + " ");
    return 0;
  }
  const bool has_two = is_shared && !second.empty() && !second.starts_with("-");
  const Command& command = commands().find(has_two ? first + " " + second : first);
  const Call call = command.make_call();
  const Words arguments(words.begin() + (has_two ? 2 : 1), words.end());
  if (!parse_arguments(program, command.facts, call.arguments, arguments)) return 0;
  return call.job();
}

}  // namespace

int command_line(int argc, const char* const* argv) {
  ::signal(SIGXFSZ, SIG_IGN);  // write() then fails with an error for a file too large
  try {
    check_enrolments();
    return dispatch(std::filesystem::path(argv[0]).filename().string(), {argv + 1, argv + argc});
  } catch (const Error& error) {
    return complain(error.what(), bad_input);
  } catch (const std::bad_alloc&) {
    return complain("out of memory; take a smaller problem", failed_job);
  } catch (const nlohmann::json::exception&) {
    return complain(
        "records and experiments hold what their schemas say; got one that does not; "
        "write that file anew",
        bad_input);
  } catch (const std::exception& error) {
    return complain(error.what(), failed_job);
  }
}

}  // namespace stiffbench
