#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <catch2/catch.hpp>

namespace trigonometric_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace {

/// The filters as the book prints them, for the two-step form.
struct Published {
  const char* letter;
  std::vector<std::pair<double (*)(double), double (*)(double)>> forces;  // psi and phi of xi
};

double sinc(double xi) { return xi == 0 ? 1 : std::sin(xi) / xi; }
double square(double x) { return x * x; }

const std::vector<Published> published{
    {"a", {{[](double xi) { return square(sinc(xi / 2)); }, [](double) { return 1.0; }}}},
    {"b", {{[](double xi) { return sinc(xi); }, [](double) { return 1.0; }}}},
    {"c", {{[](double xi) { return square(sinc(xi)); }, [](double xi) { return sinc(xi); }}}},
    {"d",
     {{[](double xi) { return square(sinc(xi / 2)); },
       [](double xi) { return sinc(xi) * (1 + square(std::sin(xi / 2)) / 3); }}}},
    {"e", {{[](double xi) { return square(sinc(xi)); }, [](double) { return 1.0; }}}},
    // h^2 sinc g(x) + h^2 (sinc^2 g(x) - sinc g(sinc x))
    {"f",
     {{[](double xi) { return sinc(xi); }, [](double) { return 1.0; }},
      {[](double xi) { return square(sinc(xi)); }, [](double) { return 1.0; }},
      {[](double xi) { return -sinc(xi); }, [](double xi) { return sinc(xi); }}}},
    {"g", {{[](double xi) { return std::pow(sinc(xi), 3); }, [](double xi) { return sinc(xi); }}}}};

AnyIntegrator made(const std::string& letter, const char* back_end) {
  return IntegratorRegistry::instance().make("trigonometric_" + letter,
                                             {{"phi", std::string(back_end)}});
}

State run(const Problem& problem, AnyIntegrator method, double h, long steps) {
  const CountedProblem counted(problem);
  REQUIRE(method->why_not_applicable(problem).empty());
  method->init(counted, h);
  State u = problem.start();
  for (long step = 0; step < steps; ++step) {
    const Outcome outcome = method->step(u);
    INFO(outcome.reason);
    REQUIRE(outcome.ok());
  }
  return u;
}

double distance(const State& a, const State& b) {
  return std::max((a.x - b.x).lpNorm<Eigen::Infinity>(), (a.v - b.v).lpNorm<Eigen::Infinity>());
}

Everything nonlinear() {
  const Eigen::Index n = 3;
  Everything::Data data{consistent_mass(n), with_eigenvalues((Vec(n) << 1, 4, 30).finished())};
  data.cubic = 2;
  data.load0 = random_vector(n, 30);
  data.start = {0, random_vector(n, 33), random_vector(n, 34)};
  return Everything(data);
}

}  // namespace

TEST_CASE("trigonometric methods satisfy the published two-step form, filter by filter") {
  // FPUT has unit masses and a diagonal K0, so the functions of Omega can be written by hand.
  const double h = 0.03, omega = 50;
  const auto problem = ProblemRegistry::instance().make("fput", {{"omega", omega}});
  const Eigen::Index n = problem->dof();
  Vec frequency(n);
  frequency << Vec::Ones(n / 2), Vec::Constant(n / 2, omega);
  for (const auto& method : published)
    for (const char* back_end : {"dense", "chebyshev"}) {
      INFO("trigonometric_" << method.letter << " with " << back_end);
      std::vector<State> u;
      for (long steps : {4, 5, 6})
        u.push_back(run(*problem, made(method.letter, back_end), h, steps));
      Vec wanted = Vec::Zero(n);
      for (const auto& [psi, phi] : method.forces) {
        State filtered = u[1];
        for (Eigen::Index i = 0; i < n; ++i) filtered.x[i] *= phi(h * frequency[i]);
        Vec g;
        problem->force(filtered, g);
        g += problem->linear_stiffness() * filtered.x;
        for (Eigen::Index i = 0; i < n; ++i) wanted[i] += h * h * psi(h * frequency[i]) * g[i];
      }
      for (Eigen::Index i = 0; i < n; ++i) {
        const double xi = h * frequency[i];
        const double step = u[2].x[i] - 2 * std::cos(xi) * u[1].x[i] + u[0].x[i];
        CHECK(std::abs(step - wanted[i]) < 1e-12);
        CHECK(std::abs(2 * h * sinc(xi) * u[1].v[i] - (u[2].x[i] - u[0].x[i])) < 1e-12);
      }
    }
}

