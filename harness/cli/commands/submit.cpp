#include "base/cache.hpp"
#include "base/error.hpp"
#include "harness/cli/command.hpp"
#include "harness/cluster/submission.hpp"
#include "harness/io/data_file.hpp"
#include "harness/sweep/shards.hpp"

#include <fmt/format.h>

namespace stiffbench::submit_command {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string experiment, out;
  bool slurm = false, dry_run = false;
  Submission submission = {.shards = 8};
};

/// Returns true if a problem of the experiment needs a computed reference.
bool needs_references(const Experiment& experiment) {
  if (!experiment.with_reference) return false;
  for (const Block& block : experiment.blocks)
    if (!block.plans.empty() && !block.problem->exact(0)) return true;
  return false;
}

Submission make_submission(const Arguments& values) {
  const Experiment experiment = load_experiment(values.experiment);
  Submission submission = values.submission;
  shards_of(experiment, submission.shards);  // rejects an invalid number
  submission.name = experiment.name;
  submission.experiment = experiment.file;
  submission.threads = experiment.threads;
  submission.out = fs::absolute(values.out).lexically_normal();
  submission.program = fs::read_symlink("/proc/self/exe");
  submission.cache = fs::absolute(cache_directory());
  submission.with_references = needs_references(experiment);
  return submission;
}

void print_dry_run(const Submission& submission) {
  for (const SlurmJob& job : jobs_of(submission))
    fmt::print("{}:\n{}\n", (submission.scripts() / (job.name + ".sh")).string(),
               script_of(job, submission));
  fmt::print("nothing was written or submitted\n");
}

int run_command(const Arguments& values) {
  if (!values.slurm)
    throw Error("submit needs the engine that distributes the jobs", "none", "give --slurm");
  check_options(values.submission.options);
  const Submission submission = make_submission(values);
  if (values.dry_run) {
    print_dry_run(submission);
    return 0;
  }
  for (const SubmittedJob& job : submit(submission)) fmt::print("{:>10}  {}\n", job.id, job.name);
  fmt::print("references and meshes: {}\nrecords, once merged:  {}\nlogs and scripts:      {}\n",
             submission.cache.string(), (submission.out / "records.jsonl").string(),
             submission.scripts().string());
  return 0;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::runs,
     "submit",
     "Runs an experiment on many machines",
     {"submit fput_order --slurm --array 16 --out runs/order",
      "submit fput_order --slurm --mem 4G --sbatch=--qos=long --out runs/order"}},
    [](Arguments& values, ArgumentList& list) {
      Submission& submission = values.submission;
      list.add("experiment", &values.experiment, "File or name of an experiment").required = true;
      list.add("--slurm", &values.slurm, "Distribute the runs with Slurm's sbatch");
      list.add("--array", &submission.shards, "Tasks that share the runs (default 8)");
      list.add("--partition", &submission.options.partition, "Partition of the cluster");
      list.add("--time", &submission.options.time,
               "Longest time of a task, in sbatch's words, as 2:00:00 or 1-12");
      list.add("--mem", &submission.options.mem, "Memory of a task, as 4G");
      list.add("--account", &submission.options.account, "Account that is charged");
      list.add("--sbatch", &submission.options.others,
               "Further option of sbatch, as --sbatch=--qos=long; may be given several times");
      list.add("--timed-exclusive", &submission.timed_exclusive,
               "Let each task have a node alone, so that nothing runs beside timed samples");
      list.add("--out", &values.out, "Folder of the records, which all machines see").required =
          true;
      list.add("--dry-run", &values.dry_run, "Print the scripts, and write and submit nothing");
    },
    run_command);

}  // namespace
}  // namespace stiffbench::submit_command
