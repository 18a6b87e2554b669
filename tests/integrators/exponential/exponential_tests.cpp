#include "base/error.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/phi/exponential_rosenbrock.hpp"
#include "integrators/tableaus/exponential.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/phi/phi_oracle.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <catch2/catch.hpp>

#include <span>

namespace exponential_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace {

struct Method {
  std::string name;
  int order;
  double largest_weight;
};

/// Every row of the table, exprb2, and pexprb43 at its default nodes.
const std::vector<Method> methods = [] {
  const auto largest_weight = [](std::span<const ExponentialStage> stages) {
    double largest = 0;
    for (const auto& stage : stages)
      largest = std::max({largest, std::abs(stage.phi_3), std::abs(stage.phi_4)});
    return largest;
  };
  std::vector<Method> all{
      {"exprb2", 2, 0},
      {"pexprb43", 4, largest_weight(tableaus::parallel_stages(1.0 / 3, 3.0 / 4))}};
  each_row(tableaus::exponential_rows, [&](const auto& row) {
    all.push_back({row.name, row.order, largest_weight(row.later)});
  });
  return all;
}();

State run(const Problem& problem, const std::string& name, double h, double end,
          const Settings& settings = {}) {
  const CountedProblem counted(problem);
  AnyIntegrator method = IntegratorRegistry::instance().make(name, settings);
  REQUIRE(method->why_not_applicable(problem).empty());
  method->init(counted, h);
  State u = problem.start();
  for (long step = 0, steps = std::lround(end / h); step < steps; ++step) {
    const Outcome outcome = method->step(u);
    INFO(outcome.reason);
    REQUIRE(outcome.ok());
  }
  return u;
}

/// An unrelated method at tiny steps.
State reference(const Problem& problem, double end, int steps) {
  const Eigen::Index n = problem.dof();
  State u = problem.start();
  Vec f(n), a(n);
  using Values = std::vector<double>;
  auto slope = [&](const Values& y, Values& d, double t) {
    State s{t, Eigen::Map<const Vec>(y.data(), n), Eigen::Map<const Vec>(y.data() + n, n)};
    problem.force(s, f);
    problem.mass().solve(f, a);
    std::copy(y.begin() + n, y.end(), d.begin());
    std::copy(a.begin(), a.end(), d.begin() + n);
  };
  Values y(static_cast<std::size_t>(2 * n));
  std::copy(u.x.begin(), u.x.end(), y.begin());
  std::copy(u.v.begin(), u.v.end(), y.begin() + n);
  boost::numeric::odeint::runge_kutta_fehlberg78<Values> method;
  for (int i = 0; i < steps; ++i) method.do_step(slope, y, i * end / steps, end / steps);
  return {end, Eigen::Map<const Vec>(y.data(), n), Eigen::Map<const Vec>(y.data() + n, n)};
}

double distance(const State& a, const State& b) {
  return std::max((a.x - b.x).lpNorm<Eigen::Infinity>(), (a.v - b.v).lpNorm<Eigen::Infinity>());
}

/// Springs, damping and a load, linear and nonlinear, and masses that are not lumped.
Everything::Data everything() {
  const Eigen::Index n = 3;
  Everything::Data data{consistent_mass(n), with_eigenvalues((Vec(n) << 1, 4, 30).finished()),
                        with_eigenvalues((Vec(n) << 0.1, 0.3, 0.5).finished(), 20)};
  data.cubic = 2;
  data.cubic_damping = 0.4;
  data.load0 = random_vector(n, 30);
  data.load1 = random_vector(n, 31);
  data.load2 = random_vector(n, 32);
  data.start = {0, random_vector(n, 33), random_vector(n, 34)};
  return data;
}

double measured_order(const Problem& problem, const std::string& name, const State& exact,
                      double coarse, double fine, const Settings& settings = {}) {
  const double ratio = distance(run(problem, name, coarse, exact.t, settings), exact) /
                       distance(run(problem, name, fine, exact.t, settings), exact);
  return std::log(ratio) / std::log(coarse / fine);
}

}  // namespace