TEST_CASE("trigonometric methods have order 2, no more and no less, in positions and velocities") {
  const Everything problem = nonlinear();
  const auto exact = [&] {  // an unrelated method at tiny steps
    const CountedProblem counted(problem);
    AnyIntegrator method = IntegratorRegistry::instance().make("rk4");
    method->init(counted, 1.0 / 4096);
    State u = problem.start();
    for (int step = 0; step < 2 * 4096; ++step) REQUIRE(method->step(u).ok());
    return u;
  }();
  for (const auto& method : published)
    for (const char* back_end : {"dense", "chebyshev"}) {
      const State coarse = run(problem, made(method.letter, back_end), 1.0 / 64, 128),
                  fine = run(problem, made(method.letter, back_end), 1.0 / 128, 256);
      INFO("trigonometric_" << method.letter << " with " << back_end);
      CHECK(made(method.letter, back_end)->order(problem) == 2);
      CHECK(std::log2((coarse.x - exact.x).norm() / (fine.x - exact.x).norm()) ==
            Approx(2).margin(0.25));
      CHECK(std::log2((coarse.v - exact.v).norm() / (fine.v - exact.v).norm()) ==
            Approx(2).margin(0.25));
    }
}

TEST_CASE("trigonometric methods are exact without g, and symmetric with it") {
  const Eigen::Index n = 5;
  Everything::Data data{consistent_mass(n),
                        with_eigenvalues(Vec::LinSpaced(n, 0, 5).array().exp())};
  data.start = {0, random_vector(n, 33), random_vector(n, 34)};
  const Everything linear(data);
  const Everything curved = nonlinear();
  const CountedProblem counted(curved);
  for (const auto& method : published) {
    INFO("trigonometric_" << method.letter);
    CHECK(distance(run(linear, made(method.letter, "dense"), 1.5, 1),
                   run(linear, made(method.letter, "dense"), 0.01, 150)) < 1e-11);
    State u = curved.start();
    for (int way = 0; way < 2; ++way) {
      AnyIntegrator there_and_back = made(method.letter, "dense");
      there_and_back->init(counted, 0.1);
      for (int step = 0; step < 10; ++step) REQUIRE(there_and_back->step(u).ok());
      u.v = -u.v;
    }
    CHECK(distance(u, curved.start()) < 1e-11);
  }
}

TEST_CASE("trigonometric methods say what they cannot do") {
  auto data = Everything::Data{lumped_mass(3), with_eigenvalues(Vec::Ones(3))};
  data.D = with_eigenvalues(Vec::Ones(3));
  CHECK_THAT(made("a", "auto")->why_not_applicable(Everything(data)), Contains("position alone"));
  // tan(xi/2) has a pole at xi = pi: no polynomial follows it
  const auto fput = ProblemRegistry::instance().make("fput");
  const CountedProblem counted(*fput);
  AnyIntegrator gautschi = made("a", "chebyshev");
  gautschi->init(counted, 0.05);
  State u = fput->start();
  const Outcome outcome = gautschi->step(u);
  CHECK(outcome.status == Status::krylov_stagnated);
  CHECK_THAT(outcome.reason, Contains("Chebyshev coefficients"));
  CHECK(u.x == fput->start().x);
}

}  // namespace trigonometric_tests
