#include "harness/replications/pages/experiments_page.hpp"

#include "harness/records/read_records.hpp"
#include "harness/replications/pages/changes_since.hpp"
#include "harness/replications/pages/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

std::string commit_of(const Record& record) {
  constexpr std::size_t digits = 8;
  const Json commit = record.environment.value(Json::json_pointer("/git/commit"), Json());
  if (!commit.is_string()) return "no commit";
  const bool is_dirty = record.environment.value(Json::json_pointer("/git/dirty"), false);
  return fmt::format("`{}`{}", commit.get<std::string>().substr(0, digits),
                     is_dirty ? " with changes" : "");
}

/// Returns the commits of the records, each once in their order, and whether the build is native.
std::string code_of(const std::vector<Record>& records) {
  std::vector<std::string> commits;
  for (const Record& record : records)
    if (std::string own = commit_of(record); !std::ranges::count(commits, own))
      commits.push_back(std::move(own));
  const bool is_native = records.front().environment.value("native", Json(false)) == true;
  return fmt::format("{}{}", fmt::join(commits, ", "), is_native ? "" : ", for any CPU");
}

std::string name_of(const ListedExperiment& one) {
  return "`" + one.document["name"].get<std::string>() + "`";
}

std::string count_of_tuned(const std::vector<Record>& records) {
  const auto tuned = std::ranges::count_if(
      records, [](const Record& record) { return record.tuning.has_value(); });
  const auto carried = std::ranges::count_if(
      records, [](const Record& record) { return record.tuning && record.tuning->carried; });
  return carried > 0 ? fmt::format("{}, {} carried", tuned, carried) : fmt::format("{}", tuned);
}

std::string line_of_records(const ListedExperiment& one, const fs::path& own) {
  const std::vector<Record> records = read_records(own);
  const Json& environment = records.front().environment;
  const Json cpu = environment.value("cpu", Json());
  const bool is_same = changes_since(read_experiment(own), one.document).empty();
  const std::string time = environment.contains("seconds")
                               ? fmt::format("{:.0f} s", environment["seconds"].get<double>())
                               : (is_same ? one.time : "not recorded");
  return table_line({name_of(one), environment.value("date", "not recorded"), code_of(records),
                     cpu.is_string() ? cell(cpu) : "not recorded", is_same ? "yes" : "no",
                     fmt::format("{}", records.size()), count_of_tuned(records), time});
}

}  // namespace

std::string experiments_page(const std::vector<ListedExperiment>& all, const fs::path& folder,
                             const std::string& command) {
  const auto folders = folders_of_records(folder);
  std::string with_records, without, longest;
  for (const ListedExperiment& one : all) {
    const auto own = folders.find(one.document["name"].get<std::string>());
    if (own == folders.end())
      without += table_line({name_of(one), cell(one.document["title"]), one.time,
                             cell(one.document.value("instead", ""))});
    else
      with_records += line_of_records(one, own->second);
    if (one.seconds > longest_experiment)
      longest += table_line({name_of(one), cell(one.document["title"]), one.time,
                             cell(one.document.value("instead", "nothing"))});
  }
  return fmt::format(
             "# Every experiment\n\nThis page is written by `{}`. `stiffbench run NAME` repeats an "
             "experiment.\n\n## With records\n\nThe records in "
             "[`results/archive/`](../../results/archive) come from builds for the CPU that ran "
             "them, unless the column of the code says otherwise. Two commits stand for one sweep "
             "that went on with a later commit, whose code is the same for all runs that it kept. "
             "The widest instruction set in use stands beside the CPU where records state it: "
             "machines of one name may differ in it. A commit *with changes* had files that were "
             "not "
             "committed. "
             "*As today* is *no* where the "
             "experiment has other problems, methods or steps since. *Carried* are tuned runs that "
             "took their algorithms from the nearest step ([how]"
             "(../writing_experiments.md#tuned-settings)). The time is that of the whole "
             "sweep on one core, with its search for settings; *about* marks an estimate, where a "
             "record has no time.\n\n",
             command) +
         table_head({"experiment", "day", "code", "CPU", "as today", "runs", "tuned", "time"}, 5) +
         with_records +
         "\n## Without records\n\nThe time is what the whole experiment is expected to take on "
         "one core. The last column says why no records are kept, or what was run instead; "
         "where it is empty, the experiment has not been run to its end yet.\n\n" +
         table_head({"experiment", "title", "time", "why"}, 4) + without +
         "\n## More than six hours\n\nThe time of today's experiment, with its search for settings "
         "and five samples. Records of some of them have fewer methods, one sample or default "
         "settings.\n\n" +
         table_head({"experiment", "title", "time", "run instead"}, 4) + longest;
}

}  // namespace stiffbench
