#include "harness/io/schema.hpp"
#include "harness/records/tables/ranking.hpp"
#include "harness/tuning/chosen_settings.hpp"
#include "harness/tuning/tune.hpp"
#include "problems/contract/problem_hash.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace tune_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::Scratch;

namespace {

const std::shared_ptr<const Problem>& oscillator() {
  static const std::shared_ptr<const Problem> problem =
      ProblemRegistry::instance().make("oscillator");
  return problem;
}

RunPlan tuned_plan(const std::string& integrator, const Settings& settings = {},
                   std::shared_ptr<const Problem> problem = oscillator()) {
  RunRequest request{.integrator = integrator, .integrator_settings = settings};
  request.count = 100;
  request.repeats = 1;
  request.tuned = true;
  return make_plan(std::move(problem), request);
}

Record record_of(const RunPlan& plan, const Limits& limits = {}) {
  const Judge judge(*plan.problem, {.with_reference = false});
  Run run(plan, problem_hash(*plan.problem), judge, Json::object(), tune);
  while (!run.finished()) run.advance(limits);
  validate(to_json(run.record()), "record", "the record");
  return record_from_json(to_json(run.record()));
}

const TriedSetting& tried(const Record& record, const Settings& settings) {
  const auto& all = record.tuning.value().tried;
  const auto place = std::ranges::find(all, settings, &TriedSetting::settings);
  REQUIRE(place != all.end());
  return *place;
}

}  // namespace

TEST_CASE("requested settings that do not keep the result have no time beside the chosen ones") {
  const Tuning tuning = record_of(tuned_plan("test_ladder_loose_default")).tuning.value();
  CHECK(tuning.reason.empty());
  CHECK_FALSE(tuning.default_seconds);
  CHECK_FALSE(tuning.speed_up());
  CHECK(tuning.chosen_seconds > 0);
}

TEST_CASE("the control has the most precise tolerance that does not stagnate") {
  for (const auto& [floor, tolerance] : {std::pair(1e-7, 1e-6), {1e-4, 1e-3}, {0.05, 0.1}}) {
    INFO(floor);
    const Record record = record_of(tuned_plan("test_ladder", {{"floor", floor}}));
    REQUIRE(record.tuning->reason.empty());
    CHECK(record.tuning->control == Settings{{"tolerance", tolerance}});
    CHECK(record.result.status == Status::ok);
  }
  const Record none = record_of(tuned_plan("test_ladder", {{"floor", 0.5}}));
  CHECK_THAT(none.tuning->reason, Contains("the control ends as krylov_stagnated"));
}

TEST_CASE("a search for settings says that init() refuses all of them") {
  const Record record = record_of(tuned_plan("test_ladder", {{"floor", 0.95}}));
  CHECK(record.tuning->reason == "the integrator refuses the settings of the control");
  CHECK(record.result.status == Status::not_applicable);
  CHECK_THAT(record.result.reason, Contains("floor is at most 0.9"));
}

TEST_CASE("a tuned run has the least work of the settings that keep its result") {
  const Record record = record_of(tuned_plan("test_ladder"));
  const Tuning& tuning = record.tuning.value();
  CHECK(tuning.reason.empty());
  CHECK(tuning.measure == "energy_norm_relative");
  CHECK(tuning.bound == Approx(0.1 * tuning.error));
  CHECK(tuning.control == Settings{{"tolerance", 1e-12}});
  const Settings chosen{{"algorithm", std::string("fast")}, {"divisor", 2.}, {"tolerance", 1e-6}};
  CHECK(tuning.settings == chosen);
  CHECK(tuning.speed_up().value() > 1.5);
  for (const auto& [name, value] : chosen) CHECK(record.integrator.parameters.at(name) == value);
  CHECK(record.integrator.automatic ==
        Settings{{"algorithm", std::string("slow")}, {"divisor", 1.}, {"tolerance", 1e-9}});
  CHECK(requested_parameters(record).at("tolerance") == Value(1e-9));
  CHECK(record.result.work->force == 100 * (200 * 6 + 1));
  CHECK(std::abs(record.result.error->measures.energy_norm_relative - tuning.error) <=
        tuning.bound);

  // Fewer calls of another algorithm may take longer.
  CHECK(tried(record, {{"algorithm", std::string("uncounted")}, {"tolerance", 1e-6}}).accepted);

  CHECK(tried(record, {}).accepted);
  CHECK(tried(record, {{"tolerance", 1e-12}}).difference == 0);
  const TriedSetting& too_coarse = tried(record, {{"tolerance", 1e-3}});
  CHECK_FALSE(too_coarse.accepted);
  CHECK(too_coarse.difference.value() > tuning.bound);
  CHECK(std::ranges::none_of(tuning.tried, [](const TriedSetting& one) {
    return one.settings.contains("tolerance") && one.settings.at("tolerance") == Value(0.1);
  }));
}

