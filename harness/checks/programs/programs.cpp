#include "harness/checks/programs/programs.hpp"

#include "base/error.hpp"
#include "base/system/programs.hpp"
#include "harness/records/read_records.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <sstream>

namespace stiffbench {

namespace fs = std::filesystem;

namespace {

/// Returns the file of stiffbench's library that the dynamic loader finds for a program; empty if
/// it loads none.
fs::path library_of(const fs::path& program) {
  const ScratchFolder scratch;
  const fs::path log = scratch.path() / "log";
  std::vector<std::string> variables = environment_variables();
  variables.emplace_back("LD_TRACE_LOADED_OBJECTS=1");  // the loader lists them and runs nothing
  run_program(fs::absolute(program).string(), {}, log,
              ProgramPlace{.folder = scratch.path(), .environment = variables});
  std::ifstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);  // libstiffbench.so.0 => /path/libstiffbench.so.0 (0x7f...)
    std::string name, arrow, path;
    words >> name >> arrow >> path;
    if (name.starts_with("libstiffbench.so") && fs::exists(path)) return path;
  }
  return {};
}

/// Returns true if a program has methods or problems of its own. stiffbench_add_program() makes
/// such a program register them with the library, by a function that stiffbench itself does not
/// call.
bool has_own_code(const fs::path& program) {
  std::ifstream file(program, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  return bytes.find("enrol_sources") != std::string::npos;
}

}  // namespace

void require_two_states(const fs::path& before, const fs::path& after) {
  const fs::path library = library_of(before), other = library_of(after);
  if (library.empty() || other.empty() || !fs::equivalent(library, other)) return;
  if (has_own_code(before) || has_own_code(after)) return;
  throw Error(
      "two states of stiffbench have a library each, which holds all their code",
      fmt::format("{} and {}, which both load {}", before.string(), after.string(),
                  fs::canonical(library).string()),
      "install each state, or keep the old one in a worktree ('stiffbench help comparing')");
}

bool is_program(const fs::path& side) {
  if (!is_executable(side)) return false;
  std::ifstream file(side);
  return file.peek() != '{';  // some file systems mark records as executable
}

std::vector<Record> records_of_program(const fs::path& program, const Experiment& experiment) {
  const ScratchFolder scratch;
  const fs::path source = scratch.path() / "experiment.json", log = scratch.path() / "log",
                 folder = scratch.path() / "records";
  Json untimed = experiment.source;
  untimed["repeats"] = 0;
  untimed.erase("figures");  // the program may have other figures
  std::ofstream(source) << untimed;
  fmt::print(stderr, "running {} by {}\n", experiment.name, program.string());
  const ProgramEnd end = run_program(fs::absolute(program).string(),
                                     {"run", source.string(), "--out", folder.string()}, log);
  if (!end.ok() || !fs::exists(folder / "records.jsonl"))
    throw Error(
        "a program that is compared is stiffbench, or one of stiffbench_add_program(), and runs "
        "the experiment",
        fmt::format("{}: {}, last line: {}", program.string(), end.text(), last_line(log)),
        "see that line, or give a folder of records");
  return read_records(folder);
}

}  // namespace stiffbench
