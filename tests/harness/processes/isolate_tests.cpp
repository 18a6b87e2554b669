#include "harness/io/schema.hpp"
#include "harness/processes/isolate.hpp"
#include "harness/run/run.hpp"

#include <catch2/catch.hpp>

#include <signal.h>

namespace isolate_tests {

using namespace stiffbench;

namespace {

Json record_of(const std::string& integrator, const Limits& limits) {
  std::shared_ptr<const Problem> problem = ProblemRegistry::instance().make("fput");
  RunRequest request{.integrator = integrator};
  request.count = 10;
  const RunPlan plan = make_plan(problem, request);
  const Judge judge(*problem, {.with_reference = false});
  Run run(plan, "00", judge);
  while (!run.finished()) run.advance(limits);
  const Json record = to_json(run.record());
  validate(record, "record", "the record");
  return record;
}

}  // namespace

TEST_CASE("a crash becomes a record that names the signal") {
  const Json record = record_of("test_segfault", {});
  CHECK(record["status"] == "crashed");
  CHECK(record["reason"] == "killed by SIGSEGV (Segmentation fault)");
  CHECK(record["work"].is_null());
}

TEST_CASE("a run that takes too long becomes a record") {
  const Json record = record_of("test_hang", {.timeout = 0.2});
  CHECK(record["status"] == "timeout");
  CHECK(record["reason"] == "stopped after 0.2 s");
}

#ifndef __SANITIZE_ADDRESS__  // its shadow memory breaks every limit of the address space
TEST_CASE("a run that needs too much memory becomes a record") {
  const Json record = record_of("test_eat_memory", {.memory = 1L << 30});
  CHECK(record["status"] == "out_of_memory");
  CHECK(record["memory"]["peak_bytes"] > (1L << 29));
  CHECK(record["memory"]["peak_bytes"] < (1L << 30) + (1L << 28));
}

TEST_CASE("a record holds the peak memory of its run, however it ended") {
  for (auto* name : {"velocity_verlet", "test_fail_newton", "test_segfault"}) {
    const long peak = record_of(name, {})["memory"]["peak_bytes"];
    CHECK(peak > (1L << 20));
    CHECK(peak < (1L << 29));
  }
  CHECK(record_of("test_hang", {.timeout = 0.2})["memory"]["peak_bytes"] > (1L << 20));
}

TEST_CASE("the peak of a job is its own and not the greatest so far") {
  const auto peak_with = [](std::size_t bytes) {
    return isolate([&] { return std::string(bytes, 'x').substr(0, 1); }, {}).peak_memory;
  };
  const long large = peak_with(200'000'000), small = peak_with(1);
  CHECK(large - small > 190'000'000);
  CHECK(large - small < 220'000'000);
}
#endif

TEST_CASE("exceptions and failed steps become records") {
  CHECK(record_of("test_throw_error", {})["status"] == "not_applicable");
  CHECK(record_of("test_throw_error", {})["reason"] == "a step must be taken; got none; take one");
  CHECK(record_of("test_throw_other", {})["status"] == "crashed");
  CHECK(record_of("test_throw_other", {})["reason"] == "ended by an exception: unforeseen");
  const Json record = record_of("test_fail_newton", {});
  CHECK(record["status"] == "newton_not_converged");
  CHECK(record["reason"] == "step 1: the residual stays at 1");
  CHECK(record["runtime"].is_null());
}

TEST_CASE("a long result comes through whole") {
  const auto end = isolate([] { return std::string(3'000'000, 'x'); }, {});
  CHECK(end.status == Status::ok);
  CHECK(end.result == std::string(3'000'000, 'x'));
}

TEST_CASE("a signal to all processes of a terminal does not look like a crash of the run") {
  const auto end = isolate(
      []() -> std::string {
        ::raise(SIGINT);
        ::raise(SIGTERM);
        return "alive";
      },
      {});
  CHECK(end.result == "alive");
}

}  // namespace isolate_tests