TEST_CASE("requested settings that others outdo in counted work are not chosen for their time") {
  const Record record =
      record_of(tuned_plan("test_ladder_hurried_default", {{"algorithm", std::string("slow")}}));
  const Tuning& tuning = record.tuning.value();
  CHECK(tuning.settings == Settings{{"tolerance", 1e-6}});
  CHECK(tuning.default_seconds.value() < tuning.chosen_seconds);
}

TEST_CASE("a setting that saves steps by a long preparation is not chosen") {
  const Record record = record_of(tuned_plan("test_ladder"));
  const TriedSetting& prepares =
      tried(record, {{"algorithm", std::string("prepares")}, {"tolerance", 1e-6}});
  CHECK(prepares.accepted);
  constexpr double slept = 0.2;
  CHECK(prepares.seconds.value() > slept);
  CHECK(record.tuning->settings.at("algorithm") == Value(std::string("fast")));
  const Record fixed =
      record_of(tuned_plan("test_ladder", {{"algorithm", std::string("prepares")}}));
  CHECK(fixed.tuning->settings == Settings{{"tolerance", 1e-6}});
  CHECK(fixed.tuning->chosen_seconds > slept);
}

TEST_CASE("tuning changes no parameter that the request names") {
  const Settings pinned{{"tolerance", 1e-9}, {"algorithm", std::string("slow")}};
  const Record record = record_of(tuned_plan("test_ladder", pinned));
  CHECK(record.tuning->settings.empty());
  CHECK(record.integrator.automatic.empty());
  const Record half = record_of(tuned_plan("test_ladder", {{"tolerance", 1e-9}}));
  CHECK(half.tuning->settings == Settings{{"algorithm", std::string("fast")}, {"divisor", 2.}});
  CHECK(half.integrator.parameters.at("tolerance") == Value(1e-9));
  for (const TriedSetting& one : half.tuning->tried)
    CHECK_FALSE(one.settings.contains("tolerance"));
}

TEST_CASE("a bad default leads to the same tuned settings as a good one") {
  const Record good = record_of(tuned_plan("test_ladder")),
               bad = record_of(tuned_plan("test_ladder_bad_default"));
  CHECK(good.integrator.parameters == bad.integrator.parameters);
  CHECK(requested_parameters(bad).at("tolerance") == Value(1e-14));
}

TEST_CASE("a bad default changes no ranking of tuned runs") {
  const auto ranked = [](const std::vector<Record>& records) {
    std::vector<Record> timed = records;
    for (Record& record : timed) {  // counted work stands for the time
      const auto work = static_cast<double>(record.result.work->force);
      record.result.runtime = Runtime{0, {work}, work, 0};
    }
    const auto rows = make_rows(timed);
    const double level = 2 * rows[0].record.result.error->measures.energy_norm_relative;
    std::vector<std::pair<std::string, double>> all;
    for (const MethodTime& one : rank_methods(rows, "energy_norm", {level}).at(0).integrators())
      all.emplace_back(one.row->record.integrator.name, one.ratio);
    return all;
  };
  const Record rival = record_of(tuned_plan("test_ladder_loose_default", {{"gain", 1.2}})),
               good = record_of(tuned_plan("test_ladder")),
               bad = record_of(tuned_plan("test_ladder_bad_default"));
  for (const Record* one : {&good, &bad}) {
    const auto all = ranked({*one, rival});
    REQUIRE(all.size() == 2);
    CHECK(all[0].first == one->integrator.name);
    CHECK(all[1].second == Approx(1.2).epsilon(1e-3));
  }
  const Record untuned = record_of(
      tuned_plan("test_ladder_bad_default",
                 {{"tolerance", 1e-14}, {"algorithm", std::string("slow")}, {"divisor", 1.}}));
  CHECK(ranked({untuned, rival}).at(0).first == rival.integrator.name);
}

