#include "harness/records/tuning/choose_settings.hpp"

#include "base/error.hpp"
#include "harness/records/code/choose_code.hpp"

#include <algorithm>
#include <set>

namespace stiffbench {
namespace {

/// Returns a key that is equal for records of one request, whether tuned or not.
std::string request_key(const Record& record) {
  Json rest{value_or_null(record.tolerance ? record.tolerance : record.h), record.checkpoints};
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
  std::set<std::string> tuned;
  for (const Record& record : records)
    if (is_tuned(record)) tuned.insert(request_key(record));
  std::erase_if(chosen, [&](const Record& record) {
    return !is_tuned(record) && tuned.contains(request_key(record));
  });
  return chosen;
}

}  // namespace stiffbench
