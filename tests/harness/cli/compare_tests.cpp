// The commands compare, sample and check baseline: whole programs, and what they refuse.

#include "harness/io/schema.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <regex>

namespace compare_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::Scratch;

namespace {

const std::string program = STIFFBENCH_BUILD_DIR "/stiffbench";

/// A folder with an experiment and its records.
struct Results {
  Scratch scratch;
  std::string folder = (scratch.path() / "out").string(),
              experiment = (scratch.path() / "small.json").string();

  explicit Results(const std::string& problem = "oscillator") {
    std::ofstream(experiment) << R"({"schema": "stiffbench.experiment/1", "name": "small",
      "title": "a test's own", "problems": [{"name": ")" +
                                     problem + R"("}],
      "integrators": [{"name": "rk4"}, {"name": "velocity_verlet"}], "counts": [100, 200],
      "repeats": 0})";
    REQUIRE(test::run_program("run " + experiment + " --no-reference --out " + folder).status == 0);
  }
  std::string file() const { return folder + "/records.jsonl"; }
};

/// A copy of the program with its library, as one keeps the old state beside an edit.
std::string copy_of_program(const Scratch& scratch) {
  const auto folder = scratch.path() / "copy";
  std::filesystem::create_directory(folder);
  for (const char* file : {"stiffbench", "libstiffbench.so.0"})
    std::filesystem::copy_file(std::filesystem::path(STIFFBENCH_BUILD_DIR) / file, folder / file);
  return (folder / "stiffbench").string();
}

/// Checks that a call is refused in one line that says all of this, and prints nothing else.
void refused(const std::string& arguments, const std::vector<std::string>& parts) {
  const auto end = test::run_program(arguments);
  INFO(arguments << "\n" << end.err);
  CHECK(end.status == 2);
  CHECK(end.out.empty());
  const auto last = end.err.rfind("stiffbench: ");
  REQUIRE(last != std::string::npos);
  CHECK(test::count_lines(end.err.substr(last)) == 1);
  CHECK(std::count(end.err.begin() + static_cast<long>(last), end.err.end(), ';') >= 2);
  for (const auto& part : parts) CHECK_THAT(end.err, Contains(part));
}

}  // namespace

TEST_CASE("a folder, a file and a program are the same state of the code") {
  const Results results;
  for (const auto& other : {results.folder, results.file(), program}) {
    const auto end =
        test::run_program("compare --json --fail-on status,error,work,missing " + results.folder +
                          " " + other + (other == program ? " " + results.experiment : ""));
    INFO(end.err << end.out);
    CHECK(end.status == 0);
    const Json json = Json::parse(end.out);
    validate(json, "comparison", "the comparison");
    CHECK(json["one_build"] == true);
    CHECK(json["summary"]["error"]["same"] == 2);
    CHECK(json["runs"].size() == 4);
  }
}

TEST_CASE("what got worse is the exit status") {
  const Results results;
  std::string worse = test::read_text(results.file());
  const auto place = worse.find("\"force\":") + 8;
  worse.insert(place, "1");
  const auto file = results.scratch.path() / "worse.jsonl";
  std::ofstream(file) << worse;
  const std::string sides = results.folder + " " + file.string();
  const auto end = test::run_program("compare " + sides);
  CHECK(end.status == 1);
  CHECK_THAT(end.out, Contains("1 of 2 runs, h = ") && Contains("force ") && Contains("FAILED"));
  CHECK(test::run_program("compare --fail-on error,status " + sides).status == 0);
  CHECK(test::run_program("compare --work 10 " + sides).status == 0);
  CHECK(test::run_program("compare " + file.string() + " " + results.folder).status == 0);
  CHECK_THAT(test::run_program("compare --markdown " + sides).out, Contains("| work | 1 |"));
}

TEST_CASE("compare refuses what it cannot compare") {
  const Results results, others("duffing_chain");
  const std::string& folder = results.folder;
  const auto torn = results.scratch.path() / "torn.jsonl", old = results.scratch.path() / "old",
             text = results.scratch.path() / "text";
  std::ofstream(torn) << test::read_text(results.file()) << "{\"schema\": \"stiffb";
  std::string version = test::read_text(results.file());
  version.replace(version.find("record/1"), 8, "record/9");
  std::ofstream(old) << version;
  std::ofstream(text) << "Hello\n";

  refused("compare " + folder + " /nowhere", {"records.jsonl", "/nowhere", "stiffbench run"});
  refused("compare " + folder + " " + old.string(), {"stiffbench.record/1", "record/9"});
  refused("compare " + folder + " " + torn.string(), {"whole", "torn.jsonl:5", "to its end"});
  refused("compare " + folder + " " + text.string(), {"malformed line"});
  refused("compare " + folder + " " + others.folder, {"none in common", "equal data"});
  refused("compare " + folder + " /bin/true " + results.experiment,
          {"is stiffbench", "/bin/true", "folder of records"});
  refused("compare " + folder + " /bin/false " + results.experiment, {"/bin/false: status 1"});
  refused("compare " + folder + " " + program, {"no experiment"});
  refused("compare " + folder + " " + folder + " demo", {"'demo' for two sets of records"});
  refused("compare --fail-on eror " + folder + " " + folder, {"did you mean error?"});
  refused("compare --fail-on time " + folder + " " + folder, {"none of 4", "compare --time"});
  refused("compare --error -1 " + folder + " " + folder, {"--error is 0 or more"});
  CHECK(test::read_text(torn).ends_with("stiffb"));  // nothing was cut off
}

