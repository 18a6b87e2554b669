#include "harness/records/merge.hpp"

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/hash.hpp"
#include "harness/io/lines/lines_file.hpp"
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

/// Runs of one curve, grouped by the code that made them.
struct Curve {
  struct Part {
    long runs = 0;
    std::map<std::string, Origin> cpus;  ///< the first timed record of each CPU
  };
  std::string label;
  long runs = 0;  ///< distinct runs, of any code
  std::map<std::string, Part> codes;
};

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
    for (const auto& [digest, curve] : curves_) {
      if (!options.mix_code && is_of_several_codes(curve)) report.codes.push_back(codes_in(curve));
      if (options.mix_cpus) continue;
      for (const auto& [code, part] : curve.codes)
        if (part.cpus.size() > 1) report.cpus.push_back(cpus_in(curve, part));
    }
    return report;
  }

  /// Writes the selected lines to a file.
  void write(const fs::path& path) const {
    std::ofstream file(path, std::ios::binary);
    for (std::size_t i = 0; i < report_.sources.size(); ++i) {
      std::ifstream lines(records_file(i));
      std::string text;
      for (long number = 1; number <= report_.sources[i].records; ++number)
        if (std::getline(lines, text) && !left_out_.contains({i, number})) file << text << '\n';
    }
    if (!file.flush())
      throw Error("all merged records must be written", "a failure to write " + path.string(),
                  "make room on that disk");
  }

 private:
  struct Entry {
    Origin place;
    std::string digest;
  };

  void add(const RecordLine& line) {
    MergeSource& source = report_.sources.back();
    const Origin place{report_.sources.size() - 1, ++source.records};
    const std::string code = code_of(line), digest = result_digest(line.json);
    auto& by_code = runs_[line.record.id];
    const int index = codes_.try_emplace(code, static_cast<int>(codes_.size())).first->second;
    const auto [entry, is_new] = by_code.try_emplace(index, Entry{place, digest});
    if (is_new) {
      ++report_.written;
      return add_to_curve(line, code, place, by_code.size() == 1);
    }
    left_out_.insert(place);
    if (entry->second.digest == digest)
      ++source.doubles;
    else
      report_.conflicts.push_back(conflict(line, entry->second.place));
  }

  void add_to_curve(const RecordLine& line, const std::string& code, const Origin& place,
                    bool is_new_run) {
    Curve& curve = curves_[curve_of(line.record)];
    curve.label = curve_label(line.record);
    if (is_new_run) ++curve.runs;
    Curve::Part& part = curve.codes[code];
    ++part.runs;
    if (line.record.result.runtime) part.cpus.try_emplace(cpu_of(line.json), place);
  }

  std::string conflict(const RecordLine& line, const Origin& earlier) const {
    std::ifstream lines(records_file(earlier.source));
    std::string text;
    for (long number = 0; number < earlier.number; ++number) std::getline(lines, text);
    return fmt::format("{}: {}\n  {}\n  {}", run_label(line.record),
                       difference(record_from_json(Json::parse(text)), line.record), words(earlier),
                       line.place());
  }

  static bool is_of_several_codes(const Curve& curve) {
    return std::ranges::none_of(curve.codes,
                                [&](const auto& code) { return code.second.runs == curve.runs; });
  }

  static std::string codes_in(const Curve& curve) {
    std::string text = curve.label;
    for (const auto& [code, part] : curve.codes)
      text += fmt::format("\n  {} {}: {}", part.runs, part.runs == 1 ? "run" : "runs", code);
    return text;
  }

  std::string cpus_in(const Curve& curve, const Curve::Part& part) const {
    std::string text = curve.label;
    for (const auto& [cpu, place] : part.cpus)
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
  std::map<std::string, int> codes_;                            // numbers of the codes
  std::unordered_map<std::string, std::map<int, Entry>> runs_;  // by id and code
  std::map<std::string, Curve> curves_;                         // by digest
  std::set<Origin> left_out_;
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
