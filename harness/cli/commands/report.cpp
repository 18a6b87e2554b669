#include "harness/cli/command.hpp"
#include "harness/pictures/draw.hpp"
#include "harness/records/code/choose_code.hpp"

namespace stiffbench {
namespace {

struct Arguments {
  std::string folder, code = "current";
};

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::records,
     "report",
     "Writes one HTML page about all records",
     {"report build/demo"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("folder", &values.folder, "Folder with records.jsonl").required = true;
      list.add("--code", &values.code, code_choice_doc);
    },
    [](Arguments& values) {
      return draw("results/report/report.mjs", {values.folder}, values.folder, values.code);
    });

}  // namespace
}  // namespace stiffbench
