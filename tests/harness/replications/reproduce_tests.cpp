// Tests of the command that repeats figures and tables of papers.

#include "base/cache.hpp"
#include "harness/io/schema.hpp"
#include "harness/replications/assessment.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <sstream>

namespace reproduce_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::read_text;
using test::run_program;
using test::Scratch;

namespace fs = std::filesystem;

namespace {

/// The verdict on the claim that contains these words.
std::string verdict_on(const Json& assessment, const std::string& words) {
  for (const Json& claim : assessment["claims"])
    if (claim["claim"].get<std::string>().find(words) != std::string::npos) return claim["verdict"];
  return "no such claim";
}

}  // namespace

TEST_CASE("a replication is run, drawn and judged, and a spoiled number turns its verdict") {
  const Scratch scratch;
  const std::string out = scratch.path().string(), own = out + "/records",
                    call = "reproduce you2026_particle --json --no-figures --out '" + own + "'";
  const auto first = run_program(call);
  REQUIRE(first.status == 0);
  const Json right = Json::parse(first.out);
  validate(right, "assessment", "the assessment");
  CHECK(verdict_on(right, "A-1 sends the particle back") == "holds");
  CHECK(verdict_on(right, "The indicator of the wall") == "misprint confirmed");

  const std::string file = own + "/particle_wall_phase/records.jsonl";
  std::istringstream lines(read_text(file));
  std::ofstream changed(file);
  bool spoiled = false;
  for (std::string line; std::getline(lines, line);) {
    Json record = Json::parse(line);
    if (!spoiled && record["integrator"]["name"] == "a_1") {
      record["outputs"]["final_velocity"] = 1.5;
      spoiled = true;
    }
    changed << record.dump() << '\n';
  }
  changed.close();
  const auto second = run_program(call);
  CHECK_THAT(second.err, Contains("particle_wall_phase: 95 runs: 95 reused"));
  const Json wrong = Json::parse(second.out);
  CHECK(verdict_on(wrong, "A-1 sends the particle back") == "holds in part");

  // The report of the experiment shows the last verdicts, and those of other replications.
  const fs::path claims = own + "/particle_wall_phase/claims";
  std::ofstream(claims / "you2026_other.md") << "# You 2026\n\n## Another replication\n";
  REQUIRE(run_program(call).status == 0);
  CHECK_THAT(read_text(claims / "you2026_particle.md"),
             Contains("**holds in part**") && Contains("beside the paper</summary>"));
  const std::string page = out + "/page.html";
  REQUIRE(run_program("report '" + own + "/particle_wall_phase' --single-file --out '" + page + "'")
              .status == 0);
  CHECK_THAT(read_text(page),
             Contains("A-1 sends the particle back") && Contains("Another replication"));
}

TEST_CASE("archived records lead to the verdicts of the whole ones") {
  const Scratch scratch;
  const std::string out = scratch.path().string(), whole = out + "/whole", small = out + "/small";
  REQUIRE(run_program("reproduce you2026_particle --no-figures --out '" + whole + "'").status == 0);
  const ClaimSet replication = load_replication("you2026_particle");
  std::string folders;
  for (const ReplicationExperiment& experiment : replication.experiments)
    folders += " '" + whole + "/" + experiment.name + "'";
  REQUIRE(run_program("archive" + folders + " --into '" + small + "'").status == 0);
  const Json a = to_json(assess(replication, read_evidence(replication, whole, "current"))),
             b = to_json(assess(replication, read_evidence(replication, small, "")));
  REQUIRE(a["claims"].size() == b["claims"].size());
  for (std::size_t i = 0; i < a["claims"].size(); ++i) {
    INFO(a["claims"][i]["claim"]);
    CHECK(a["claims"][i]["verdict"] == b["claims"][i]["verdict"]);
    CHECK(a["claims"][i]["cases"].size() == b["claims"][i]["cases"].size());
  }
  CHECK(fs::file_size(small + "/particle_wall_phase/records.jsonl") <
        fs::file_size(whole + "/particle_wall_phase/records.jsonl") / 2);

  // In a folder that groups them they are read, and renewed.
  fs::create_directory(small + "/walls");
  fs::rename(small + "/particle_wall_phase", small + "/walls/particle_wall_phase");
  CHECK(to_json(assess(replication, read_evidence(replication, small, ""))) == b);
  REQUIRE(
      run_program("archive '" + whole + "/particle_wall_phase' --into '" + small + "'").status ==
      0);
  CHECK(!fs::exists(small + "/particle_wall_phase"));
}

