// A-1, A-search, blending and the decoupled symplectic methods against what You, Zheng, Li (DOI
// 10.48550/arXiv.2602.08094) derive in sections 4 and 5.6 and in appendices C to E. Deviations from
// the paper: one_{x>0} in its (14) and appendix E has to be one_{x<0}; the trace of the midpoint
// rule lacks a division sign; see the decoupled SDIRK2 and the assumed energy below.

#include "base/dense.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/kernels/decoupled.hpp"
#include "integrators/tableaus/stability_of.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <Eigen/LU>
#include <catch2/catch.hpp>

#include <numbers>

namespace energy_controllable_tests {

using namespace stiffbench;

namespace {

using Matrix = Eigen::Matrix2d;

AnyIntegrator make(const std::string& name, const Settings& settings = {}) {
  return IntegratorRegistry::instance().make(name, settings);
}

State after_one(AnyIntegrator method, const Problem& problem, State u, double h) {
  const CountedProblem counted(problem);
  method->init(counted, h);
  const Outcome outcome = method->step(u);
  INFO(outcome.reason);
  REQUIRE(outcome.ok());
  return u;
}

std::unique_ptr<Problem> oscillator(double mass, double omega) {
  return ProblemRegistry::instance().make("oscillator", {{"mass", mass}, {"omega", omega}});
}

/// (x+, v+) = Q (x, v) of one step on m x'' = -m omega^2 x.
Matrix step_matrix(const AnyIntegrator& method, double h, double omega, double mass = 2) {
  const auto problem = oscillator(mass, omega);
  Matrix Q;
  for (int column = 0; column < 2; ++column) {
    State u = problem->start();
    u.x[0] = column == 0 ? 1 : 0;
    u.v[0] = column == 0 ? 0 : 1;
    u = after_one(method, *problem, u, h);
    Q.col(column) << u.x[0], u.v[0];
  }
  return Q;
}

AnyIntegrator fixed_alpha(double alpha) {
  return make("a_search", {{"alpha_min", alpha}, {"alpha_max", alpha}});
}

const std::vector<double> squares = {0.01, 1, 4, 44, 1e4};  // h^2 omega^2

struct Run {
  std::vector<State> states;
  std::vector<double> alpha;
};

Run run(const std::string& name, Settings settings, const Problem& problem, double h, int steps) {
  if (name == "a_search") settings["keep_alpha"] = true;
  AnyIntegrator method = make(name, settings);
  const CountedProblem counted(problem);
  method->init(counted, h);
  Run result;
  result.states.push_back(problem.start());
  for (int i = 0; i < steps; ++i) {
    State u = result.states.back();
    const Outcome outcome = method->step(u);
    INFO(name << ", step " << i + 1 << ": " << outcome.reason);
    REQUIRE(outcome.ok());
    result.states.push_back(std::move(u));
  }
  if (name == "a_search")
    result.alpha = std::get<std::vector<double>>(method->reported().at("alpha"));
  return result;
}

std::unique_ptr<Problem> chain(double damping = 0) {
  return ProblemRegistry::instance().make("duffing_chain", {{"damping", damping}});
}

/// A range that hardly ever holds alpha back.
const Settings wide = {{"alpha_min", -20.}, {"alpha_max", 20.}};

/// A particle of mass 1 against a wall: P = k x^2 / 2 for x < 0.
class Wall final : public Problem {
 public:
  Wall(double k, double x0) : k_(k), mass_(Vec(Vec::Ones(1))), x0_(x0) {}
  State start() const override { return {0, Vec::Constant(1, x0_), Vec::Constant(1, -1)}; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override { return {}; }
  void force(const State& u, Vec& f) const override {
    f = Vec::Constant(1, u.x[0] < 0 ? -k_ * u.x[0] : 0);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec&, Vec& df) const override {
    df = u.x[0] < 0 ? Vec(-k_ * dx) : Vec(0 * dx);
  }
  void stiffness(const State& u, Mat& K) const override {
    if (K.rows() != 1) K = mass_.matrix();
    K.coeffRef(0, 0) = u.x[0] < 0 ? k_ : 0;
  }
  const Mat& linear_stiffness() const override { return mass_.matrix(); }
  double potential(const State& u) const override {
    return u.x[0] < 0 ? k_ / 2 * u.x[0] * u.x[0] : 0;
  }
  double default_end_time() const override { return 1; }

 private:
  double k_;
  Mass mass_;
  double x0_;
};

/// The velocities after each step against a wall that is infinitely stiff, all but.
std::vector<double> bounce(const std::string& name, Settings settings, double beta, int steps) {
  const double h = 0.1;
  const Run motion = run(name, std::move(settings), Wall(1e9, beta * h), h, steps);
  std::vector<double> v;
  for (int i = 1; i <= steps; ++i) v.push_back(motion.states[std::size_t(i)].v[0]);
  return v;
}

void check_near(const std::vector<double>& got, const std::vector<double>& expected) {
  REQUIRE(got.size() == expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    INFO("step " << i + 1);
    CHECK(got[i] == Approx(expected[i]).margin(1e-5));
  }
}

class DecoupledEuler : public Decoupled<tableaus::implicit_euler> {
 public:
  Facts facts() const { return facts_of("test_decoupled_euler", "a test's own"); }
};

/// Re (R(iy) + R*(iy)), the adjoint's R*(z) = 1 / R(-z).
template <int S>
double decoupled_trace(const Tableau<S>& table, double y) {
  const StabilityFunction R = stability_of(table);
  return (R({0, y}) + 1. / R({0, -y})).real();
}

template <int S>
void check_decoupled(const AnyIntegrator& method, const Tableau<S>& table) {
  for (const double square : squares) {
    INFO(method->facts().name << ", h^2 omega^2 = " << square);
    const Matrix Q = step_matrix(method, 0.5, 2 * std::sqrt(square));
    CHECK(Q.determinant() == Approx(1).margin(1e-9));
    CHECK(Q.trace() == Approx(decoupled_trace(table, std::sqrt(square))).margin(1e-9));
  }
}

}  // namespace

TEST_CASE("one step of A-search with a fixed alpha is the matrix of appendix C", "[energy]") {
  const double h = 0.5, m = 2;
  for (const double hb : squares)
    for (const double alpha : {0., 0.3, 1., 1.1, 2.}) {
      INFO("h^2 k/m = " << hb << ", alpha = " << alpha);
      const Matrix Q = step_matrix(fixed_alpha(alpha), h, std::sqrt(hb) / h, m);
      Matrix expected;
      expected << 1, h, -hb / h * (1 + alpha * hb), 1 + alpha * hb;
      expected /= 1 + hb;
      CHECK((Q - expected).norm() <= 1e-11 * expected.norm());
      const double det = 1 + (alpha - 1) * hb / (1 + hb), trace = (2 + alpha * hb) / (1 + hb);
      CHECK(Q.determinant() == Approx(det).epsilon(1e-9));
      CHECK(Q.trace() == Approx(trace).epsilon(1e-9));
      CHECK(trace * trace - 4 * det ==
            Approx(-(4 * hb + hb * hb * alpha * (4 - alpha)) / ((1 + hb) * (1 + hb))));
    }
}

TEST_CASE("A-1 is symplectic and stable at every step, with eigenvalues exp(i pi/3) in the end",
          "[energy]") {
  for (const double hb : squares) {
    const Matrix Q = step_matrix(make("a_1"), 0.5, 2 * std::sqrt(hb));
    CHECK(Q.determinant() == Approx(1).epsilon(1e-9));
    CHECK(Q.trace() == Approx(1 + 1 / (1 + hb)).epsilon(1e-9));
    CHECK(std::abs(Q.trace()) < 2);
  }
  // From M^-1 (K x), which is 1e8 here, the velocity's digits are lost: as many as that.
  const Matrix Q = step_matrix(make("a_1"), 1, 1e4);
  const auto eigenvalue = dense::eigenvalues(Q)[0];
  CHECK(eigenvalue.real() == Approx(std::cos(std::numbers::pi / 3)).margin(1e-6));
  CHECK(std::abs(eigenvalue.imag()) == Approx(std::sin(std::numbers::pi / 3)).margin(1e-6));
}

TEST_CASE("decoupled methods are symplectic on linear problems, whatever their table", "[energy]") {
  check_decoupled(make("a_1"), tableaus::implicit_euler);
  check_decoupled(any_integrator(DecoupledEuler{}), tableaus::implicit_euler);
  check_decoupled(make("decoupled_sdirk2"), tableaus::sdirk2);
}

// Appendix D says: a minimum of about -2.16 near h^2 = 44, a limit of -sqrt 2 - 1/2.
TEST_CASE("the decoupled SDIRK2 is unstable in one window of steps", "[energy]") {
  const auto trace = [](double square) {
    return step_matrix(make("decoupled_sdirk2"), 0.5, 2 * std::sqrt(square)).trace();
  };
  CHECK(trace(19.49615836 - 0.01) > -2);
  CHECK(trace(19.49615836 + 0.01) < -2);
  CHECK(trace(44.27508125) == Approx(-2.163373390671).margin(1e-6));
  CHECK(trace(44.27508125 - 0.5) > trace(44.27508125));
  CHECK(trace(44.27508125 + 0.5) > trace(44.27508125));
  CHECK(trace(280.33857962 - 0.1) < -2);
  CHECK(trace(280.33857962 + 0.1) > -2);
  CHECK(trace(1e8) == Approx(-std::sqrt(2.) - 0.5).margin(1e-4));
}

TEST_CASE("the decoupled implicit Euler method is A-1", "[energy]") {
  const auto problem = chain();
  const State a = after_one(make("a_1"), *problem, problem->start(), 0.3);
  const State b = after_one(any_integrator(DecoupledEuler{}), *problem, problem->start(), 0.3);
  CHECK((a.x - b.x).norm() <= 1e-11 * a.x.norm());
  CHECK((a.v - b.v).norm() <= 1e-11 * a.v.norm());
}

TEST_CASE("A-search meets its energy wherever alpha is inside its range", "[energy]") {
  const auto problem = chain();
  const Run motion = run("a_search", {{"alpha_max", 2.}}, *problem, 0.05, 400);
  const double H = problem->energy(problem->start());
  int inside = 0;
  for (std::size_t i = 0; i < motion.alpha.size(); ++i) {
    const double alpha = motion.alpha[i], error = problem->energy(motion.states[i + 1]) / H - 1;
    CHECK(alpha >= 0);
    CHECK(alpha <= 2);
    if (alpha == 0 || alpha == 2) continue;
    ++inside;
    CHECK(std::abs(error) <= 1e-11);
  }
  CHECK(inside >= 300);
}

TEST_CASE("A-search's energy decays to the ground energy by the e-fold time", "[energy]") {
  const auto problem = chain();
  const double h = 0.02, tau = 5, H = problem->energy(problem->start()), ground = 0.2 * H;
  Settings settings = wide;
  settings["tau"] = tau;
  settings["ground_energy"] = ground;
  const Run motion = run("a_search", settings, *problem, h, 300);
  int inside = 0;
  for (std::size_t i = 0; i < motion.alpha.size(); ++i) {
    if (motion.alpha[i] == -20 || motion.alpha[i] == 20) continue;
    ++inside;
    const double t = h * double(i + 1);
    CHECK(problem->energy(motion.states[i + 1]) ==
          Approx(ground + std::exp(-t / tau) * (H - ground)).epsilon(1e-9));
  }
  CHECK(inside >= 200);
}

TEST_CASE("A-search's energy follows a schedule from a share of the initial energy", "[energy]") {
  const auto problem = chain();
  const double h = 0.02, H = problem->energy(problem->start()), ground = 0.2 * H;
  Settings settings = wide;
  settings["first_share"] = 0.9;
  settings["schedule"] = std::vector<double>{1, 5, 3.01, 2};
  settings["ground_energy"] = ground;
  const Run motion = run("a_search", settings, *problem, h, 300);
  int inside[3] = {0, 0, 0};
  for (std::size_t i = 0; i < motion.alpha.size(); ++i) {
    if (motion.alpha[i] == -20 || motion.alpha[i] == 20) continue;
    const double t = h * double(i + 1);
    ++inside[t < 1 ? 0 : t < 3 ? 1 : 2];
    const double exponent = std::clamp(t - 1, 0.0, 2.01) / 5 + std::max(t - 3.01, 0.0) / 2;
    CHECK(problem->energy(motion.states[i + 1]) ==
          Approx(ground + std::exp(-exponent) * 0.9 * (H - ground)).epsilon(1e-9));
  }
  for (const int count : inside) CHECK(count >= 25);
  for (const std::vector<double>& bad : {std::vector<double>{1}, {1, 5, 0.5, 2}, {1, 0}}) {
    settings["schedule"] = bad;
    CHECK_THROWS_WITH(run("a_search", settings, *problem, h, 1), Catch::Contains("a schedule has"));
  }
}

TEST_CASE("A-search's target loses what damping takes and gains what the load gives", "[energy]") {
  const auto damped = chain(0.3);
  const auto forced = ProblemRegistry::instance().make("forced_oscillator", {{"alpha", 0.1}});
  for (const Problem* problem : {damped.get(), forced.get()}) {
    INFO(problem->name());
    const double h = 0.02;
    const Run motion = run("a_search", wide, *problem, h, 200);
    double target = problem->energy(problem->start());
    int inside = 0;
    for (std::size_t i = 0; i < motion.alpha.size(); ++i) {
      const State &u = motion.states[i], &next = motion.states[i + 1];
      const Vec w = (next.x - u.x) / h;
      Mat D;
      Vec load;
      problem->damping(u, D);
      problem->load(next.t, load);
      target += load.dot(next.x - u.x) - h * w.dot(D * w);
      if (motion.alpha[i] == -20 || motion.alpha[i] == 20) continue;
      ++inside;
      CHECK(problem->energy(next) == Approx(target).epsilon(1e-9));
    }
    CHECK(inside >= 100);
  }
}

TEST_CASE("A-1 corrects by conservative forces only", "[energy]") {
  const auto problem = ProblemRegistry::instance().make("forced_oscillator", {{"alpha", 0.5}});
  const State u = problem->start();
  const double h = 0.3;
  const State next = after_one(make("a_1"), *problem, u, h);
  Vec dv;
  problem->mass().solve(Vec(problem->linear_stiffness() * (u.x - next.x)), dv);
  CHECK((next.v - ((next.x - u.x) / h - h * dv)).norm() <= 1e-11 * next.v.norm());
}

TEST_CASE("the sparse variant corrects one step in three at most", "[energy]") {
  const auto problem = chain();
  const Run motion = run("a_search", {{"sparse", true}}, *problem, 0.05, 300);
  int corrected = 0, last = -3;
  for (int i = 0; i < 300; ++i) {
    if (motion.alpha[std::size_t(i)] == 1) continue;
    ++corrected;
    CHECK(i - last >= 3);
    last = i;
  }
  CHECK(corrected >= 10);
  CHECK(corrected <= 100);
  CHECK(run("a_search", {{"sparse", false}}, *problem, 0.05, 2).alpha[0] != 1);
}

TEST_CASE("alpha is reported where that is asked for, and its range has to be one", "[energy]") {
  const auto problem = chain();
  AnyIntegrator method = make("a_search");
  const CountedProblem counted(*problem);
  method->init(counted, 0.1);
  State u = problem->start();
  REQUIRE(method->step(u).ok());
  CHECK(method->reported().empty());
  CHECK_THROWS_WITH(make("a_search", {{"alpha_min", 1.2}}), Catch::Contains("at most alpha_max"));
}

// Appendix E, in the limit of an infinitely stiff wall. Its v3 = 1 + v2 of A-search is that of
// alpha = 1: below its energy, A-search takes alpha_max in this step, too.
TEST_CASE("A-1 and A-search bounce off a wall with the speed they came with", "[energy]") {
  for (const double beta : {0.1, 0.5, 0.8}) {
    INFO("phase " << beta);
    check_near(bounce("a_1", {}, beta, 4), {-1, -beta, 1 - beta, 1});
    for (const double most : {1.1, 2.}) {
      const double second = -std::min(beta * most, 1.), third = std::min(most * (1 + second), 1.);
      check_near(bounce("a_search", {{"alpha_max", most}}, beta, 4), {-1, second, third, 1});
    }
    const double end = beta < 2. / 3 ? 3 - 4 * beta : 8 * beta - 5;
    CHECK(bounce("trapezoidal", {}, beta, 3)[2] == Approx(end).margin(1e-5));
  }
}

// Appendix E says that the particle leaves with speed 1 whatever energy A-search assumes. With the
// assumed speed V = 1.5 that holds for alpha_max = 1 only: the first step, alpha = 1.1, already
// makes it faster.
TEST_CASE("A-search leaves a wall faster where its energy is assumed too large", "[energy]") {
  for (const double beta : {0.1, 0.5, 0.8}) {
    const auto last = [&](double most) {
      const Settings assumed = {{"tau", 1e-9}, {"ground_energy", 1.125}, {"alpha_max", most}};
      return bounce("a_search", assumed, beta, 4).back();
    };
    INFO("phase " << beta << ": " << last(1.1));
    CHECK(last(1) == Approx(1).margin(1e-5));
    CHECK(last(1.1) > 1.1);
    CHECK(last(1.1) < 1.22);
  }
}

TEST_CASE("blending is the midpoint rule on linear problems, and never above its energy",
          "[energy]") {
  for (const Settings& settings : {Settings{}, Settings{{"alpha", 0.3}, {"beta", 0.05}}}) {
    const auto problem = ProblemRegistry::instance().make("forced_oscillator", settings);
    const Run a = run("blending", {}, *problem, 0.1, 50);
    const Run b = run("implicit_midpoint", {}, *problem, 0.1, 50);
    CHECK((a.states.back().x - b.states.back().x).norm() <= 1e-10);
  }
  const auto problem = chain();
  const double H = problem->energy(problem->start());
  int held = 0;
  for (const State& u : run("blending", {}, *problem, 0.2, 200).states) {
    CHECK(problem->energy(u) <= H * (1 + 1e-11));
    held += problem->energy(u) > H * (1 - 1e-9);
  }
  CHECK(held >= 5);
  double highest = 0;
  for (const State& u : run("implicit_midpoint", {}, *problem, 0.2, 200).states)
    highest = std::max(highest, problem->energy(u));
  CHECK(highest > H * 1.001);
}

}  // namespace energy_controllable_tests
