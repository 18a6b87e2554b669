#include "harness/cli/command.hpp"
#include "harness/estimates/costs.hpp"
#include "harness/records/read_records.hpp"
#include "harness/replications/small_records.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace stiffbench::archive_command {
namespace {

struct Arguments {
  std::vector<std::string> folders;
  std::string into = "results/archive";
};

/// Returns the duration of a sweep on one core (s), as it has recorded it. Costs that come with the
/// program are of another machine.
std::optional<double> duration_of(const std::string& folder) {
  const Json experiment = read_experiment(folder);
  if (experiment.is_null()) return std::nullopt;
  const auto whole = own_cost(experiment);
  return whole && !whole->is_rough ? std::optional(whole->wall(1)) : std::nullopt;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::records,
     "archive",
     "Writes what pages of results show of an experiment's records, small",
     {"archive build/coil_luan2021_table2", "archive build/reproduce/fput_order --into my_archive"},
     "keep"},
    [](Arguments& values, ArgumentList& list) {
      list.add("folders", &values.folders, "Folders of experiments, with records.jsonl").required =
          true;
      list.add(
          "--into", &values.into,
          "Folder that gets one folder for each experiment, where it or one of its folders has "
          "none (default: results/archive)");
    },
    [](const Arguments& values) {
      for (const std::string& folder : values.folders)
        fmt::print("{}\n", write_small_records(folder, values.into, duration_of(folder)).string());
      return 0;
    });

}  // namespace
}  // namespace stiffbench::archive_command
