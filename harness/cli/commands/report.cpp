#include "harness/cli/command.hpp"
#include "harness/io/node.hpp"

namespace stiffbench {
namespace {

const bool enrolled = enrol_command<std::string>(
    {CommandGroup::records, "report", "Writes one HTML page about all records"},
    [](std::string& folder, ArgumentList& list) {
      list.add("folder", &folder, "Folder with records.jsonl").required = true;
    },
    [](std::string& folder) { return run_node("results/report/report.mjs", {folder}); });

}  // namespace
}  // namespace stiffbench
