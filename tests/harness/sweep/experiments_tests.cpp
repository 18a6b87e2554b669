// Tests of the experiments that come with the program: they are valid, and every run is planned.

#include "base/error.hpp"
#include "base/paths.hpp"
#include "harness/checks/has_parameter.hpp"
#include "harness/io/schema.hpp"
#include "harness/sweep/experiment.hpp"
#include "integrators/contract/registry.hpp"
#include "tests/base/scratch.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

namespace experiments_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

std::set<std::string> names_in(const std::string& folder) {
  std::set<std::string> names;
  for (auto& file : std::filesystem::recursive_directory_iterator(data_path(folder)))
    if (file.is_regular_file()) names.insert(file.path().stem().string());
  return names;
}

Experiment load(const std::string& text) {
  const test::Scratch scratch;
  const auto path = scratch.path() / "mine.json";
  std::ofstream(path) << text;
  return load_experiment(path.string());
}

std::string with_entries(const std::string& problem, const std::string& integrator) {
  return R"({"schema": "stiffbench.experiment/1", "name": "mine", "title": "a test's own",
    "problems": [{"name": "fput")" +
         problem + R"(}], "integrators": [{"name": "exprb42")" + integrator +
         R"(}], "counts": [100, 200], "reference": {"skip": true}})";
}

}  // namespace

TEST_CASE("every experiment is planned to its last run") {
  const std::vector<std::string> files = experiment_files();
  std::set<std::string> refused;
  for (auto& name : names_in("results/experiments")) {
    INFO(name);
    if (std::ranges::find(files, find_experiment(name).string()) == files.end()) {
      CHECK_THROWS_WITH(load_experiment(name), Contains("package for Python; got 'scipy_") &&
                                                   Contains("python3 -m stiffbench"));
      refused.insert(name);
      continue;
    }
    const Experiment experiment = load_experiment(name);
    CHECK(experiment.name == name);
    for (auto& block : experiment.blocks) CHECK_FALSE(block.plans.empty());
  }
  CHECK(refused == std::set<std::string>{"beam_scipy", "fput_scipy"});
  CHECK_THROWS_WITH(require_package("scipy_bdf"), Contains("python3 -m stiffbench"));
  CHECK_NOTHROW(require_package("rk4"));
}

TEST_CASE("methods that choose their steps have the same tolerances in an experiment") {
  for (auto& name : names_in("results/experiments")) {
    INFO(name);
    if (name == "tuned_settings") continue;  // each row has the tolerance that its setting needs
    const Json experiment = read_json(find_experiment(name));
    for (const Json& entry : experiment["integrators"]) {
      INFO(entry.dump());
      CHECK_FALSE(entry.contains("tolerances"));
    }
  }
}

TEST_CASE("an experiment without timed samples names no diagram of times") {
  for (auto& name : names_in("results/experiments")) {
    INFO(name);
    const Json experiment = read_json(find_experiment(name));
    if (experiment.value("repeats", 3) > 0) continue;
    const Json figures = experiment.value("figures", Json::array());
    CHECK(std::ranges::find(figures, Json("work_precision")) == figures.end());
  }
}

TEST_CASE("tables of papers follow their schema") {
  for (auto& name : names_in("results/tables")) {
    INFO(name);
    const Json table = read_json(data_path("results/tables/" + name + ".json"));
    const bool of_outputs = table["schema"] == "stiffbench.paper_outputs/1";
    CHECK_NOTHROW(validate(table, of_outputs ? "paper_outputs" : "paper_table", name));
    CHECK(table["name"] == name);
    if (of_outputs) continue;
    for (auto& row : table["rows"])
      for (auto& [method, run] : row["runs"].items()) CHECK(table["methods"].contains(method));
  }
}