TEST_CASE("exponential methods have their order where every term lives, no more and no less") {
  auto data = everything();
  const Everything full(data);
  data.D = Mat();
  data.cubic_damping = 0;
  const Everything loaded(data);
  data.load1 = data.load2 = Vec();
  const Everything autonomous(data);
  const auto fput = ProblemRegistry::instance().make("fput", {{"omega", 5.0}});
  for (const Problem* problem :
       std::initializer_list<const Problem*>{&full, &loaded, &autonomous, fput.get()}) {
    const State exact = reference(*problem, 2, 2000);
    for (const auto& [name, order, weight] : methods) {
      INFO(name << " on problem "
                << (problem == &full         ? "full"
                    : problem == &loaded     ? "loaded"
                    : problem == &autonomous ? "autonomous"
                                             : "fput"));
      CHECK(IntegratorRegistry::instance().make(name)->order(*problem) == order);
      const double h = order < 5 ? 1.0 / 256 : 1.0 / 64;  // above the tolerance of phi functions
      CHECK(measured_order(*problem, name, exact, h, h / 2) ==
            Approx(order).margin(order < 5 ? 0.25 : 0.3));
    }
    const Settings half_and_one{{"c2", 0.5}, {"c3", 1.0}};
    CHECK(measured_order(*problem, "pexprb43", exact, 1.0 / 256, 1.0 / 512, half_and_one) ==
          Approx(4).margin(0.25));
  }
}

TEST_CASE("exponential methods solve a linear problem exactly in one large step") {
  const Eigen::Index n = 5;
  for (bool damped : {false, true}) {
    Everything::Data data{consistent_mass(n),
                          with_eigenvalues(Vec::LinSpaced(n, 0, 6).array().exp())};
    if (damped) data.D = with_eigenvalues(Vec::LinSpaced(n, 0.1, 2), 50);
    data.load0 = random_vector(n, 30);
    data.load1 = random_vector(n, 31);  // linear in time: phi_2 F_t is exact
    data.start = {0, random_vector(n, 33), random_vector(n, 34)};
    const Everything problem(data);
    const double h = 0.7;
    // u = e^(hJ) u0 + h phi_1 (0, M^-1 l0) + h^2 phi_2 (0, M^-1 l1)
    Vec a0, a1;
    problem.mass().solve(data.load0, a0);
    problem.mass().solve(data.load1, a1);
    auto part = [&](int k, const phi::Pair& b) {
      return phi_oracle(data.mass.matrix(), data.K, data.D, k, h, b);
    };
    const auto flow = part(0, {data.start.x, data.start.v}), constant = part(1, {Vec::Zero(n), a0}),
               growing = part(2, {Vec::Zero(n), a1});
    const State exact{h, flow.x + h * constant.x + h * h * growing.x,
                      flow.v + h * constant.v + h * h * growing.v};
    for (const auto& [name, order, weight] : methods) {
      INFO(name << (damped ? ", damped" : ", undamped"));
      // The round-off of a remainder that is zero is multiplied by the weights: EPIRK4s3's are
      // large.
      CHECK(distance(run(problem, name, h, h), exact) < std::max(1e-12, 3e-15 * weight));
    }
  }
}

namespace {

/// The coefficients of phi_3 and phi_4 in sum_i b_i c_i^power.
struct Moment {
  double phi_3 = 0, phi_4 = 0;

  double at_zero() const { return phi_3 / 6 + phi_4 / 24; }  // phi_k(0) = 1/k!
};

Moment moment(std::span<const ExponentialStage> stages, int power) {
  Moment sum;
  for (const auto& stage : stages) {
    sum.phi_3 += stage.phi_3 * std::pow(stage.c, power);
    sum.phi_4 += stage.phi_4 * std::pow(stage.c, power);
  }
  return sum;
}

}  // namespace

TEST_CASE("exponential tables meet the stiff order conditions of their order, and no more") {
  each_row(tableaus::exponential_rows, [](const auto& row) {
    INFO(row.name);
    const Moment second = moment(row.later, 2), third = moment(row.later, 3);
    const bool order_3 = std::abs(second.phi_3 - 2) < 1e-12 && std::abs(second.phi_4) < 1e-10;
    // weakly, as exprb42: 1.5 phi_3(0) = 6 phi_4(0)
    const bool order_4 = order_3 && std::abs(third.at_zero() - 6.0 / 24) < 1e-12;
    // Both conditions of order 5 at J = 0: b c^4 = 24 phi_5, and b c (a c^2 / 2 - c^3 phi_3) = 0.
    double stages = 0;
    for (std::size_t i = 0; i < row.later.size(); ++i) {
      double off = -std::pow(row.later[i].c, 3) / 6;
      for (const auto& term : row.couplings)
        if (term.weight != 0 && term.to == static_cast<int>(i))
          off += term.weight / std::tgamma(term.k + 1) *
                 std::pow(row.later[static_cast<std::size_t>(term.from)].c, 2) / 2;
      stages += (row.later[i].phi_3 / 6 + row.later[i].phi_4 / 24) * row.later[i].c * off;
    }
    const bool order_5 = order_4 && std::abs(moment(row.later, 4).at_zero() - 0.2) < 1e-12 &&
                         std::abs(stages) < 1e-12;
    CHECK(row.stiff_order == (order_5 ? 5 : order_4 ? 4 : order_3 ? 3 : 2));
  });
}

