#include "harness/records/tuning/choose_settings.hpp"

#include "base/error.hpp"
#include "harness/records/code/choose_code.hpp"

#include <algorithm>
#include <map>

namespace stiffbench {
namespace {

/// Returns a key that is equal for records of one request, whether tuned or not.
std::string request_key(const Record& record) {
  Json rest{value_or_null(record.tolerance ? record.tolerance : record.h), record.checkpoints,
            record.problem.hash};
  if (record.start) rest.push_back({record.start->index, record.start->perturbation});
  return curve_of(record) + rest.dump();
}

bool is_tuned(const Record& record) { return record.tuning.has_value(); }

}  // namespace

std::vector<Record> choose_settings(const std::vector<Record>& records, const std::string& choice) {
  if (std::ranges::none_of(records, is_tuned)) return records;
  std::vector<Record> chosen = records;
  if (choice == "default") {
    std::erase_if(chosen, is_tuned);
    if (chosen.empty())
      throw Error("'--settings default' needs records of default settings", "tuned ones only",
                  "leave it out, or run the experiment with --settings default");
    return chosen;
  }
  // Of two searches, as an earlier and the present program made them, the later one is shown.
  std::map<std::string, std::string> tuned;  // id of the last tuned record of each request
  for (const Record& record : records)
    if (is_tuned(record)) tuned[request_key(record)] = record.id;
  std::erase_if(chosen, [&](const Record& record) {
    const auto own = tuned.find(request_key(record));
    return own != tuned.end() && own->second != record.id;
  });
  return chosen;
}

}  // namespace stiffbench