TEST_CASE("an entry that varies parameters stands for every combination") {
  const Experiment experiment = load(with_entries(
      R"(, "vary": {"omega": [10, 20]})",
      R"(, "vary": {"phi": ["dense", "chebyshev"], "tolerance": [1e-3, 1e-6, 1e-9]})"));
  CHECK_FALSE(experiment.with_reference);
  REQUIRE(experiment.blocks.size() == 2);
  std::set<std::string> identities;
  for (auto& block : experiment.blocks) {
    CHECK(block.plans.size() == 2 * 3 * 2);
    for (auto& plan : block.plans)
      identities.insert(to_json(block.problem->parameters()).dump() +
                        to_json(plan.request.integrator_settings).dump() +
                        std::to_string(plan.count));
  }
  CHECK(identities.size() == 24);
}

TEST_CASE("a varied parameter is checked like a fixed one") {
  CHECK_THROWS_WITH(load(with_entries("", R"(, "vary": {"phi": ["dnese"]})")), Contains("dense"));
  CHECK_THROWS_WITH(load(with_entries("", R"(, "vary": {"phi": []})")),
                    Contains("integrators[0].vary.phi is a list of at least 1 entry"));
  CHECK_THROWS_WITH(
      load(with_entries("", R"(, "parameters": {"phi": "dense"}, "vary": {"phi": ["dense"]})")),
      Contains("in both"));
}

TEST_CASE("digits of an experiment's reference are those that a reference can have") {
  const auto with_digits = [](const std::string& digits) {
    return load(R"({"schema": "stiffbench.experiment/1", "name": "mine", "title": "a test's own",
      "problems": [{"name": "oscillator"}], "integrators": [{"name": "rk4"}], "counts": [100],
      "reference": {"digits": )" +
                digits + "}}");
  };
  CHECK(with_digits("15").digits == 15);
  CHECK_THROWS_WITH(with_digits("99"), Contains("at most 15; got 99; give a number such as 9"));
}

TEST_CASE("a tolerance in an experiment stands in one place") {
  CHECK_THROWS_WITH(
      load(R"({"schema": "stiffbench.experiment/1", "name": "mine", "title": "a test's own",
        "problems": [{"name": "oscillator"}], "tolerances": [1e-3],
        "integrators": [{"name": "arkode_dirk", "parameters": {"rtol": 1e-300}}]})"),
      Contains("got integrator.rtol=1e-300 and tolerance 0.001; leave integrator.rtol out"));
}

