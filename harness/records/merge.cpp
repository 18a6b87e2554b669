#include "harness/records/merge.hpp"

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/hash.hpp"
#include "harness/io/lines/common_members.hpp"
#include "harness/io/lines/lines_file.hpp"
#include "harness/io/lines/parse_line.hpp"
#include "harness/records/code/choose_code.hpp"
#include "harness/records/labels.hpp"
#include "harness/records/read_records.hpp"
#include "integrators/contract/integrator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

/// Position of a record: the index of its folder and its line number.
struct Origin {
  std::size_t source = 0;
  long number = 0;
  auto operator<=>(const Origin&) const = default;
};

/// Describes the code that made a record; for records without a code, by facts of the program.
std::string code_of(const RecordLine& line) {
  if (const std::string id = id_of_code(line.record); !id.empty()) return "code " + id;
  const Json& environment = line.json.at("environment");
  const Json git = environment.value("git", Json::object());
  return fmt::format("commit {:.12}{}, {}, {}", git.value("commit", "unknown"),
                     git.value("dirty", false) ? " (changed)" : "",
                     environment.value("compiler", "unknown compiler"),
                     environment.value("flags", "unknown flags"));
}

std::string cpu_of(const Json& record) {
  const std::string label = cpu_label(record.at("environment"));
  return label.empty() ? "unknown CPU" : label;
}

/// Digest of everything that two records of one run and one code must share. Times decide which
/// settings a tuned run has, so that only its request is shared.
std::string result_digest(Json record) {
  if (record.contains("tuning") && record["tuning"].is_object())
    return record["id"].get<std::string>();
  for (auto* key : {"runtime", "memory", "environment", "tuning"}) record.erase(key);
  return Hasher().update(record.dump()).hex();
}

std::string curve_label(const Record& record) {
  return fmt::format("{} on {}", record.integrator.name, record.problem.name);
}

std::string run_label(const Record& record) {
  return fmt::format("{}, {}", curve_label(record),
                     record.h ? fmt::format("h = {:.6g}", *record.h)
                              : fmt::format("tolerance {:g}", record.tolerance.value_or(0)));
}

/// Describes the first difference of two records of one run, with both values if they are short.
std::string difference(const Record& a, const Record& b) {
  if (a.result.status != b.result.status)
    return fmt::format("status {} and {}", to_string(a.result.status), to_string(b.result.status));
  const auto error = [](const Record& record) {
    return record.result.error
               ? fmt::format("{:.17g}", record.result.error->measures.energy_norm_relative)
               : "none";
  };
  if (error(a) != error(b)) return fmt::format("error {} and {}", error(a), error(b));
  const Json left = to_json(a), right = to_json(b);
  for (const auto& [key, value] : left.items())
    if (key != "runtime" && key != "memory" && key != "environment" && key != "tuning" &&
        (!right.contains(key) || right[key] != value))
      return "different " + key;
  return "different results";
}

/// A record that the merged file has.
struct Entry {
  Origin place;
  std::string digest;
  const std::string *curve, *problem;  ///< keys of labels
  std::string cpu;                     ///< empty without times
};

/// Runs of one curve.
struct Curve {
  std::string label;
  long runs = 0;                      ///< distinct ones, of any code
  std::map<std::string, long> codes;  ///< number of runs of each code
};

/// Calls `visit` with the number and the text of every line of a file that is one record, completed
/// by the members that the file's records share.
void each_text(const fs::path& file, const auto& visit) {
  std::ifstream lines(file);
  CommonMembers common;
  std::string text;
  for (long number = 1; std::getline(lines, text); ++number) {
    if (common.empty() && !may_be_common(text)) {
      visit(number, text);
      continue;
    }
    Json json = parse_line(text);
    if (!common.take(json) && json.is_object()) visit(number, json.dump());
  }
}

class Merge {
 public:
  explicit Merge(const std::vector<fs::path>& folders) {
    for (const fs::path& folder : folders) {
      report_.sources.push_back({.folder = folder});
      each_record(
          folder, [this](RecordLine& line) { add(line); }, LeftOut::torn);
    }
  }

  MergeReport report(const MergeOptions& options) const {
    MergeReport report = report_;
    if (!options.mix_code)
      for (const auto& [digest, curve] : curves())
        if (is_of_several_codes(curve)) report.codes.push_back(codes_in(curve));
    if (!options.mix_cpus)
      for (const auto& [problem, cpus] : cpus_of_problems())
        if (cpus.size() > 1) report.cpus.push_back(cpus_in(problem, cpus));
    return report;
  }

  /// Writes the selected lines to a file.
  void write(const fs::path& path) const {
    std::set<Origin> places;
    for (const auto& [id, by_code] : runs_)
      for (const auto& [code, entry] : by_code) places.insert(entry.place);
    std::ofstream file(path, std::ios::binary);
    for (std::size_t i = 0; i < report_.sources.size(); ++i)
      each_text(records_file(i), [&](long number, const std::string& text) {
        if (places.contains({i, number})) file << text << '\n';
      });
    if (!file.flush())
      throw Error("all merged records must be written", "a failure to write " + path.string(),
                  "make room on that disk");
  }

