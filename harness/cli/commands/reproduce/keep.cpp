#include "harness/cli/command.hpp"
#include "harness/replications/small_records.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace stiffbench::keep_command {
namespace {

struct Arguments {
  std::vector<std::string> folders;
  std::string into = "results/kept";
};

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::records,
     "keep",
     "Writes what pages of results show of an experiment's records, small",
     {"keep build/coil_table2", "keep build/reproduce/fput_order --into my_kept"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("folders", &values.folders, "Folders of experiments, with records.jsonl").required =
          true;
      list.add(
          "--into", &values.into,
          "Folder that gets one folder for each experiment, where it or one of its folders has "
          "none (default: results/kept)");
    },
    [](const Arguments& values) {
      for (const std::string& folder : values.folders)
        fmt::print("{}\n", write_small_records(folder, values.into).string());
      return 0;
    });

}  // namespace
}  // namespace stiffbench::keep_command
