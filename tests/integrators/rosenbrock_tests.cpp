// Rosenbrock tables by algebra, with an exact and with an inexact Jacobian; their loop where the
// load depends on time; what they cost and what stops them.

#include "integrators/contract/registry.hpp"
#include "integrators/tableaus/check/order_conditions.hpp"
#include "integrators/tableaus/rosenbrock.hpp"
#include "integrators/tableaus/rows.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/tableaus/order_conditions.hpp"
#include "tests/integrators/tiny_problem.hpp"

#include <Eigen/LU>
#include <catch2/catch.hpp>

namespace rosenbrock_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

struct Table {
  template <int S>
  explicit Table(const RosenbrockTableau<S>& table) : plain(table), claims(table.claims) {
    alpha = plain.alpha.cast<long double>();
    gamma = plain.gamma.cast<long double>();
    b = plain.b.cast<long double>();
    alpha_sums = plain.alpha_sums.cast<long double>();
    gamma_sums = plain.gamma_sums.cast<long double>();
    beta = alpha + gamma;
    beta_sums = alpha_sums + gamma_sums;
  }
  RosenbrockMatrices plain;
  StabilityClaims claims;
  LongMatrix alpha, gamma, beta;
  LongVector b, alpha_sums, gamma_sums, beta_sums;
};

constexpr long double digits = 4e-15L;  // the tables have 15 to 16, of numbers up to 12

/// The round-off of a table whose numbers may be larger.
long double digits_of(const Table& t) {
  const Eigen::MatrixXd inverse = t.plain.gamma.inverse();
  return std::max(digits, 4e-16L * static_cast<long double>(inverse.cwiseAbs().maxCoeff()));
}

/// Of one order, with the exact Jacobian (Hairer, Wanner, section IV.7).
long double violation(const Table& t, int order) {
  const auto squares = t.alpha_sums.cwiseAbs2();
  if (order == 1) return largest({t.b.sum() - 1});
  if (order == 2) return largest({t.b.dot(t.beta_sums) - 1.L / 2});
  if (order == 3)
    return largest({t.b.dot(squares) - 1.L / 3, t.b.dot(t.beta * t.beta_sums) - 1.L / 6});
  if (order > 4) return std::abs(most_missed({t.beta, t.alpha, t.b}, order).off);
  return largest({t.b.dot(t.alpha_sums.cwiseProduct(squares)) - 1.L / 4,
                  t.b.dot(t.alpha_sums.cwiseProduct(t.alpha * t.beta_sums)) - 1.L / 8,
                  t.b.dot(t.beta * squares) - 1.L / 12,
                  t.b.dot(t.beta * t.beta * t.beta_sums) - 1.L / 24});
}

/// The order with an arbitrary matrix in the Jacobian's place, up to 3: then alpha and gamma have
/// to satisfy the conditions one by one (Steihaug, Wolfbrandt).
int w_order(const Table& t) {
  if (largest({t.b.sum() - 1}) > digits) return 0;
  if (largest({t.b.dot(t.alpha_sums) - 1.L / 2, t.b.dot(t.gamma_sums)}) > digits) return 1;
  if (largest({t.b.dot(t.alpha_sums.cwiseAbs2()) - 1.L / 3,
               t.b.dot(t.alpha * t.alpha_sums) - 1.L / 6, t.b.dot(t.alpha * t.gamma_sums),
               t.b.dot(t.gamma * t.alpha_sums), t.b.dot(t.gamma * t.gamma_sums)}) > digits)
    return 2;
  return 3;
}

}  // namespace

