#include "base/error.hpp"
#include "harness/cluster/submission.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace submission_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::Scratch;

namespace {

/// Programs in place of Slurm's, which write down their arguments. sbatch takes the first jobs and
/// refuses the others.
class FakeSlurm {
 public:
  FakeSlurm(const Scratch& scratch, int most_jobs)
      : log_(scratch.path() / "log"),
        path_("PATH", (make(scratch, most_jobs).string() + ":" + ::getenv("PATH")).c_str()) {}

  std::vector<std::string> lines() const {
    std::ifstream file(log_);
    std::vector<std::string> all;
    for (std::string line; std::getline(file, line);) all.push_back(line);
    return all;
  }

 private:
  static std::filesystem::path make(const Scratch& scratch, int most_jobs) {
    const auto folder = scratch.path() / "bin", log = scratch.path() / "log";
    std::filesystem::create_directories(folder);
    const auto write = [&](const char* name, const std::string& text) {
      std::ofstream(folder / name) << "#!/bin/bash\n" << text;
      std::filesystem::permissions(folder / name, std::filesystem::perms::owner_all);
    };
    std::ofstream(log).close();
    write("sbatch", fmt::format("count=$(wc -l < '{0}')\n"
                                "((count < {1})) || {{ echo 'a job must be taken'; exit 1; }}\n"
                                "echo \"$(basename \"${{@: -1}}\") ${{1/--parsable/}}\" >> '{0}'\n"
                                "echo \"$((count + 1));cluster\"\n",
                                log.string(), most_jobs));
    write("scancel", fmt::format("echo \"cancel $1\" >> '{}'\n", log.string()));
    return folder;
  }

  std::filesystem::path log_;
  test::Environment path_;
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
  using Lines = std::vector<std::string>;
  const Scratch scratch;
  Submission submission = make_submission(scratch, 12);
  {
    const FakeSlurm slurm(scratch, 3);
    submit(submission);
    CHECK(slurm.lines() == Lines{"references.sh ", "runs.sh --dependency=afterok:1",
                                 "merge.sh --dependency=afterany:2"});
  }
  const auto jobs = jobs_of(submission);
  CHECK_THAT(jobs[0].commands, Contains("export STIFFBENCH_CACHE=/shared/cache") &&
                                   Contains("exec '/bin/stiff'\\''bench' reference --of " +
                                            submission.copy().string()));
  CHECK_THAT(jobs[1].commands, Contains("--shard \"$SLURM_ARRAY_TASK_ID/12\"") &&
                                   Contains("printf %03d \"$SLURM_ARRAY_TASK_ID\""));
  CHECK(jobs[1].tasks == 12);
  CHECK(test::read_text(submission.scripts() / "runs.sh") == script_of(jobs[1], submission));
  CHECK(std::filesystem::exists(submission.out / "shards/012/records.jsonl"));

  submission.threads = 4;
  CHECK_THAT(script_of(jobs_of(submission)[1], submission), Contains("--cpus-per-task=\"4\"\n"));

  submission.with_references = false;
  const FakeSlurm again(scratch, 2);
  submit(submission);
  CHECK(again.lines() == Lines{"runs.sh ", "merge.sh --dependency=afterany:1"});
}

TEST_CASE("where a job is not taken none is left, and neither is a new folder") {
  const Scratch scratch;
  const FakeSlurm slurm(scratch, 2);
  CHECK_THROWS_WITH(submit(make_submission(scratch, 2)), Contains("a job must be taken"));
  const auto lines = slurm.lines();
  CHECK(std::vector<std::string>(lines.begin() + 2, lines.end()) ==
        std::vector<std::string>{"cancel 1", "cancel 2"});
  CHECK_FALSE(std::filesystem::exists(scratch.path() / "out"));
}

TEST_CASE("a submission goes on in its folder and in no other's") {
  const Scratch scratch;
  const FakeSlurm slurm(scratch, 9);
  submit(make_submission(scratch, 2));
  const auto records = scratch.path() / "out/shards/001/records.jsonl";
  std::ofstream(records) << "a line\n";
  submit(make_submission(scratch, 2));
  CHECK(test::read_text(records) == "a line\n");
  CHECK_THROWS_WITH(submit(make_submission(scratch, 3)), Contains("give --array 2"));
  std::ofstream(scratch.path() / "small.json") << "{\"other\": 1}";
  CHECK_THROWS_WITH(submit(make_submission(scratch, 2)), Contains("a folder is of one experiment"));
  CHECK(slurm.lines().size() == 6);
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
  refused("fput_order --slurm --sbatch qos=long" + out, "got 'qos=long'; write it with its dashes");
  refused("fput_order --slurm --sbatch=--array=3" + out, "got '--array=3'; leave it out");
  refused("fput_order --slurm --mem \"$(printf '4G\\nls')\"" + out,
          "an option of sbatch is one line");
  const auto dry = test::run_program(
      "submit fput_order --slurm --array 5 --partition 'a \"b\"' "
      "--timed-exclusive --time 2:00:00 --mem 4G --account chem --sbatch=--qos=long "
      "'--sbatch=-w node[1-2]' --dry-run" +
          out,
      "PATH=/nowhere");
  CHECK(dry.status == 0);
  CHECK_THAT(dry.out, Contains("#SBATCH --array=\"1-5\"\n") && Contains("#SBATCH --exclusive\n") &&
                          Contains("#SBATCH --partition=\"a \\\"b\\\"\"\n") &&
                          Contains("#SBATCH --time=\"2:00:00\"\n") &&
                          Contains("#SBATCH --mem=\"4G\"\n#SBATCH --account=\"chem\"\n") &&
                          Contains("#SBATCH --qos=long\n#SBATCH -w node[1-2]\nset -eu\n") &&
                          Contains("nothing was written or submitted"));
  CHECK_FALSE(std::filesystem::exists(scratch.path() / "out"));
}

}  // namespace submission_tests
