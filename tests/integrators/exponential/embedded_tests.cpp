// The estimates of exponential methods: the difference of the result from that of the embedded
// method, whose order is measured as that of a method of its own.

#include "integrators/contract/registry.hpp"
#include "integrators/phi/exponential_rosenbrock.hpp"
#include "integrators/tableaus/exponential.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace embedded_tests {

using namespace stiffbench;
using namespace stiffbench::test;

namespace {

/// The method with other weights of its remainders, and steps of fixed size.
class Reweighted : public phi::ExponentialRosenbrock {
 public:
  Reweighted(const CountedProblem& problem, double h, ExponentialScheme scheme,
             const std::vector<RemainderTerm>& terms) {
    stages_.assign(scheme.later.begin(), scheme.later.end());
    for (ExponentialStage& stage : stages_) stage.phi_3 = stage.phi_4 = 0;
    const int to_step = static_cast<int>(stages_.size());
    for (const ExponentialCoupling& term : scheme.couplings)
      if (term.weight != 0 && term.to < to_step) couplings_.push_back(term);
    for (const RemainderTerm& term : terms)
      couplings_.push_back({term.from, to_step, term.k, term.c, term.weight});
    scheme.later = stages_;
    scheme.couplings = couplings_;
    scheme.embedded = {};
    init_scheme(problem, h, scheme, 0);
  }

 private:
  std::vector<ExponentialStage> stages_;
  std::vector<ExponentialCoupling> couplings_;
};

Everything nonlinear() {
  Everything::Data data{consistent_mass(3), with_eigenvalues((Vec(3) << 1, 4, 30).finished()),
                        with_eigenvalues((Vec(3) << 0.1, 0.3, 0.5).finished(), 20)};
  data.cubic = 2;
  data.cubic_damping = 0.4;
  data.load0 = random_vector(3, 30);
  data.load2 = random_vector(3, 32);
  data.start = {0, random_vector(3, 33), random_vector(3, 34)};
  return Everything(data);
}

State run(const CountedProblem& counted, State u, double h, double end,
          const ExponentialScheme& scheme, const std::vector<RemainderTerm>& terms) {
  Reweighted method(counted, h, scheme, terms);
  for (long i = 0; i < std::lround(end / h); ++i) REQUIRE(method.step(u).ok());
  return u;
}

double distance(const State& a, const State& b) {
  return std::max((a.x - b.x).lpNorm<Eigen::Infinity>(), (a.v - b.v).lpNorm<Eigen::Infinity>());
}

}  // namespace

TEST_CASE("embedded exponential methods have the order that their tables declare", "[adaptive]") {
  const Everything problem = nonlinear();
  const CountedProblem counted(problem);
  const ExponentialScheme precise(tableaus::pexprb54s4);
  const double end = 0.5, h = 1. / 64;
  const State exact = run(counted, problem.start(), h / 8, end, precise, precise.step_terms());
  each_row(tableaus::exponential_rows, [&](const auto& row) {
    INFO(row.name);
    if (row.embedded.order == 0) return;  // exprb42
    const ExponentialScheme scheme(row);
    std::vector<RemainderTerm> terms = scheme.step_terms();
    CHECK(distance(run(counted, problem.start(), h, end, scheme, terms), exact) < 2e-3);
    for (RemainderTerm term : scheme.error_terms()) {
      term.weight *= -1;
      terms.push_back(term);
    }
    const double ratio = distance(run(counted, problem.start(), h, end, scheme, terms), exact) /
                         distance(run(counted, problem.start(), h / 2, end, scheme, terms), exact);
    CHECK(std::log2(ratio) == Approx(row.embedded.order).margin(0.3));
  });
}

TEST_CASE("exprb2 and exprb32 estimate one difference, and so choose nearly the same steps",
          "[adaptive]") {
  const Everything problem = nonlinear();
  const auto steps = [&](const char* name) {
    AnyIntegrator method = IntegratorRegistry::instance().make(
        name, {{"adaptive", true}, {"rtol", 1e-6}, {"tolerance", 1e-14}});
    const CountedProblem counted(problem);
    method->init(counted, 2);
    State u = problem.start();
    REQUIRE(method->step(u).ok());
    return static_cast<double>(method->steps_taken());
  };
  REQUIRE(steps("exprb32") > 50);
  CHECK(steps("exprb2") == Approx(steps("exprb32")).epsilon(0.05));
}

TEST_CASE("terms of the step and of the embedded method with one function are one term",
          "[adaptive]") {
  const ExponentialScheme scheme(tableaus::exprb43);
  REQUIRE(scheme.step_terms().size() == 4);
  const auto error = scheme.error_terms();  // phi_3 is in both
  REQUIRE(error.size() == 2);
  for (const RemainderTerm& term : error) CHECK(term.k == 4);
  CHECK(error[0].weight == Approx(-48));
  CHECK(error[1].weight == Approx(12));
}

}  // namespace embedded_tests
