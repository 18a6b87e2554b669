#include "base/error.hpp"
#include "base/system/programs.hpp"
#include "harness/cluster/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

/// Quotes an option's value in a script. Slurm interprets backslashes in quotes as a shell does.
std::string quoted(const std::string& text) {
  std::string word = "\"";
  for (const char c : text)
    word += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return word + "\"";
}

/// Returns the pattern of a job's log file, into which Slurm inserts its id and the task's number.
std::string log_pattern(const BatchJob& job, const fs::path& folder) {
  std::string path;
  for (const char c : (folder / job.name).string()) path += c == '%' ? "%%" : std::string(1, c);
  return path + (job.tasks > 0 ? "-%A_%a.log" : "-%j.log");
}

std::string read_text(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Returns sbatch's prefix of a dependency; the id of the preceding job follows.
std::string words_of(Start start) {
  return start == Start::after_success ? "afterok:" : "afterany:";
}

/// Extracts the job's id from the output of `sbatch --parsable`: "ID" or "ID;CLUSTER" on a separate
/// line, possibly among warnings; empty if there is none.
std::string job_id(const std::string& output) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const std::string id = line.substr(0, line.find(';'));
    if (!id.empty() && std::ranges::all_of(id, [](unsigned char c) { return std::isdigit(c); }))
      return id;
  }
  return "";
}

class Slurm : public Engine {
 public:
  std::string name() const override { return "slurm"; }
  std::string task_variable() const override { return "SLURM_ARRAY_TASK_ID"; }

  void check() const override {
    if (find_on_path("sbatch").empty())
      throw Error("--slurm needs Slurm's sbatch on the PATH", "none",
                  "submit on a login node of the cluster, or see the scripts with --dry-run");
  }

  std::string script(const BatchJob& job, const ClusterOptions& options,
                     const fs::path& logs) const override {
    std::string text = "#!/bin/bash\n";
    const auto add = [&](const std::string& option, const std::string& value) {
      if (!value.empty()) text += fmt::format("#SBATCH --{}={}\n", option, quoted(value));
    };
    add("job-name", job.sweep + " " + job.name);
    add("output", log_pattern(job, logs));
    add("ntasks", "1");
    add("cpus-per-task", std::to_string(job.cores));
    add("array", job.tasks > 0 ? fmt::format("1-{}", job.tasks) : "");
    add("partition", options.partition);
    add("time", options.time);
    // A job whose dependency can never be satisfied would otherwise remain in the queue.
    add("kill-on-invalid-dep", "yes");
    if (job.exclusive) text += "#SBATCH --exclusive\n";
    return text + "set -eu\n" + job.commands;
  }

  std::string submit(const fs::path& script, Start start,
                     const std::string& before) const override {
    std::vector<std::string> arguments{"--parsable", script.string()};
    if (!before.empty())
      arguments.insert(arguments.begin(), "--dependency=" + words_of(start) + before);
    const fs::path log = fs::path(script).replace_extension(".sbatch");
    fs::remove(log);
    const ProgramEnd end = run_program("sbatch", arguments, log);
    const std::string output = read_text(log), id = job_id(output);
    fs::remove(log);
    if (!end.ok() || id.empty())
      throw Error(
          "sbatch must take " + script.string(),
          fmt::format("{}: {}", end.text(), output.substr(0, output.find_last_not_of('\n') + 1)),
          "see 'sinfo' for partitions and limits");
    return id;
  }

  void cancel(const std::string& id) const override { run_program("scancel", {id}); }
};

}  // namespace

std::unique_ptr<Engine> slurm() { return std::make_unique<Slurm>(); }

}  // namespace stiffbench