TEST_CASE("lists beside the integrators serve every kind of them") {
  const auto every = [](const std::string& of_entry, const std::string& of_all) {
    return load(R"({"schema": "stiffbench.experiment/1", "name": "mine", "title": "a test's own",
      "problems": [{"name": "oscillator"}], "integrators": [{"name": "*")" +
                of_entry + "}]" + of_all + "}");
  };
  const std::string remedy = "lists beside the integrators serve all of them";
  CHECK_THROWS_WITH(every(R"(, "counts": [100])", ""),
                    Contains("counts in its entry; give tolerances, or") && Contains(remedy));
  CHECK_THROWS_WITH(every(R"(, "tolerances": [1e-3])", ""),
                    Contains("give steps or counts, or") && Contains(remedy));
  const Experiment all = every("", R"(, "counts": [100], "tolerances": [1e-3])");
  CHECK(all.blocks.front().plans.size() ==
        static_cast<std::size_t>(std::ranges::distance(IntegratorRegistry::instance().all())));
}

TEST_CASE("a star selects families, integrators with parameters, and the rest") {
  const auto names_in = [](const std::string& entries) {
    const Experiment all =
        load(R"({"schema": "stiffbench.experiment/1", "name": "mine", "title": "a test's own",
        "problems": [{"name": "oscillator"}], "integrators": [)" +
             entries + R"(], "counts": [100], "tolerances": [1e-3]})");
    std::multiset<std::string> names;
    for (const RunPlan& plan : all.blocks.front().plans)
      names.insert(plan.integrator->facts().name);
    return names;
  };
  const auto every = names_in(R"({"name": "*"})");
  const auto explicit_ones = names_in(R"({"name": "*", "families": ["explicit"]})");
  CHECK(explicit_ones.contains("rk4"));
  CHECK_FALSE(explicit_ones.contains("implicit_euler"));
  CHECK(names_in(R"({"name": "*", "families": ["explicit"]}, {"name": "*"})") == every);

  const std::string chosen = R"({"name": "*", "parameters": {"adaptive": true}})";
  const auto adaptive = names_in(chosen);
  CHECK(adaptive.contains("dopri5"));
  CHECK_FALSE(adaptive.contains("rk4"));
  const auto both = names_in(R"({"name": "*"}, {"name": "dopri5", "counts": [7]}, )" + chosen);
  CHECK(both.size() == every.size() + adaptive.size());
  CHECK(both.count("dopri5") == 2);
  CHECK(names_in(R"({"name": "dopri5", "parameters": {"adaptive": true, "atol": 1e-9}}, )" + chosen)
            .size() == adaptive.size());

  CHECK_THROWS_WITH(names_in(R"({"name": "*", "families": ["explicite"]})"),
                    Contains("got \"explicite\""));
  CHECK_THROWS_WITH(names_in(R"({"name": "rk4", "families": ["explicit"]})"),
                    Contains("belong to an entry named") && Contains("'rk4'"));
  CHECK_THROWS_WITH(names_in(R"({"name": "*", "parameters": {"no_such": 1}})"),
                    Contains("selects at least one"));
}

TEST_CASE("an entry is for the problems that it names, or whose labels it names") {
  const auto for_problems = [](const std::string& problems) {
    return load(R"({"schema": "stiffbench.experiment/1", "name": "mine", "title": "a test's own",
      "problems": [{"name": "oscillator", "label": "slow"}, {"name": "oscillator", "label": "fast"},
                   {"name": "fput"}],
      "integrators": [{"name": "rk4", "problems": [)" +
                problems + R"(]}], "counts": [100]})");
  };
  const auto sizes = [&](const std::string& problems) {
    std::vector<std::size_t> all;
    for (const Block& block : for_problems(problems).blocks) all.push_back(block.plans.size());
    return all;
  };
  CHECK(sizes(R"("fast")") == std::vector<std::size_t>{0, 1, 0});
  CHECK(sizes(R"("oscillator")") == std::vector<std::size_t>{1, 1, 0});
  CHECK(sizes(R"("slow", "fput")") == std::vector<std::size_t>{1, 0, 1});
  CHECK_THROWS_WITH(for_problems(R"("steady")"),
                    Contains("\"steady\"") && Contains("add the problem"));
}

TEST_CASE("experiments of every method have every method, and the map of stability what it can") {
  const auto integrators_of = [](const std::string& name) {
    std::set<std::string> all;
    for (const Block& block : load_experiment(name).blocks)
      for (const RunPlan& plan : block.plans) all.insert(plan.request.integrator);
    return all;
  };
  const auto chains = integrators_of("every_method_chains"),
             bodies = integrators_of("every_method_bodies"), map = integrators_of("stability_map");
  CHECK(integrators_of("dissipation_dispersion") == map);
  const std::set<std::string> not_linear{"a_search"},
      need_damping{"rkc2", "rkl2", "rock2", "rock4"};
  CHECK(integrators_of("stabilised_map") == need_damping);
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all()) {
    const std::string name = method->facts().name;
    INFO(name);
    CHECK(chains.contains(name));
    CHECK(bodies.contains(name));
    // Not every build has PETSc.
    const bool has_fixed_steps =
        (!method->adaptive() || has_parameter(*method, "adaptive")) && !name.starts_with("petsc_");
    CHECK(map.contains(name) == (has_fixed_steps && !name.starts_with("test_") &&
                                 !not_linear.contains(name) && !need_damping.contains(name)));
  }
}

TEST_CASE("an experiment of more runs than can be planned is refused before they are") {
  std::string vary;
  for (const char* name : {"gamma", "delta", "epsilon", "zeta", "eta", "theta"})
    vary += (vary.empty() ? R"(, "vary": {")" : R"(, ")") + std::string(name) +
            R"(": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])";
  CHECK_THROWS_WITH(load(with_entries("", vary + "}")), Contains("at most 100000 runs"));
  std::string starts = with_entries("", "");
  starts.insert(starts.rfind('}'), R"(, "starts": {"count": 1000000000000, "perturbation": 1e-3})");
  CHECK_THROWS_WITH(load(starts), Contains("at most 100000 runs"));
}

}  // namespace experiments_tests
