#include "harness/run/environment.hpp"
#include "harness/run/observe.hpp"

#include <catch2/catch.hpp>

#include <filesystem>

using namespace stiffbench;

namespace {

long threads() {
  namespace fs = std::filesystem;
  return std::distance(fs::directory_iterator("/proc/self/task"), fs::directory_iterator());
}

}  // namespace

// CHOLMOD starts four threads of its own where supernodes are large. On one core that takes half as
// long again.
TEST_CASE("a factorization runs in one thread") {
  use_one_thread();
  const long before = threads();
  RunRequest request{.integrator = "implicit_euler"};
  request.count = 1;
  const Settings coil{{"turns", 0.5}, {"sections", 32L}, {"end_time", 0.01}};
  const Observation observation =
      observe(make_plan(ProblemRegistry::instance().make("coil_spring", coil), request));
  CHECK(observation.work->factorize > 0);
  CHECK(threads() == before);
}