TEST_CASE("Rosenbrock tables have the order and the stability they claim") {
  each_row(tableaus::rosenbrock_rows, [](const auto& table) {
    INFO(table.name);
    const Table t(table);
    const long double digits = digits_of(t);
    for (int order = 1; order <= table.order; ++order) CHECK(violation(t, order) <= digits);
    CHECK(violation(t, table.order + 1) > 1e-3L);
    const int last = table.stages - 1;
    const bool stiffly_accurate =
        (t.beta.row(last).transpose() - t.b).cwiseAbs().maxCoeff() <= digits &&
        std::abs(t.alpha_sums[last] - 1) <= digits && std::abs(t.gamma_sums[last]) <= digits;
    CHECK(stiffly_accurate == t.claims.stiffly_accurate);
    const StabilityProperties measured =
        StabilityFunction(t.plain.alpha + t.plain.gamma, t.plain.b).properties();
    CHECK(measured.a_stable == t.claims.a_stable);
    CHECK(measured.l_stable == t.claims.l_stable());
    CHECK(measured.at_infinity == Approx(t.claims.at_infinity).epsilon(1e-7).margin(1e-14));
    CHECK(measured.y_stable == Approx(t.claims.y_stable).epsilon(1e-7));
    CHECK(measured.linear_order >= table.order);
    CHECK(measured.dissipation_order == t.claims.dissipation_order);
    CHECK(measured.dissipation == Approx(t.claims.dissipation).epsilon(1e-7));
    CHECK(measured.dispersion_order == t.claims.dispersion_order);
    CHECK(measured.dispersion == Approx(t.claims.dispersion).epsilon(1e-7));
  });
}

TEST_CASE("nodes that come out of the data are the published ones") {
  const RosenbrockMatrices pl(tableaus::ros3pl), prl2(tableaus::ros3prl2);
  CHECK((pl.alpha_sums - Eigen::Vector4d(0, 0.5, 1, 1)).norm() <= 1e-14);
  CHECK((prl2.alpha_sums - Eigen::Vector4d(0, 1.30759956452538, 1, 1)).norm() <= 1e-13);
}

TEST_CASE("nodes of RODAS and Rodas5P are the published ones") {
  const RosenbrockMatrices rodas(tableaus::rodas4), five(tableaus::rodas5p);
  Vec nodes(6), slopes(6);
  nodes << 0, 0.386, 0.21, 0.63, 1, 1;
  slopes << 0.25, -0.1043, 0.1035, -0.0362, 0, 0;
  CHECK((rodas.alpha_sums - nodes).norm() <= 1e-14);
  CHECK((rodas.gamma_sums - slopes).norm() <= 1e-14);
  Vec later(8);
  later << 0, 0.6358126895828704, 0.4095798393397535, 0.9769306725060716, 0.4288403609558664, 1, 1,
      1;
  CHECK((five.alpha_sums - later).norm() <= 1e-13);
}

TEST_CASE(
    "with an inexact Jacobian ROS3PL keeps order 2, or 3 where it is O(h) off; ROS3PRL2 loses all "
    "but 1") {
  CHECK(w_order(Table(tableaus::ros3pl)) == 2);
  CHECK(w_order(Table(tableaus::ros3prl2)) == 1);
  CHECK(w_order(Table(tableaus::ros2)) == 2);
  // An error of O(h) in the Jacobian meets b' gamma at order 3: it has to vanish.
  CHECK(std::abs(Table(tableaus::ros3pl).b.dot(Table(tableaus::ros3pl).gamma_sums)) <= digits);
  CHECK(std::abs(Table(tableaus::ros3prl2).b.dot(Table(tableaus::ros3prl2).gamma_sums)) > 1e-2L);
}

TEST_CASE("a Rosenbrock step costs one factorization and solves, and forces of one place once") {
  const TinyProblem problem({.cubic = 1, .damping = 0.4, .cubic_damping = 0.3, .load = 1});
  for (const char* name : {"ros3pl", "ros3prl2"}) {
    AnyIntegrator method = IntegratorRegistry::instance().make(name);
    const CountedProblem counted(problem);
    method->init(counted, 0.1);
    State u = problem.start();
    for (int i = 0; i < 10; ++i) REQUIRE(method->step(u).ok());
    CHECK(u.t == Approx(1.25).epsilon(1e-14));
    const Work& work = counted.work();
    CHECK((work.factorize == 10 && work.stiffness == 10 && work.damping == 10));
    CHECK((work.solve == 40 && work.force == 30 && work.time_derivative == 10));
    CHECK(work.newton_iterations == 0);
  }
}

