#include "base/error.hpp"
#include "harness/cluster/submission.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

namespace submission_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::Scratch;

namespace {

/// A cluster that writes down what it is given, and refuses its last jobs where told to.
class NotebookEngine : public Engine {
 public:
  explicit NotebookEngine(std::size_t most_jobs) : most_jobs_(most_jobs) {}
  std::string name() const override { return "notebook"; }
  std::string task_variable() const override { return "TASK"; }
  void check() const override {}
  std::string script(const BatchJob& job, const ClusterOptions&,
                     const std::filesystem::path&) const override {
    return job.commands;
  }
  std::string submit(const std::filesystem::path& script, Start start,
                     const std::string& before) const override {
    if (taken.size() == most_jobs_) throw Error("a job must be taken", "none", "wait");
    taken.push_back(script.filename().string() +
                    (start == Start::after_success ? " if " : " after ") + before);
    return std::to_string(taken.size());
  }
  void cancel(const std::string& id) const override { cancelled.push_back(id); }

  mutable std::vector<std::string> taken, cancelled;

 private:
  std::size_t most_jobs_;
};

Submission make_submission(const Scratch& scratch, long shards) {
  const auto experiment = scratch.path() / "small.json";
  if (!std::filesystem::exists(experiment)) std::ofstream(experiment) << "{}";
  Submission submission;
  submission.name = "small";
  submission.experiment = experiment;
  submission.out = scratch.path() / "out";
  submission.program = "/bin/stiff'bench";
  submission.cache = "/shared/cache";
  submission.shards = shards;
  return submission;
}

}  // namespace

TEST_CASE("references come first, then the shards, then the merge") {
  const Scratch scratch;
  const NotebookEngine engine(3);
  Submission submission = make_submission(scratch, 12);
  submit(submission, engine);
  CHECK(engine.taken ==
        std::vector<std::string>{"references.sh after ", "runs.sh if 1", "merge.sh after 2"});
  const auto jobs = jobs_of(submission, engine);
  CHECK_THAT(jobs[0].commands, Contains("export STIFFBENCH_CACHE=/shared/cache") &&
                                   Contains("exec '/bin/stiff'\\''bench' reference --of " +
                                            submission.copy().string()));
  CHECK_THAT(jobs[1].commands,
             Contains("--shard \"$TASK/12\"") && Contains("printf %03d \"$TASK\""));
  CHECK(jobs[1].tasks == 12);
  CHECK(test::read_text(submission.scripts() / "runs.sh") == jobs[1].commands);
  CHECK(std::filesystem::exists(submission.out / "shards/012/records.jsonl"));

  CHECK(jobs[1].cores == 1);
  submission.threads = 4;
  CHECK(jobs_of(submission, engine)[1].cores == 4);
  CHECK_THAT(slurm()->script(jobs_of(submission, *slurm())[1], {}, submission.scripts()),
             Contains("--cpus-per-task=\"4\"\n"));

  submission.with_references = false;
  const NotebookEngine again(2);
  submit(submission, again);
  CHECK(again.taken == std::vector<std::string>{"runs.sh after ", "merge.sh after 1"});
}

TEST_CASE("where a job is not taken none is left, and neither is a new folder") {
  const Scratch scratch;
  const NotebookEngine engine(2);
  CHECK_THROWS_WITH(submit(make_submission(scratch, 2), engine), Contains("a job must be taken"));
  CHECK(engine.cancelled == std::vector<std::string>{"1", "2"});
  CHECK_FALSE(std::filesystem::exists(scratch.path() / "out"));
}

TEST_CASE("a submission goes on in its folder and in no other's") {
  const Scratch scratch;
  const NotebookEngine engine(9);
  submit(make_submission(scratch, 2), engine);
  const auto records = scratch.path() / "out/shards/001/records.jsonl";
  std::ofstream(records) << "a line\n";
  submit(make_submission(scratch, 2), engine);
  CHECK(test::read_text(records) == "a line\n");
  CHECK_THROWS_WITH(submit(make_submission(scratch, 3), engine), Contains("give --array 2"));
  std::ofstream(scratch.path() / "small.json") << "{\"other\": 1}";
  CHECK_THROWS_WITH(submit(make_submission(scratch, 2), engine),
                    Contains("a folder is of one experiment"));
  CHECK(engine.taken.size() == 6);
}

TEST_CASE("submit says in one line what it cannot do") {
  const Scratch scratch;
  const std::string out = " --out '" + (scratch.path() / "out").string() + "' ";
  const auto refused = [&](const std::string& arguments, const char* words) {
    const auto end = test::run_program("submit " + arguments, "PATH=/nowhere");
    CHECK(end.status == 2);
    CHECK(test::count_lines(end.err) == 1);
    CHECK_THAT(end.err, Contains(words));
    CHECK_FALSE(std::filesystem::exists(scratch.path() / "out"));
  };
  refused("demo" + out, "give --slurm");
  refused("fput_order --slurm" + out, "sbatch on the PATH; got none; submit on a login node");
  refused("fput_order --slurm", "needs --out");
  refused("demoo --slurm" + out, "did you mean demo?");
  refused("fput_order --slurm --array 0" + out, "got 0 shards of 35 runs");
  refused("fput_order --slurm --array 36" + out, "got 36 shards of 35 runs");
  const auto dry = test::run_program(
      "submit fput_order --slurm --array 5 --partition 'a \"b\"' "
      "--timed-exclusive --time 2:00:00 --dry-run" +
          out,
      "PATH=/nowhere");
  CHECK(dry.status == 0);
  CHECK_THAT(dry.out, Contains("#SBATCH --array=\"1-5\"\n") && Contains("#SBATCH --exclusive\n") &&
                          Contains("#SBATCH --partition=\"a \\\"b\\\"\"\n") &&
                          Contains("#SBATCH --time=\"2:00:00\"\n") &&
                          Contains("nothing was written or submitted"));
  CHECK_FALSE(std::filesystem::exists(scratch.path() / "out"));
}

}  // namespace submission_tests