TEST_CASE("a search begins with the settings of a neighbour, and still finds better ones") {
  const Settings best{{"algorithm", std::string("fast")}, {"divisor", 2.}, {"tolerance", 1e-6}};
  const auto search_from = [](const Settings& start) {
    const RunPlan plan = tuned_plan("test_ladder", {{"gain", 10.}});
    const Judge judge(*plan.problem, {.with_reference = false});
    return tune(plan, judge, {}, SearchStart{start}).tuning;
  };
  const Tuning from_best = search_from(best), from_control = search_from({{"tolerance", 1e-12}}),
               from_other = search_from({{"tolerance", 1e-6}}),
               from_coarse = search_from({{"tolerance", 1e-3}});
  for (const Tuning* tuning : {&from_best, &from_control, &from_other, &from_coarse})
    CHECK(tuning->settings == best);
  CHECK(from_best.tried.front().settings == best);
  CHECK(from_best.tried.size() < from_control.tried.size());
  // Settings that do not keep the result are made more precise.
  CHECK_FALSE(from_coarse.tried.front().accepted);
  CHECK(from_coarse.tried.at(2).settings == Settings{{"tolerance", 1e-6}});
}

TEST_CASE("a search tries no other algorithms than those that are carried and keep the result") {
  const RunPlan plan = tuned_plan("test_ladder", {{"gain", 10.}});
  const Judge judge(*plan.problem, {.with_reference = false});
  const auto search_from = [&](const Settings& start) {
    return tune(plan, judge, {}, SearchStart{start, true}).tuning;
  };
  const auto tries_algorithms = [](const Tuning& tuning) {
    return std::ranges::any_of(
        tuning.tried, [](const TriedSetting& one) { return one.settings.contains("algorithm"); });
  };
  // Numbers are searched: the first start is more precise than needed, the second one too coarse.
  for (const double tolerance : {1e-9, 1e-3}) {
    const Tuning carried = search_from({{"tolerance", tolerance}});
    CHECK(carried.carried);
    CHECK_FALSE(tries_algorithms(carried));
    CHECK(carried.settings == Settings{{"tolerance", 1e-6}});
    CHECK(tuning_from_json(to_json(carried)).carried);
  }
  const Tuning wrong = search_from({{"algorithm", std::string("wrong")}}),
               first = tune(plan, judge, {}).tuning;
  for (const Tuning* whole : {&wrong, &first}) {
    CHECK_FALSE(whole->carried);
    CHECK_FALSE(tuning_from_json(to_json(*whole)).carried);
    CHECK(whole->settings.at("algorithm") == Value(std::string("fast")));
  }
}

TEST_CASE("settings are those of the nearest step or tolerance of the same method") {
  const auto plan_of = [](const std::string& integrator, long count) {
    RunPlan plan = tuned_plan(integrator);
    plan.h = 1. / static_cast<double>(count);
    return plan;
  };
  ChosenSettings chosen;
  CHECK_FALSE(chosen.nearest(plan_of("test_ladder", 100)));
  chosen.add(plan_of("test_ladder", 100), {{"tolerance", 1e-3}});
  chosen.add(plan_of("test_ladder", 800), {{"tolerance", 1e-6}});
  CHECK(chosen.nearest(plan_of("test_ladder", 200)) == Settings{{"tolerance", 1e-3}});
  CHECK(chosen.nearest(plan_of("test_ladder", 400)) == Settings{{"tolerance", 1e-6}});
  CHECK_FALSE(chosen.nearest(plan_of("test_ladder_bad_default", 200)));
}

