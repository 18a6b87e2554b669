#include "harness/records/merge.hpp"

#include "base/error.hpp"
#include "harness/cli/command.hpp"

#include <fmt/format.h>

namespace stiffbench::merge_command {
namespace {

struct Arguments {
  std::vector<std::string> folders;
  std::string out;
  MergeOptions options;
};

void print_some(const char* title, const std::vector<std::string>& entries) {
  constexpr std::size_t most = 10;
  for (std::size_t i = 0; i < std::min(most, entries.size()); ++i)
    fmt::print("{}: {}\n", title, entries[i]);
  if (entries.size() > most) fmt::print("{}: {} more\n", title, entries.size() - most);
}

void print_report(const MergeReport& report) {
  fmt::print("{:>8} {:>8}  {}\n", "records", "doubles", "folder");
  for (const MergeSource& source : report.sources)
    fmt::print("{:8} {:8}  {}\n", source.records, source.doubles, source.folder.string());
  print_some("conflict", report.conflicts);
  print_some("several CPUs", report.cpus);
  print_some("several codes", report.codes);
}

void refuse(const MergeReport& report) {
  if (!report.conflicts.empty())
    throw Error("records of one run and one code must have one result",
                fmt::format("{} in conflict, nothing was written", report.conflicts.size()),
                "take one line of each pair out, or leave a folder out");
  if (!report.cpus.empty())
    throw Error("the timings on a problem are those of one CPU",
                fmt::format("{} problems with several, nothing was written", report.cpus.size()),
                "merge folders of one CPU, or give --mix-cpus");
  if (!report.codes.empty())
    throw Error("the runs of a curve are those of one code",
                fmt::format("{} mixed curves, nothing was written", report.codes.size()),
                "run the other folders again, or give --mix-code");
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::records,
     "merge",
     "Writes the records of several folders into one",
     {"merge one/records other/records --out build/both"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("folders", &values.folders, "Folders with records.jsonl").required = true;
      list.add("--out", &values.out,
               "Folder of the merged records.jsonl and of their experiment.json; records that it "
               "has "
               "already stay")
          .required = true;
      list.add("--mix-cpus", &values.options.mix_cpus,
               "Let one problem have timings of several kinds of CPU");
      list.add("--mix-code", &values.options.mix_code,
               "Let one curve have runs of several states of the code");
    },
    [](Arguments& values) {
      const MergeReport report =
          merge_records({values.folders.begin(), values.folders.end()}, values.out, values.options);
      print_report(report);
      refuse(report);
      fmt::print("{} records; {}/records.jsonl\n", report.written, values.out);
      if (report.experiments.size() > 1)
        fmt::print("experiment.json is left as it is: the folders are of {} experiments\n",
                   report.experiments.size());
      return 0;
    });

}  // namespace
}  // namespace stiffbench::merge_command
