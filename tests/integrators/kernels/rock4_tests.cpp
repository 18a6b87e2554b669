// ROCK4 as a Runge-Kutta table: its order conditions, its stability polynomial and the bounds of
// its stages for every number of stages, the embedded result of order 3, and the published lengths
// of the real interval.

#include "integrators/contract/registry.hpp"
#include "integrators/stabilised/recurrence.hpp"
#include "integrators/tableaus/check/order_conditions.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

namespace rock4_tests {

using namespace stiffbench;
using Matrix = TreeWeights::Matrix;
using Vector = TreeWeights::Vector;

namespace {

constexpr int most_stages = most_fourth_order_stages;

Recurrence rock4(int stages) { return make_recurrence(Polynomials::weighted4, stages, 0); }

/// Y_i = y + h sum_j a_ij F(Y_j), and the result and the estimate as sums over the same F.
struct Table {
  Matrix a;
  Vector b, error;

  explicit Table(const Recurrence& method) {
    const auto joints = static_cast<Eigen::Index>(method.stages.size()), all = joints + 4;
    a = Matrix::Zero(all, all);
    for (Eigen::Index j = 1; j <= joints; ++j) {
      const auto& s = method.stages[static_cast<std::size_t>(j - 1)];
      a.row(j) = s.mu * a.row(j - 1);
      if (j > 1) a.row(j) += s.nu * a.row(j - 2);
      a(j, j - 1) += s.of_last;
      a(j, 0) += s.of_first;
    }
    for (Eigen::Index i = 1; i < 4; ++i) {
      a.row(joints + i) = a.row(joints);
      for (Eigen::Index j = 0; j < i; ++j)
        a(joints + i, joints + j) +=
            method.finish->a[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
    b = a.row(joints);
    error = Vector::Zero(all);
    error[joints - 1] = method.finish->error[0];
    for (Eigen::Index i = 0; i < 4; ++i) {
      b[joints + i] += method.finish->b[static_cast<std::size_t>(i)];
      error[joints + i] = method.finish->error[static_cast<std::size_t>(i + 1)];
    }
  }
};

/// The stages of y' = z y with h = y = 1, and the result, as a step has them, each with an error
/// below half of `unit`.
Vector stages(const Recurrence& method, long double z, double unit = 0) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> error(-unit / 2, unit / 2);
  std::vector<long double> y{1};
  for (std::size_t j = 0; j < method.stages.size(); ++j) {
    const auto& s = method.stages[j];
    const long double before = j == 0 ? 0 : y[j - 1];
    y.push_back(1 - s.mu - s.nu + s.mu * y[j] + s.nu * before + z * s.of_last * y[j] +
                error(random));
  }
  const std::size_t first = method.stages.size();
  for (std::size_t i = 1; i < 5; ++i) {
    const auto& weights = i < 4 ? method.finish->a[i] : method.finish->b;
    y.push_back(y[first] + error(random));
    for (std::size_t j = 0; j < i; ++j) y.back() += z * weights[j] * y[first + j];
  }
  return Eigen::Map<Vector>(y.data(), static_cast<Eigen::Index>(y.size()));
}

long double end_of(const Vector& stages) { return stages[stages.size() - 1]; }

long double missed(const Matrix& a, const Vector& b, int order) {
  return most_missed({a, a, b}, order).off;
}

}  // namespace

TEST_CASE("rock4 meets the conditions of its orders, with any number of stages") {
  for (int s = 5; s <= most_stages; ++s) {
    const Table table(rock4(s));
    INFO(s << " stages");
    REQUIRE(table.a.rows() == s);
    for (int order = 1; order <= 4; ++order)
      CHECK(std::abs(missed(table.a, table.b, order)) < 1e-12L);
    CHECK(std::abs(missed(table.a, table.b, 5)) > 1e-3L);
    const Vector embedded = table.b - table.error;
    for (int order = 1; order <= 3; ++order)
      CHECK(std::abs(missed(table.a, embedded, order)) < 1e-12L);
    CHECK(std::abs(missed(table.a, embedded, 4)) > 5e-3L);
    CHECK(embedded[s - 1] == 0);
  }
}

TEST_CASE("the stability polynomial of rock4 has order 4, with any number of stages") {
  // Coefficients of the power series, as means over a circle.
  constexpr int points = 32;
  for (int s = 5; s <= most_stages; ++s) {
    const Recurrence method = rock4(s);
    INFO(s << " stages");
    double factorial = 1;
    for (int k = 0; k <= 5; ++k) {
      if (k > 0) factorial *= k;
      std::complex<double> sum = 0;
      for (int i = 0; i < points; ++i) {
        const std::complex<double> z = std::polar(1., 2 * std::numbers::pi * i / points);
        sum += method.stability(z) / std::pow(z, k) / double(points);
      }
      if (k < 5)
        CHECK(factorial * sum.real() == Approx(1).epsilon(1e-12));
      else
        CHECK(factorial * sum.real() < 0.84);
    }
  }
}

TEST_CASE("the stability polynomial of rock4 stays below 0.95 on the whole interval") {
  for (int s = 5; s <= most_stages; ++s) {
    const Recurrence method = rock4(s);
    INFO(s << " stages");
    const int samples = 40 * s;
    double most = 0;
    for (int i = 1; i <= samples; ++i) {
      // Extremes lie as those of Chebyshev's polynomials do.
      const double z = -method.real_bound * (1 - std::cos(std::numbers::pi * i / samples)) / 2;
      const double R = std::abs(method.stability(z));
      CHECK(R <= std::max(0.9501, z > -1 ? 1.001 * std::exp(z) : 0));
      if (z < -4) most = std::max(most, R);
    }
    CHECK(most > 0.94);
    CHECK(std::abs(method.stability(-method.real_bound)) == Approx(0.95).epsilon(1e-4));
    CHECK(std::abs(method.stability(-1.02 * method.real_bound)) > 1);
  }
}

TEST_CASE("the real interval of rock4 is as long as published") {
  // Table 2.1 of the paper.
  for (const auto& [s, length] :
       {std::pair{5, 5.9983}, {10, 32.4470}, {20, 138.3586}, {50, 879.8864}, {100, 3538.1276}})
    CHECK(rock4(s).real_bound == Approx(length).epsilon(0.003));
}

TEST_CASE("undamped modes lose energy by rock4 up to h omega = 3.2 and more, and gain beyond 4.1") {
  for (const int s : {5, 20, 60}) {
    const Recurrence method = rock4(s);
    INFO(s << " stages");
    for (double y = 0.2; y < (s == 5 ? 3.2 : 3.9); y += 0.05)
      CHECK(std::abs(method.stability({0, y})) < 1);
    CHECK(std::abs(method.stability({0, 4.1})) > 1);
    const double lost = 1 - std::abs(method.stability({0, 0.5}));
    CHECK(lost * std::pow(2, 6) == Approx(1. / (s == 5 ? 359 : 1200)).epsilon(0.1));
  }
}

TEST_CASE("round-off limits the stages of rock4") {
  // Its growth in the upper half of the interval.
  const auto grown = [](int s) {
    const Recurrence method = rock4(s);
    double most = 0;
    for (int i = 0; i < 2000; ++i) {
      const double z = -method.real_bound * (1 - i / 4000.);
      const long double change = end_of(stages(method, z, std::numeric_limits<double>::epsilon())) -
                                 end_of(stages(method, z));
      most = std::max(most, std::abs(double(change)));
    }
    return most;
  };
  CHECK(grown(20) < 1e-8);
  CHECK(grown(most_stages) < 1e-4);
  CHECK(grown(most_stages) > 1e-5);
  CHECK(grown(80) > 1e-4);
  CHECK(grown(152) > 0.1);
}

TEST_CASE("no stage of rock4 amplifies a decaying mode, and the embedded result hardly does") {
  for (const int s : {5, 6, 8, 10, 20, 40, 60}) {
    const Recurrence method = rock4(s);
    const Table table(method);
    INFO(s << " stages");
    long double stage = 0, embedded = 0;
    for (int i = 1; i <= 400; ++i) {
      const long double z = -method.real_bound * std::pow(i / 400.L, 2);
      const Vector y = stages(method, z);
      CHECK(std::abs(y[s] - method.stability(double(z)).real()) < 1e-10L);
      stage = std::max(stage, y.cwiseAbs().maxCoeff());
      embedded = std::max(embedded, std::abs(y[s] - z * table.error.dot(y.head(s))));
    }
    CHECK(stage < (s < 10 ? 1.8L : 1.1L));
    CHECK(embedded < (s < 10 ? 2.8L : 1.0001L));
    for (const auto& row : method.finish->a)
      for (const double entry : row) CHECK(std::abs(entry) < 1.3);
    for (const double entry : method.finish->b) CHECK(std::abs(entry) < 1.3);
  }
}

TEST_CASE("the estimate of rock4 has the constant of its weights", "[adaptive]") {
  // Of y' = A y it is e (h A)^4 y, and that of Bogacki and Shampine (h A)^3 y / 48. Both have one
  // controller, and an oscillator has |A y| = omega |y| in the energy norm.
  constexpr double rtol = 1e-8;
  const auto problem = ProblemRegistry::instance().make(
      "damped_oscillator",
      {{"omega", 3.0}, {"zeta", 0.01}, {"x0", 1.0}, {"v0", 0.0}, {"end_time", 4.0}});
  const auto steps = [&](const char* name, Settings settings) {
    settings.insert({{"adaptive", true}, {"rtol", rtol}});
    AnyIntegrator method = IntegratorRegistry::instance().make(name, settings);
    const CountedProblem counted(*problem);
    method->init(counted, 4);
    State u = problem->start();
    REQUIRE(method->step(u).ok());
    return static_cast<double>(method->steps_taken());
  };
  for (const int s : {5, 8, 20}) {
    const Table table(rock4(s));
    const Vector ones = Vector::Ones(s);
    const double e = std::abs(double(table.error.dot(table.a * (table.a * (table.a * ones)))));
    INFO(s << " stages, " << e);
    CHECK(steps("rock4", {{"stages", long{s}}}) / steps("bogacki_shampine", {}) ==
          Approx(std::pow(e / rtol, 1. / 4) * std::cbrt(48 * rtol)).epsilon(0.05));
  }
}

}  // namespace rock4_tests