TEST_CASE("a run that cannot be tuned has its requested settings and states why") {
  const std::shared_ptr<const Problem> fput =
      ProblemRegistry::instance().make("fput", {{"end_time", 0.1}});
  const Record unknown = record_of(tuned_plan("test_ladder", {}, fput));
  CHECK_THAT(unknown.tuning->reason, Contains("there is no reference"));
  CHECK(unknown.integrator.parameters.at("tolerance") == Value(1e-9));
  CHECK(unknown.integrator.automatic.empty());
  CHECK(unknown.result.status == Status::ok);
  CHECK_THAT(record_of(tuned_plan("velocity_verlet")).tuning->reason,
             Contains("no parameter that a search may change"));
  const Record slow = record_of(tuned_plan("test_ladder", {{"gain", 1e6}}), {.timeout = 0.1});
  // Not after 0.3 s, which a control has where the requested settings end in time.
  CHECK_THAT(slow.tuning->reason, Contains("the control ends as timeout: stopped after 0.1 s"));
  CHECK(slow.result.status == Status::timeout);
}

TEST_CASE("a tuned run has an identity of its own, and needs a search") {
  const RunPlan tuned = tuned_plan("test_ladder");
  RunPlan plain = tuned;
  plain.request.tuned = false;
  const Judge judge(*tuned.problem, {.with_reference = false});
  const Run with_search(tuned, "00", judge, Json::object(), tune), without(plain, "00", judge);
  CHECK(with_search.id() != without.id());
  CHECK_THROWS_WITH(Run(tuned, "00", judge), Contains("needs a search"));
}

TEST_CASE("a run that goes on from its record keeps the tuned settings") {
  const RunPlan plan = tuned_plan("test_ladder", {{"gain", 10.}});
  const Judge judge(*plan.problem, {.with_reference = false});
  const std::string hash = problem_hash(*plan.problem);
  Run first(plan, hash, judge, Json::object(), tune);
  first.advance({});
  const auto refuse = [](const RunPlan&, const Judge&, const Limits&,
                         const std::optional<SearchStart>&) -> Tuned {
    throw std::logic_error("a second search");
  };
  Run second(plan, hash, judge, Json::object(), refuse);
  second.add_part(first.last_part());
  while (!second.finished()) second.advance({});
  CHECK(to_json(second.record())["tuning"] == to_json(first.record())["tuning"]);
  const double time = second.record().result.runtime->median,
               chosen = second.record().tuning->chosen_seconds;
  CHECK(time < 8 * chosen);  // the requested settings take twelve times as long
}

TEST_CASE("tuning an implicit method changes its error by less than a tenth") {
  // The words are named, so that numbers alone are searched: among words the time decides, and on a
  // busy core it may prefer an old matrix, with cheaper updates and more of them.
  const std::string run =
      "run --problem bunny --set problem.size=30 --set problem.end_time=0.1 "
      "--integrator implicit_midpoint --set integrator.linear_solver=cholesky "
      "--set integrator.refactorize=step --h 0.001 --repeats 1 --json ";
  const auto tuned = test::run_program(run + "--settings tuned"), plain = test::run_program(run);
  REQUIRE(tuned.status == 0);
  REQUIRE(plain.status == 0);
  const Record record = record_from_json(Json::parse(tuned.out)),
               other = record_from_json(Json::parse(plain.out));
  const auto error = [](const Record& of) {
    return of.result.error->measures.energy_norm_relative;
  };
  REQUIRE(record.tuning.value().reason.empty());
  CHECK_FALSE(other.tuning);
  CHECK(std::get<double>(record.integrator.parameters.at("tolerance")) > 1e-12);
  CHECK(std::abs(error(record) - error(other)) <= 0.1 * error(other) * (1 + 1e-6));
  CHECK(requested_parameters(record) == requested_parameters(other));
  CHECK(record.result.work->newton_iterations < other.result.work->newton_iterations);
  const auto summary = test::run_program(
      "run --problem oscillator --integrator implicit_midpoint --h 0.1 --settings tuned --out '" +
      (Scratch().path() / "record.json").string() + "'");
  CHECK(summary.err == "");
}

}  // namespace tune_tests
