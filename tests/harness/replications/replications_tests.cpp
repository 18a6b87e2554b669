// Tests of the replications that come with the program, of the computations that some of them need,
// and of the pages that are written from archived records.

#include "base/paths.hpp"
#include "harness/io/data_file.hpp"
#include "harness/io/schema.hpp"
#include "harness/records/labels.hpp"
#include "harness/records/read_records.hpp"
#include "harness/replications/assessment.hpp"
#include "harness/replications/claims/computation.hpp"
#include "harness/replications/pages/archived_experiments.hpp"
#include "harness/sweep/experiment.hpp"
#include "integrators/contract/registry.hpp"
#include "tests/harness/program.hpp"
#include "tests/harness/replications/waiting_races.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <map>
#include <set>

namespace replications_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::read_text;
using test::run_program;
using test::Scratch;

namespace fs = std::filesystem;

namespace {

/// All replications and all aims, each of which has the name of its file.
std::vector<ClaimSet> all_claims() {
  std::vector<ClaimSet> all;
  const auto add = [&](const std::vector<std::string>& names,
                       ClaimSet (*load)(const std::string&)) {
    for (const std::string& name : names) {
      all.push_back(load(name));
      CHECK(all.back().name == name);
    }
  };
  add(replication_names(), load_replication);
  add(aims_names(), load_aims);
  return all;
}

/// The names and labels of the problems and methods of an experiment. Problems take seconds to make
/// at full size, and several papers use the same ones.
const std::set<std::string>& names_in(const std::string& experiment) {
  static std::map<std::string, std::set<std::string>> all;
  const auto [place, is_new] = all.try_emplace(experiment);
  if (!is_new) return place->second;
  for (const Experiment loaded = load_experiment(experiment); const Block& block : loaded.blocks)
    for (const RunPlan& plan : block.plans)
      place->second.insert({block.problem->name(), plan.request.problem_label,
                            plan.request.integrator, plan.request.integrator_label});
  return place->second;
}

}  // namespace

TEST_CASE("claims and aims name experiments, figures, methods and problems that there are") {
  const auto figures = data_files("results/figures", ".vl.json");
  CHECK(replication_names().size() >= 15);
  CHECK(aims_names().size() >= 5);
  for (const ClaimSet& replication : all_claims()) {
    INFO(replication.name);
    std::set<std::string> all_names;
    for (const ReplicationExperiment& part : replication.experiments) {
      for (const std::string& figure : part.figures) CHECK(figures.contains(figure));
      all_names.insert(names_in(part.name).begin(), names_in(part.name).end());
    }
    for (const Claim& claim : replication.claims)
      if (claim.rule)
        for (const RuleUse& use : claim.rule->uses())
          for (const auto* names : {&use.choice.methods, &use.choice.problems})
            for (const std::string& word : *names) {
              INFO(claim.text << " " << word);
              CHECK(all_names.contains(word));
            }
  }
}

namespace {

/// The archived experiments that have changed since: their records wait for the next measurement.
std::set<std::string> changed_experiments() {
  const auto now = data_files("results/experiments", ".json");
  std::set<std::string> changed;
  for (const auto& [name, folder] : folders_of_records(data_path("results/archive")))
    if (!now.contains(name) || Json::parse(read_text(now.at(name))) != read_experiment(folder))
      changed.insert(name);
  return changed;
}

bool reads_any(const Claim& claim, const std::set<std::string>& experiments) {
  return claim.rule && std::ranges::any_of(claim.rule->uses(), [&](const RuleUse& use) {
           return experiments.contains(use.choice.experiment);
         });
}

}  // namespace

TEST_CASE("archived records have the parts and outputs that rules read") {
  const auto changed = changed_experiments();
  for (const ClaimSet& replication : all_claims()) {
    INFO(replication.name);
    const Assessment assessment =
        assess(replication, read_evidence(replication, data_path("results/archive"), ""));
    for (std::size_t i = 0; i < replication.claims.size(); ++i) {
      if (reads_any(replication.claims[i], changed)) continue;
      for (const Case& one : assessment.judgements[i].cases) {
        INFO(replication.claims[i].text << " " << one.finding.label
                                        << "; 'stiffbench run' it and 'archive' it again");
        CHECK_THAT(one.finding.note, !Contains("no such number"));
      }
    }
  }
}