TEST_CASE("conjugate gradients solve the stages of a Rosenbrock step without a factorization") {
  const auto bunny = ProblemRegistry::instance().make(
      "suspended_body", {{"body", std::string("bunny")}, {"size", std::string("300")}});
  const auto steps = [&](const Settings& settings) {
    AnyIntegrator method = IntegratorRegistry::instance().make("rodas5p", settings);
    const CountedProblem counted(*bunny);
    method->init(counted, 0.005);
    State u = bunny->start();
    for (int i = 0; i < 3; ++i) REQUIRE(method->step(u).ok());
    return std::pair(u, counted.work());
  };
  const auto [direct, factors] = steps({{"linear_solver", std::string("cholesky")}});
  const auto [iterated, products] = steps({{"linear_solver", std::string("pcg")}});
  CHECK((factors.factorize == 3 && factors.solve == 24 && factors.stiffness_products == 0));
  CHECK((products.factorize == 0 && products.solve == 0 && products.stiffness_products > 100));
  CHECK((iterated.x - direct.x).norm() <= 1e-11 * direct.x.norm());
  CHECK((iterated.v - direct.v).norm() <= 1e-9 * direct.v.norm());
  // The tolerance is that of each solution: a loose one costs less, and no more than it says.
  const auto [rough, fewer] = steps({{"linear_solver", std::string("pcg")}, {"tolerance", 1e-4}});
  CHECK(2 * fewer.stiffness_products < products.stiffness_products);
  const double off = (rough.v - direct.v).norm() / direct.v.norm();
  CHECK((off > 1e-9 && off < 1e-2));
}

TEST_CASE("settings of linear solvers that have no effect are refused") {
  const auto make = [](const Settings& settings) {
    return IntegratorRegistry::instance().make("ros3pl", settings);
  };
  const std::string cholesky = "cholesky";
  CHECK_THROWS_WITH(make({{"linear_solver", cholesky}, {"tolerance", 1e-6}}),
                    Contains("'ros3pl'") && Contains("tolerance has no effect"));
  CHECK_THROWS_WITH(
      make({{"linear_solver", cholesky}, {"preconditioner", std::string("block_ic")}}),
      Contains("preconditioner has no effect"));
}

TEST_CASE("what stops a Rosenbrock step is told, and nothing moves") {
  const auto fails = [](const TinyProblem& problem, double h, const std::string& solver = "auto") {
    AnyIntegrator method =
        IntegratorRegistry::instance().make("ros3pl", {{"linear_solver", solver}});
    const CountedProblem counted(problem);
    method->init(counted, h);
    State u = problem.start();
    const Outcome outcome = method->step(u);
    CHECK((u.t == problem.start().t && u.x == problem.start().x && u.v == problem.start().v));
    return outcome;
  };
  CHECK(fails(TinyProblem({.cubic = 1e308}), 1).status == Status::diverged);
  const Outcome force = fails(TinyProblem({.load = 1e308}), 1);
  CHECK(force.status == Status::diverged);
  CHECK_THAT(force.reason, Contains("stage 1"));
  // The matrix is M + K = tridiagonal(0, 2.6) for this h.
  const double gamma = tableaus::ros3_gamma;
  CHECK(fails(TinyProblem({.stiffness = -0.8}), 1 / gamma).status == Status::singular);
  const Outcome indefinite = fails(TinyProblem({.stiffness = -0.9}), 1 / gamma, "pcg");
  CHECK(indefinite.status == Status::indefinite);
}

}  // namespace rosenbrock_tests