 private:
  using Cpus = std::map<std::string, Origin>;  // the first timed record of each

  void add(const RecordLine& line) {
    MergeSource& source = report_.sources.back();
    ++source.records;
    const Entry own = entry_of(line, {report_.sources.size() - 1, line.number});
    const auto [place, is_new] = runs_[line.record.id].try_emplace(code_of(line), own);
    Entry& entry = place->second;
    if (is_new) {
      ++report_.written;
      return;
    }
    if (entry.digest == own.digest)
      ++source.doubles;
    else
      report_.conflicts.push_back(conflict(line, entry.place));
    // Within a folder a later record of a run replaces the earlier one, as it does for all readers.
    if (entry.place.source == own.place.source) entry = own;
  }

  Entry entry_of(const RecordLine& line, const Origin& place) {
    const Record& record = line.record;
    const auto key_of = [&](const std::string& key, const std::string& label) {
      return &labels_.try_emplace(key, label).first->first;
    };
    return {place, result_digest(line.json), key_of(curve_of(record), curve_label(record)),
            key_of(record.problem.name + record.problem.hash, record.problem.name),
            record.result.runtime ? cpu_of(line.json) : ""};
  }

  std::string conflict(const RecordLine& line, const Origin& earlier) const {
    Record other;
    each_text(records_file(earlier.source), [&](long number, const std::string& text) {
      if (number == earlier.number) other = record_from_json(Json::parse(text));
    });
    return fmt::format("{}: {}\n  {}\n  {}", run_label(line.record), difference(other, line.record),
                       words(earlier), line.place());
  }

  std::map<std::string, Curve> curves() const {
    std::map<std::string, Curve> all;
    for (const auto& [id, by_code] : runs_) {
      for (const auto& [code, entry] : by_code) ++all[*entry.curve].codes[code];
      ++all[*by_code.begin()->second.curve].runs;
    }
    for (auto& [digest, curve] : all) curve.label = labels_.at(digest);
    return all;
  }

  std::map<std::string, Cpus> cpus_of_problems() const {
    std::map<std::string, Cpus> all;
    for (const auto& [id, by_code] : runs_)
      for (const auto& [code, entry] : by_code) {
        if (entry.cpu.empty()) continue;
        Origin& first = all[*entry.problem].try_emplace(entry.cpu, entry.place).first->second;
        first = std::min(first, entry.place);
      }
    return all;
  }

  static bool is_of_several_codes(const Curve& curve) {
    return std::ranges::none_of(curve.codes,
                                [&](const auto& code) { return code.second == curve.runs; });
  }

  static std::string codes_in(const Curve& curve) {
    std::string text = curve.label;
    for (const auto& [code, runs] : curve.codes)
      text += fmt::format("\n  {} {}: {}", runs, runs == 1 ? "run" : "runs", code);
    return text;
  }

  std::string cpus_in(const std::string& problem, const Cpus& cpus) const {
    std::string text = labels_.at(problem);
    for (const auto& [cpu, place] : cpus)
      text += fmt::format("\n  {}, first at {}", cpu, words(place));
    return text;
  }

  fs::path records_file(std::size_t source) const {
    return report_.sources[source].folder / "records.jsonl";
  }
  std::string words(const Origin& place) const {
    return fmt::format("{}:{}", records_file(place.source).string(), place.number);
  }

  MergeReport report_;
  std::unordered_map<std::string, std::map<std::string, Entry>> runs_;  // by id and code
  std::unordered_map<std::string, std::string> labels_;                 // of curves and problems
};

bool is_same(const fs::path& a, const fs::path& b) {
  return fs::weakly_canonical(a) == fs::weakly_canonical(b);
}

std::set<std::string> experiments_of(const std::vector<fs::path>& folders) {
  std::set<std::string> texts;
  for (const fs::path& folder : folders)
    if (std::ifstream file(folder / "experiment.json"); file)
      texts.emplace(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  return texts;
}

}  // namespace

MergeReport merge_records(const std::vector<fs::path>& folders, const fs::path& out,
                          const MergeOptions& options) {
  const fs::path target = out / "records.jsonl";
  std::vector<fs::path> sources;
  std::optional<FileAlone> old;
  if (fs::exists(target)) {
    old.emplace(target, O_RDWR);
    sources.push_back(out);
  }
  for (const fs::path& folder : folders)
    if (!old || !is_same(folder, out)) sources.push_back(folder);
  const Merge merge(sources);
  MergeReport report = merge.report(options);
  if (report.written == 0)
    throw Error("a merge needs at least one record",
                fmt::format("none in {} folders", sources.size()), "run the experiment first");
  if (!old) sources.push_back(out);  // its experiment.json counts, too
  report.experiments = experiments_of(sources);
  if (report.refused()) return report;
  write_atomically(target, [&](const fs::path& temporary) { merge.write(temporary); });
  if (report.experiments.size() == 1)
    write_atomically(out / "experiment.json", *report.experiments.begin());
  return report;
}

}  // namespace stiffbench