TEST_CASE("times are measured between two programs only") {
  const Results results;
  const std::string programs =
      program + " " + copy_of_program(results.scratch) + " " + results.experiment;
  refused("compare --time " + results.folder + " " + program + " " + results.experiment,
          {"takes two programs", results.folder});
  refused("compare --time " + program + " " + program, {"experiment"});
  refused("compare --time --samples 3 " + programs, {"at least 9"});
  refused("compare --time --seconds 0 " + programs, {"must be positive"});
  refused("compare --time " + program + " /bin/true " + results.experiment,
          {"/bin/true", "'sample'"});
  const auto end = test::run_program("compare --time --seconds 0.001 --json " + programs);
  INFO(end.err);
  CHECK(end.status != 2);  // either verdict is right: no test measures a time
  const Json json = Json::parse(end.out);
  validate(json, "comparison", "the comparison");
  CHECK(json["runs"].size() == 4);
  CHECK(json["runs"][0]["changes"]["time"]["before"] > 0);
  CHECK(json["runs"][0]["changes"]["error"]["verdict"] == "not_comparable");
  CHECK(json["same_code"] == 4);
}

TEST_CASE("two programs that load one library are one state, and a copy of both files is another") {
  const Results results;
  const std::string copy = copy_of_program(results.scratch);
  refused("compare " + program + " " + program + " " + results.experiment,
          {"a library each", "both load", "libstiffbench.so", "worktree"});
  refused("compare --time " + program + " " + program + " " + results.experiment,
          {"both load", "install each state"});
  std::filesystem::remove(std::filesystem::path(copy).parent_path() / "libstiffbench.so.0");
  const auto link = std::filesystem::path(copy).parent_path() / "libstiffbench.so.0";
  std::filesystem::create_symlink(STIFFBENCH_BUILD_DIR "/libstiffbench.so.0", link);
  refused("compare " + copy + " " + program + " " + results.experiment, {"both load"});
  std::filesystem::remove(link);
  std::filesystem::copy_file(STIFFBENCH_BUILD_DIR "/libstiffbench.so.0", link);
  const auto end = test::run_program("compare " + copy + " " + program + " " + results.experiment);
  INFO(end.out << end.err);
  CHECK(end.status == 0);
  CHECK_THAT(end.out, Contains("the code of all 4 runs is the same on both sides"));
}

TEST_CASE("a sample is of one run") {
  const Results results;
  refused("sample " + results.experiment, {"one run", "of 4 runs"});
  refused("sample /nowhere.json", {"/nowhere.json"});
  refused("sample --seconds 0 " + results.experiment, {"must be positive"});
}

TEST_CASE("every integrator does on six problems what the baseline says") {
  const auto end = test::run_program("check baseline --fail-on status,error,order,drift,work");
  INFO(end.out << end.err);
  CHECK(end.status == 0);
}

TEST_CASE("a baseline is written, held, and renewed when the program has become better") {
  const Scratch scratch;
  const std::string folder = scratch.path().string(), file = folder + "/records.jsonl";
  refused("check baseline " + folder, {"records.jsonl"});
  refused("check baseline --write " + folder, {"experiment.json", "--write"});
  std::ofstream(folder + "/experiment.json") << R"({"schema": "stiffbench.experiment/1",
    "name": "mine", "title": "a test's own", "problems": [{"name": "damped_oscillator"}],
    "integrators": [{"name": "*"}], "counts": [50], "tolerances": [1e-4]})";
  CHECK(test::run_program("check baseline --write " + folder).status == 0);
  CHECK(test::run_program("check baseline " + folder).status == 0);
  const std::string records = test::read_text(file);
  CHECK(test::count_lines(records) > 40);

  std::string costly = records;
  costly.insert(costly.find("\"force\":") + 8, "9");
  std::ofstream(file) << costly;
  const auto end = test::run_program("check baseline " + folder);
  CHECK(end.status == 1);
  CHECK_THAT(end.out, Contains("\nBetter\n"));
  CHECK_THAT(end.err, Contains("renew it with --write"));
  const auto renewal = test::run_program("check baseline --write " + folder);
  CHECK(renewal.status == 0);
  CHECK_THAT(renewal.out, Contains("\nBetter\n") && Contains("records written"));
  CHECK((test::read_text(file) == records));  // too long to be shown

  // Better in one run and worse in the others: worse counts.
  const auto rest = costly.find('\n', costly.find("\"force\":"));
  const std::string mixed =
      costly.substr(0, rest) +
      std::regex_replace(costly.substr(rest), std::regex("\"force\":[0-9]+"), "\"force\":0");
  std::ofstream(file) << mixed;
  const auto worse = test::run_program("check baseline " + folder);
  CHECK(worse.status == 1);
  CHECK_THAT(worse.out, Contains("\nWorse\n") && Contains("\nBetter\n"));
  CHECK_THAT(worse.err,
             Contains("no worse than its baseline; got work of ") && !Contains("--write"));
  std::ofstream(file) << records << "{";
  refused("check baseline " + folder, {"incomplete"});
}

}  // namespace compare_tests
