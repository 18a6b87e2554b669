#include "base/error.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/commands/report/report_pages.hpp"
#include "harness/pictures/draw.hpp"
#include "harness/pictures/fastest_rates.hpp"
#include "harness/records/code/choose_code.hpp"
#include "harness/records/read_records.hpp"

#include <filesystem>

namespace stiffbench::report_command {
namespace {

struct Arguments {
  std::string folder, out, code = "current";
  bool single_file = false;
};

int write_report(Arguments& arguments) {
  const std::filesystem::path place = arguments.folder;
  if (place.filename() == "records.jsonl" && std::filesystem::is_regular_file(place))
    arguments.folder = place.has_parent_path() ? place.parent_path().string() : ".";
  else if (!std::filesystem::is_directory(place))
    throw Error("a report is about a folder with records.jsonl", "'" + arguments.folder + "'",
                "make one with 'stiffbench run EXPERIMENT --out DIR'");
  auto rows = read_rows(arguments.folder, arguments.code);
  add_fastest_rates(rows);
  std::vector<std::string> words{arguments.folder};
  if (!arguments.out.empty()) words.insert(words.end(), {"--out", arguments.out});
  if (arguments.single_file) words.push_back("--single-file");
  return draw("results/report/report.mjs", words, rows, report_pages(rows, arguments.folder));
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::records,
     "report",
     "Writes pages about all records, which need no network",
     {"report build/demo", "report build/demo --single-file"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("folder", &values.folder, "Folder with records.jsonl, or that file").required = true;
      list.add("--single-file", &values.single_file, "One file instead of a folder of pages");
      list.add("--out", &values.out,
               "Folder of the pages, or the one file (default: report, or report.html, in the "
               "folder)");
      list.add("--code", &values.code, code_choice_doc);
    },
    write_report);

}  // namespace
}  // namespace stiffbench::report_command
