#include "harness/checks/programs.hpp"

#include "base/error.hpp"
#include "base/system/programs.hpp"
#include "harness/records/read_records.hpp"

#include <fmt/format.h>

#include <fstream>

namespace stiffbench {

namespace fs = std::filesystem;

bool is_program(const fs::path& side) {
  if (!is_executable(side)) return false;
  std::ifstream file(side);
  return file.peek() != '{';  // records may be executable on a disk without permissions
}

std::vector<Record> records_of_program(const fs::path& program, const Experiment& experiment) {
  const ScratchFolder scratch;
  const fs::path source = scratch.path() / "experiment.json", log = scratch.path() / "log",
                 folder = scratch.path() / "records";
  Json untimed = experiment.source;
  untimed["repeats"] = 0;
  untimed.erase("figures");  // the program may have others
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
