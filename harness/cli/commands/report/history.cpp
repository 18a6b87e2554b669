#include "base/error.hpp"
#include "harness/cli/command.hpp"
#include "harness/pictures/draw.hpp"
#include "harness/records/rows.hpp"

namespace stiffbench::history_command {
namespace {

struct Arguments {
  std::string folder, records, commit, date, out, report;
};

int write_history(Arguments& arguments) {
  for (const std::string* word : {&arguments.commit, &arguments.date})
    if (arguments.records.empty() != word->empty())
      throw Error("records are added with --commit and --date, by which commits are ordered",
                  arguments.records.empty() ? "one of them without records" : "not both of them",
                  "give --commit \"$(git rev-parse HEAD)\" --date \"$(git log -1 --format=%cI)\"");
  std::vector<Row> rows;
  if (!arguments.records.empty()) rows = read_rows(arguments.records, "current");
  std::vector<std::string> words{arguments.folder};
  if (!rows.empty())
    words.insert(words.end(), {"--commit=" + arguments.commit, "--date=" + arguments.date});
  if (!arguments.out.empty()) words.push_back("--out=" + arguments.out);
  if (!arguments.report.empty()) words.push_back("--report=" + arguments.report);
  return draw("results/history/history.mjs", words, rows);
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::records,
     "history",
     "Keeps errors, orders and work of each commit, and shows steps over commits",
     {"history site/history build/records --commit 4776b21b --date 2026-11-26T12:00:00Z",
      "history site/history"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("folder", &values.folder, "Folder of the history, with one file for each commit")
          .required = true;
      list.add("records", &values.records,
               "Folder with records.jsonl, whose runs of this program's code are added");
      list.add("--commit", &values.commit, "Hash of the commit of the records");
      list.add("--date", &values.date, "Date of the commit of the records (ISO 8601)");
      list.add("--out", &values.out, "File of the page (default: index.html in the folder)");
      list.add("--report", &values.report, "Address of a report, to which the page links");
    },
    write_history);

}  // namespace
}  // namespace stiffbench::history_command
