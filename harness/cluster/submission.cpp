#include "harness/cluster/submission.hpp"

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/system/programs.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

/// Returns the number of digits in the names of shards' folders, so that names sort as numbers do.
std::size_t digits(const Submission& submission) {
  return std::max<std::size_t>(3, std::to_string(submission.shards).size());
}

std::string file_text(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Throws an Error for a folder in which another submission has begun.
void check_folder(const Submission& submission) {
  const fs::path copy = submission.copy(), shards = submission.out / "shards";
  if (fs::exists(copy) && file_text(copy) != file_text(submission.experiment))
    throw Error("a folder is of one experiment",
                fmt::format("{}, which {} is not", copy.string(), submission.experiment.string()),
                "choose another --out");
  if (!fs::exists(shards)) return;
  const auto count = std::distance(fs::directory_iterator(shards), fs::directory_iterator());
  if (count != submission.shards)
    throw Error(
        "a sweep that goes on keeps its shards",
        fmt::format("--array {} where {} has {}", submission.shards, shards.string(), count),
        fmt::format("give --array {}, or choose another --out", count));
}

/// Creates the folders of the shards; a shard that has not begun has an empty file of records.
void make_folders(const Submission& submission) {
  for (long shard = 1; shard <= submission.shards; ++shard) {
    const fs::path records = submission.shard_folder(shard) / "records.jsonl";
    if (!fs::exists(records)) write_atomically(records, "");
  }
  if (!fs::exists(submission.copy()))
    write_atomically(submission.copy(), file_text(submission.experiment));
}

}  // namespace

fs::path Submission::shard_folder(long shard) const {
  return out / "shards" / fmt::format("{:0{}}", shard, digits(*this));
}

std::string script_of(const SlurmJob& job, const Submission& submission) {
  return slurm_script(job, submission.name, submission.options, submission.scripts());
}

std::vector<SlurmJob> jobs_of(const Submission& submission) {
  const auto word = [](const fs::path& path) { return shell_word(path.string()); };
  const std::string begin = fmt::format("cd {}\nexport STIFFBENCH_CACHE={}\n",
                                        word(fs::current_path()), word(submission.cache)),
                    program = "exec " + word(submission.program),
                    experiment = word(submission.copy()), shards = word(submission.out / "shards"),
                    task = "$SLURM_ARRAY_TASK_ID";
  // A task has the cores of one run, but not every cluster reports that limit to it; a task alone
  // on a node uses all cores.
  const char* jobs_option = submission.timed_exclusive ? "" : " --jobs 1";
  std::vector<SlurmJob> jobs;
  if (submission.with_references)
    jobs.push_back(
        {"references", fmt::format("{}{} reference --of {}\n", begin, program, experiment)});
  jobs.push_back({.name = "runs",
                  .commands = fmt::format("{}shard=$(printf %0{}d \"{}\")\n{} run {} --shard "
                                          "\"{}/{}\" --out {}/\"$shard\"{}\n",
                                          begin, digits(submission), task, program, experiment,
                                          task, submission.shards, shards, jobs_option),
                  .condition = submission.with_references ? "afterok" : "",
                  .tasks = submission.shards,
                  .cores = submission.threads,
                  .exclusive = submission.timed_exclusive});
  jobs.push_back({.name = "merge",
                  .commands = fmt::format("{}{} merge {}/* --out {}\n", begin, program, shards,
                                          word(submission.out)),
                  .condition = "afterany"});
  return jobs;
}

std::vector<SubmittedJob> submit(const Submission& submission) {
  require_sbatch();
  check_folder(submission);
  const bool is_new = !fs::exists(submission.out);
  std::vector<SubmittedJob> submitted;
  try {
    make_folders(submission);
    for (const SlurmJob& job : jobs_of(submission)) {
      const fs::path script = submission.scripts() / (job.name + ".sh");
      write_atomically(script, script_of(job, submission));
      submitted.push_back(
          {job.name,
           sbatch(script, job.condition.empty() ? "" : job.condition + ":" + submitted.back().id)});
    }
  } catch (...) {
    for (const SubmittedJob& job : submitted) scancel(job.id);
    std::error_code ignored;
    if (is_new) fs::remove_all(submission.out, ignored);
    throw;
  }
  return submitted;
}

}  // namespace stiffbench