TEST_CASE("the parallel family meets its conditions, and its members are the published numbers") {
  for (auto [c2, c3] : {std::pair{1.0 / 3, 3.0 / 4}, {1.0 / 2, 1.0}, {1.0 / 8, 1.0 / 9}}) {
    const auto stages = tableaus::parallel_stages(c2, c3);
    INFO("nodes " << c2 << " and " << c3);
    const Moment second = moment(stages, 2), third = moment(stages, 3);
    CHECK(second.phi_3 == Approx(2).epsilon(1e-12));
    CHECK(second.phi_4 == Approx(0).margin(1e-10));
    CHECK(third.phi_3 == Approx(0).margin(1e-10));
    CHECK(third.phi_4 == Approx(6).epsilon(1e-12));
  }
  const auto& epirk = tableaus::epirk4s3.later;
  CHECK(epirk[0].phi_3 == Approx(-1024).epsilon(1e-12));
  CHECK(epirk[0].phi_4 == Approx(27648).epsilon(1e-12));
  CHECK(epirk[1].phi_3 == Approx(1458).epsilon(1e-12));
  CHECK(epirk[1].phi_4 == Approx(-34992).epsilon(1e-12));
}

TEST_CASE("each integrator runs the tableau it is named after") {
  // One step on a nonlinear problem, written out with the slow phi functions.
  auto data = everything();
  const Everything problem(data);
  const Eigen::Index n = problem.dof();
  const double h = 0.1;
  const State u = problem.start();
  auto slope = [&](const State& s) {
    Vec f, a;
    problem.force(s, f);
    problem.mass().solve(f, a);
    return phi::Pair{s.v, a};
  };
  Mat K, D;
  problem.stiffness(u, K);
  problem.damping(u, D);
  Vec rate, load_rate;
  problem.time_derivative(u, rate);
  problem.mass().solve(rate, load_rate);
  auto product = [&](int k, double z, const phi::Pair& b) {
    return phi_oracle(data.mass.matrix(), K, D, k, z, b);
  };
  const phi::Pair F = slope(u), Ft{Vec::Zero(n), load_rate};
  // u + weight h phi_k(c h J) F, with the term of F_t, at the time at which it stands
  auto start = [&](int k, double c, double weight) {
    const auto one = product(k, c * h, F), two = product(k + 1, c * h, Ft);
    return State{u.t + weight * h / std::tgamma(k + 1),
                 u.x + weight * h * one.x + weight * c * h * h * two.x,
                 u.v + weight * h * one.v + weight * c * h * h * two.v};
  };
  struct Published {
    std::string name;
    Settings settings;
    std::vector<std::tuple<double, double, double>> stages;  // c, weights of phi_3 and phi_4
    std::vector<ExponentialCoupling> couplings = {};
    std::vector<ExponentialStart> starts = {};
  };
  for (const Published& method :
       {Published{"exprb2", {}, {}},
        {"exprb32", {}, {{1, 2, 0}}},
        {"exprb42", {}, {{0.75, 32.0 / 9, 0}}},
        {"pexprb43", {}, {{1.0 / 3, 32.4, -129.6}, {0.75, -128.0 / 45, 25.6}}},
        {"pexprb43", {{"c2", 0.5}, {"c3", 1.0}}, {{0.5, 16, -48}, {1, -2, 12}}},
        {"epirk4s3", {}, {{1.0 / 8, -1024, 27648}, {1.0 / 9, 1458, -34992}}},
        {"epirk4s3a", {}, {{1.0 / 2, 32, -144}, {2.0 / 3, -13.5, 81}}},
        {"epirk4s3b",
         {},
         {{1.0 / 3, 54, -324}, {1.0 / 2, -16, 144}},
         {},
         {{2, 0.5, 2.0 / 3}, {2, 0.75, 1}}},
        {"epirk5p1",
         {},
         {{0.35129592695058193, 0, 0}, {0.84405472011657126, 0, 0}},
         {{0, 1, 1, 1, 1.6905891609568964},
          {0, 2, 1, 0.7111109536436687, 1.2727127317356892},
          {0, 2, 3, 0.6237811195337149, -2 * 2.2714599265422623},
          {1, 2, 3, 0.6237811195337149, 2.2714599265422623}}},
        {"exprb43", {}, {{0.5, 16, -48}, {1, -2, 12}}, {{0, 1, 1, 1, 1}}},
        {"exprb53s3",
         {},
         {{0.5, 18, -60}, {0.9, -250.0 / 81, 500.0 / 27}},
         {{0, 1, 3, 0.5, 1.08}, {0, 1, 3, 0.9, 5.832}}},
        {"pexprb54s4",
         {},
         {{0.25, 0, 0}, {0.5, 18, -60}, {0.9, -250.0 / 81, 500.0 / 27}},
         {{0, 1, 3, 0.5, 4}, {0, 2, 3, 0.9, 23.328}}}}) {
    State expected = start(1, 1, 1);
    std::vector<phi::Pair> remainders;
    for (auto [c, b3, b4] : method.stages) {
      State stage = start(1, c, c);
      if (!method.starts.empty()) {
        const auto [k, fraction, weight] = method.starts[remainders.size()];
        stage = start(k, fraction, weight);
        CHECK(stage.t == Approx(c * h));
      }
      for (const ExponentialCoupling& term : method.couplings)
        if (term.to == static_cast<int>(remainders.size())) {
          const auto added =
              product(term.k, term.c * h, remainders[static_cast<std::size_t>(term.from)]);
          stage.x += h * term.weight * added.x;
          stage.v += h * term.weight * added.v;
        }
      const phi::Pair there = slope(stage);
      const Vec dx = stage.x - u.x, dv = stage.v - u.v;
      Vec damping_and_springs;
      problem.mass().solve(Vec(K * dx + D * dv), damping_and_springs);
      const phi::Pair remainder{Vec::Zero(n),
                                there.v - F.v + damping_and_springs - c * h * load_rate};
      remainders.push_back(remainder);
      const auto three = product(3, h, remainder), four = product(4, h, remainder);
      expected.x += h * (b3 * three.x + b4 * four.x);
      expected.v += h * (b3 * three.v + b4 * four.v);
    }
    for (const ExponentialCoupling& term : method.couplings)
      if (term.to == static_cast<int>(remainders.size())) {
        const auto added =
            product(term.k, term.c * h, remainders[static_cast<std::size_t>(term.from)]);
        expected.x += h * term.weight * added.x;
        expected.v += h * term.weight * added.v;
      }
    INFO(method.name);
    const State got = run(problem, method.name, h, h, method.settings);
    CHECK(got.t == expected.t);
    CHECK(distance(got, expected) < 2e-12);
  }
}

