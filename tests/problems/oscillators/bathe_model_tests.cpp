#include "problems/contract/registry.hpp"
#include "tests/integrators/kernels/run_steps.hpp"

#include <catch2/catch.hpp>

namespace bathe_model_tests {

using namespace stiffbench;

namespace {

/// Displacements u2 and u3 (m) and velocities (m/s) at t = 10 s, which docs/problems/oscillators.md
/// computes with 40 digits from a second writing of the closed form.
const Vec expected_x{{-0.536393217907, -0.264208850552}},
    expected_v{{-0.0442101003397, -4.58979647922}};

}  // namespace

TEST_CASE("the closed form of Bathe's model has the digits of another writing of it") {
  const auto problem = ProblemRegistry::instance().make("bathe_model");
  const State end = *problem->exact(10);
  CHECK((end.x - expected_x).cwiseAbs().maxCoeff() < 1e-12);
  CHECK((end.v - expected_v).cwiseAbs().maxCoeff() < 1e-11);
}

TEST_CASE("two families of methods tend to the closed form of Bathe's model") {
  const auto problem = ProblemRegistry::instance().make("bathe_model");
  for (const auto& [method, steps] :
       {std::pair{"radau_iia9", 100'000}, {"composition8", 200'000}}) {
    const State end = test::run(test::make(method), *problem, 10. / steps, steps);
    INFO(method);
    CHECK((end.x - expected_x).cwiseAbs().maxCoeff() < 1e-10);
    CHECK((end.v - expected_v).cwiseAbs().maxCoeff() < 1e-7);
  }
}

TEST_CASE("a support in resonance with a mode of Bathe's model is refused") {
  CHECK_THROWS_WITH(ProblemRegistry::instance().make(
                        "bathe_model", {{"k1", 1.0}, {"k2", 1e-12}, {"load_omega", 1.0}}),
                    Catch::Matchers::Contains("change load_omega"));
}

}  // namespace bathe_model_tests