TEST_CASE("computations decide misprints: one reading has what the paper claims, the other not") {
  const auto result = [](const char* name, const char* of) {
    return computations().find(name).run().at(of);
  };
  // Orders that a second writing gives in 40 digits, with the weights that equation 20 prints.
  CHECK(result("epirk_remainder", "order_equation_20") == Approx(3.99809853).margin(1e-3));
  CHECK(result("epirk_remainder", "order_equation_11") == Approx(1.96297460).margin(1e-7));
  CHECK(result("one_sided_wall", "below_zero") == Approx(1).margin(1e-3));
  CHECK(result("one_sided_wall", "above_zero") < -1);
  CHECK(result("newton_square_root", "condition_4") == 1e-12);
  CHECK_FALSE(result("newton_square_root", "condition_1e4") < 1e-6);
  CHECK(result("a_1_map", "angle_at_infinity_over_pi") == Approx(1. / 3).epsilon(1e-4));
  CHECK(result("decoupled_sdirk2_map", "unstable_from") == Approx(19.5).epsilon(0.02));
  for (const auto& [name, computation] : computations().all()) {
    INFO(name);
    if (name == "fput_sum") continue;  // it takes seconds; the pages' test runs it
    const auto results = computation.run();
    CHECK(results.size() == computation.results.size());
    for (const std::string& of : computation.results) CHECK(results.contains(of));
  }
}

TEST_CASE("pages of results say what the archived records say") {
  const Scratch scratch;
  const auto end = run_program("reproduce --pages '" + scratch.path().string() + "'");
  REQUIRE(end.status == 0);
  const fs::path pages = data_path("docs/results");
  std::set<std::string> names;
  for (const auto& folder : {scratch.path(), pages})
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.is_regular_file()) names.insert(fs::relative(entry.path(), folder).string());
  CHECK(names.contains("replications/you2026.md"));
  CHECK(names.contains("problems/springs/bunny.md"));
  names.erase("claims_before_and_after.md");  // written by hand, once
  for (const std::string& name : names) {
    INFO(name << " is renewed by 'stiffbench reproduce --pages docs/results'");
    CHECK(read_text(pages / name) == read_text(scratch.path() / name));
  }
}

TEST_CASE("one search chose the settings of every archived race, but of a few that wait") {
  std::set<std::string> untuned;
  for (const ArchivedExperiment& one : archived_experiments(data_path("results/archive")))
    for (const Row& row : one.rows)
      if (row.time() && row.record.result.error && !row.record.tuning)
        untuned.insert(one.document["name"]);
  CHECK(untuned == test::waiting_races);
}

TEST_CASE("archived searches had the parameters of today's, but of a few races that wait") {
  // Peers got these later; experiments with a kept race of them are listed in docs/limits.md.
  const std::set<std::string> of_peers{"newton_coefficient", "preconditioner"};
  std::set<std::string> earlier;
  for (const ArchivedExperiment& one : archived_experiments(data_path("results/archive")))
    for (const Row& row : one.rows) {
      const auto& method = row.record.integrator;
      if (!row.time() || !row.record.tuning) continue;
      for (const ParameterFacts& parameter :
           IntegratorRegistry::instance().make(method.name)->parameters())
        if (!parameter.ladder.values.empty() && !method.parameters.contains(parameter.name) &&
            !(family_of(method.name) == Family::peer && of_peers.contains(parameter.name)))
          earlier.insert(one.document["name"]);
    }
  CHECK(earlier == test::waiting_searches);
}

TEST_CASE("archived records are small, valid, and of one build each") {
  std::uintmax_t bytes = 0, records = 0;
  for (const auto& entry : fs::recursive_directory_iterator(data_path("results/archive"))) {
    if (!entry.is_regular_file()) continue;
    bytes += entry.file_size();
    if (entry.path().filename() != "records.jsonl") continue;
    INFO(entry.path());
    std::set<std::string> builds;
    each_record(entry.path(), [&](RecordLine& line) {
      validate(line.json, "record", line.place());
      Json build = line.record.environment;
      if (line.record.code)
        build = {build["cpu"], line.record.code->harness, line.record.code->build};
      builds.insert(build.dump());
      ++records;
    });
    CHECK(builds.size() == 1);
  }
  CHECK(bytes < 1'300 * records);
  CHECK(bytes < 12'000'000);  // every clone has them; 180 experiments take 10 MB
}

}  // namespace replications_tests
