#include "harness/records/tuning/choose_settings.hpp"

#include "base/error.hpp"
#include "harness/records/code/choose_code.hpp"

#include <map>

namespace stiffbench {
namespace {

/// Returns a key that is equal for records of one request made by one code, whether tuned or not.
std::string request_key(const Record& record) {
  Json rest{value_or_null(record.tolerance ? record.tolerance : record.h), record.checkpoints,
            record.problem.hash, id_of_code(record)};
  if (record.start) rest.push_back({record.start->index, record.start->perturbation});
  return curve_of(record) + rest.dump();
}

bool is_tuned(const Record& record) { return record.tuning.has_value(); }

/// Ids of the last records of a request, empty where there is none.
struct Last {
  std::string tuned, by_default;
};

/// Replaces tuned records by their requested settings, or leaves them out.
void replace_tuned(std::vector<Record>& records) {
  std::vector<Record> all;
  for (Record& record : records) {
    if (!is_tuned(record))
      all.push_back(std::move(record));
    else if (auto requested = with_requested_settings(std::move(record)))
      all.push_back(std::move(*requested));
  }
  records = std::move(all);
}

}  // namespace

std::optional<Record> with_requested_settings(Record record) {
  const Tuning tuning = record.tuning.value();
  record.tuning.reset();
  if (!tuning.reason.empty()) return record;  // the run has its requested settings
  if (!tuning.default_seconds || !record.result.runtime) return std::nullopt;
  record.result.runtime = Runtime{0, {*tuning.default_seconds}, *tuning.default_seconds, 0};
  record.result.work.reset();
  record.result.peak_bytes.reset();
  for (const auto& [name, value] : tuning.settings) {
    const auto requested = record.integrator.automatic.extract(name);
    if (!requested.empty()) record.integrator.parameters[name] = requested.mapped();
  }
  return record;
}

std::vector<Record> choose_settings(const std::vector<Record>& records, const std::string& choice) {
  const bool only_default = choice == "default";
  std::map<std::string, Last> all;
  for (const Record& record : records) {
    Last& last = all[request_key(record)];
    (is_tuned(record) ? last.tuned : last.by_default) = record.id;
  }
  std::vector<Record> chosen = records;
  std::erase_if(chosen, [&](const Record& record) {
    const Last& last = all.at(request_key(record));
    const bool by_default = last.tuned.empty() || (only_default && !last.by_default.empty());
    return record.id != (by_default ? last.by_default : last.tuned);
  });
  if (only_default) replace_tuned(chosen);
  if (only_default && chosen.empty() && !records.empty())
    throw Error("'--settings default' needs records of default settings",
                "tuned ones alone, whose search timed no others",
                "leave it out, or run the experiment with --settings default");
  return chosen;
}

}  // namespace stiffbench