TEST_CASE("settings of exponential methods are checked") {
  auto& registry = IntegratorRegistry::instance();
  CHECK_THROWS_WITH(registry.make("pexprb43", {{"c2", 0.5}, {"c3", 0.5}}), Contains("different"));
  CHECK_THROWS_WITH(registry.make("pexprb43", {{"c3", 1.5}}), Contains("at most 1"));
  CHECK_THROWS_WITH(registry.make("exprb2", {{"phi", std::string("dence")}}), Contains("dense"));
  CHECK_THROWS_WITH(registry.make("exprb2", {{"tolerance", 0.0}}), Contains("tolerance"));
}

TEST_CASE("a step that is not finite leaves the state where it was") {
  auto data = everything();
  data.cubic = 1e300;
  data.start.x.setConstant(1e10);
  const Everything problem(data);
  const CountedProblem counted(problem);
  for (const auto& [name, order, weight] : methods) {
    AnyIntegrator method = IntegratorRegistry::instance().make(name);
    method->init(counted, 0.1);
    State u = problem.start();
    const Outcome outcome = method->step(u);
    CHECK(outcome.status == Status::diverged);
    CHECK_FALSE(outcome.reason.empty());
    CHECK(u.t == 0);
    CHECK(u.x == problem.start().x);
  }
}

}  // namespace exponential_tests
