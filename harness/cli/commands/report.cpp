#include "harness/cli/command.hpp"
#include "harness/pictures/draw.hpp"

namespace stiffbench {
namespace {

const bool enrolled = enrol_command<std::string>(
    {CommandGroup::records,
     "report",
     "Writes one HTML page about all records",
     {"report build/demo"}},
    [](std::string& folder, ArgumentList& list) {
      list.add("folder", &folder, "Folder with records.jsonl").required = true;
    },
    [](std::string& folder) { return draw("results/report/report.mjs", {folder}, folder); });

}  // namespace
}  // namespace stiffbench
