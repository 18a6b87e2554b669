#include "harness/cluster/slurm.hpp"

#include "base/error.hpp"
#include "base/system/programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

/// Options of sbatch that a script or submit() sets.
constexpr std::array own_options{"--job-name",
                                 "-J",
                                 "--output",
                                 "-o",
                                 "--ntasks",
                                 "-n",
                                 "--cpus-per-task",
                                 "-c",
                                 "--array",
                                 "-a",
                                 "--dependency",
                                 "-d",
                                 "--kill-on-invalid-dep",
                                 "--parsable",
                                 "--wrap"};

/// Quotes an option's value in a script. Slurm interprets backslashes in quotes as a shell does.
std::string quoted(const std::string& text) {
  std::string word = "\"";
  for (const char c : text)
    word += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return word + "\"";
}

/// Returns the pattern of a job's log file, into which Slurm inserts its id and the task's number.
std::string log_pattern(const SlurmJob& job, const fs::path& folder) {
  std::string path;
  for (const char c : (folder / job.name).string()) path += c == '%' ? "%%" : std::string(1, c);
  return path + (job.tasks > 0 ? "-%A_%a.log" : "-%j.log");
}

/// Returns the job's id in a line of `sbatch --parsable`, "ID" or "ID;CLUSTER"; empty if the line
/// is a warning.
std::string job_id(const std::string& line) {
  const std::string id = line.substr(0, line.find(';'));
  return std::ranges::all_of(id, [](unsigned char c) { return std::isdigit(c); }) ? id : "";
}

}  // namespace

void check_options(const SlurmOptions& options) {
  for (const std::string& text : {options.partition, options.time, options.mem, options.account})
    if (text.find('\n') != std::string::npos)
      throw Error("an option of sbatch is one line", "'" + text + "'", "leave the line break out");
  for (const std::string& option : options.others) {
    if (!option.starts_with('-') || option.find('\n') != std::string::npos)
      throw Error("--sbatch takes an option of sbatch", "'" + option + "'",
                  "write it with its dashes, as in --sbatch=--qos=long");
    const std::string name = option.substr(0, option.find_first_of("= "));
    if (std::ranges::find(own_options, name) != own_options.end())
      throw Error("--sbatch takes options that submit does not set itself", "'" + option + "'",
                  "leave it out; 'stiffbench submit --help' has options for tasks and nodes");
  }
}

std::string slurm_script(const SlurmJob& job, const std::string& sweep, const SlurmOptions& options,
                         const fs::path& logs) {
  std::string text = "#!/bin/bash\n";
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) text += fmt::format("#SBATCH --{}={}\n", option, quoted(value));
  };
  add("job-name", sweep + " " + job.name);
  add("output", log_pattern(job, logs));
  add("ntasks", "1");
  add("cpus-per-task", std::to_string(job.cores));
  add("array", job.tasks > 0 ? fmt::format("1-{}", job.tasks) : "");
  add("partition", options.partition);
  add("time", options.time);
  add("mem", options.mem);
  add("account", options.account);
  // A job whose dependency can never be satisfied would otherwise remain in the queue.
  add("kill-on-invalid-dep", "yes");
  if (job.exclusive) text += "#SBATCH --exclusive\n";
  for (const std::string& option : options.others) text += "#SBATCH " + option + "\n";
  return text + "set -eu\n" + job.commands;
}

void require_sbatch() {
  if (find_on_path("sbatch").empty())
    throw Error("--slurm needs Slurm's sbatch on the PATH", "none",
                "submit on a login node of the cluster, or see the scripts with --dry-run");
}

std::string sbatch(const fs::path& script, const std::string& dependency) {
  std::vector<std::string> arguments{"--parsable", script.string()};
  if (!dependency.empty()) arguments.insert(arguments.begin(), "--dependency=" + dependency);
  const fs::path log = fs::path(script).replace_extension(".sbatch");
  fs::remove(log);
  const ProgramEnd end = run_program("sbatch", arguments, log);
  std::ifstream file(log);
  std::string output, id;
  for (std::string line; std::getline(file, line);) {
    output += (output.empty() ? "" : "\n") + line;
    if (id.empty()) id = job_id(line);
  }
  fs::remove(log);
  if (!end.ok() || id.empty())
    throw Error("sbatch must take " + script.string(), fmt::format("{}: {}", end.text(), output),
                "see 'sinfo' for partitions and limits");
  return id;
}

void scancel(const std::string& id) { run_program("scancel", {id}); }

}  // namespace stiffbench