TEST_CASE("a replication names the figures of its experiments that it does not draw") {
  const Scratch scratch;
  const std::string out = scratch.path().string();
  const auto end = run_program("reproduce luan2021_stiffness --out '" + out + "'");
  REQUIRE(end.status == 0);
  CHECK_THAT(end.err, Contains("fput_stiffness also has precision: stiffbench figure " + out +
                               "/fput_stiffness\n"));
}

TEST_CASE("the list of replications has times, and a budget says what it leaves out") {
  const Scratch scratch;
  const std::string out = " --out '" + scratch.path().string() + "'";
  // Without what this user's sweeps have measured, and without meshes.
  const test::Environment cache{"STIFFBENCH_CACHE", scratch.path().c_str()};
  const auto list = run_program("reproduce --list" + out);
  CHECK(list.status == 0);
  CHECK_THAT(list.out, Contains("you2026_table2") && Contains("no time") && Contains("about"));
  const Json json = Json::parse(run_program("reproduce --list --json" + out).out);
  CHECK(json.size() == replication_names().size());
  for (const auto& mesh : fs::directory_iterator(scratch.path() / "meshes"))
    CHECK_THAT(mesh.path().filename().string(), !Contains("dragon"));  // minutes of work
  const auto budget = run_program("reproduce --all --budget 1s --no-figures" + out);
  CHECK(budget.status == 0);
  CHECK_THAT(budget.out, Contains("you2026_stability") && Contains("left out") &&
                             Contains("michels2017_table1: about"));
}

TEST_CASE("aims are listed, refused and judged apart from replications") {
  const Scratch scratch;
  const std::string out = " --out '" + scratch.path().string() + "'";
  const Json list = Json::parse(run_program("check aims --list --json" + out).out);
  CHECK(list.size() == aims_names().size());
  for (const Json& set : list) CHECK(set["paper"] == "");
  CHECK_THAT(run_program("check aims nobody" + out).err, Contains("check aims --list"));

  const std::string file = (scratch.path() / "mine.json").string();
  std::ofstream(file) << R"({"schema": "stiffbench.aims/1", "name": "mine", "title": "t",
    "aims": [{"aim": "SDIRK2 is L-stable.", "set_by": "me", "set_on": "2026-11-24",
    "before": "any run", "rule": {"kind": "property", "quantifier": "every",
    "integrators": ["sdirk2"], "property": "l_stable", "is": true}}]})";
  const auto end = run_program("check aims --json '" + file + "'" + out);
  REQUIRE(end.status == 0);
  const Json judged = Json::parse(end.out);
  validate(judged, "assessment", "the assessment");
  CHECK(verdict_on(judged, "SDIRK2") == "holds");
  CHECK(judged["claims"][0]["set_by"] == "me");
}

TEST_CASE("mistakes are told in one line, before anything runs") {
  const auto refusal = [](const std::string& arguments) {
    const auto end = run_program("reproduce " + arguments);
    CHECK(end.status == 2);
    CHECK(test::count_lines(end.err) == 1);
    return end.err;
  };
  CHECK_THAT(refusal("you2026_table"), Contains("did you mean you2026_table1, "));
  CHECK_THAT(refusal(""), Contains("--list"));
  CHECK_THAT(refusal("--all --budget 10"), Contains("30m"));
  CHECK_THAT(refusal("--all you2026_table2"), Contains("--all"));
  const Scratch scratch;
  const std::string file = (scratch.path() / "mine.json").string();
  std::ofstream(file) << R"({"schema": "stiffbench.replication/2", "name": "mine_one", "title": "t",
    "paper": "p", "doi": "10.1/x", "place": "Figure 1", "claims": [{"claim": "c", "place": "p",
    "states": "s", "rule": {"kind": "computation", "quantifier": "every", "name": "fput_som",
    "results": ["sum_to_m"], "near": 1}}]})";
  CHECK_THAT(refusal("'" + file + "'"), Contains("fput_sum"));
}

}  // namespace reproduce_tests
