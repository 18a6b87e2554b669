// Methods of nonsmooth contact: single steps by the conditions that define them, motions of one
// mass by its closed form and by what is known of their energies, and d'Alembert's bar.

#include "base/dense.hpp"
#include "integrators/kernels/contact/complementarity.hpp"
#include "problems/contract/optional/contact_constraints.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/contact/floor.hpp"
#include "tests/integrators/kernels/run_steps.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <random>
#include <set>

namespace nonsmooth_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using namespace std::string_literals;

namespace {

constexpr double h = 0.1;
const std::set<std::string> nonsmooth{"cd_lagrange", "kane_newmark", "moreau_jean"};

std::unique_ptr<Problem> mass(const Settings& settings = {}) {
  return ProblemRegistry::instance().make("impact_oscillator", settings);
}

/// Calls `see` with the states before and after each of these steps; each must end ok.
void each_step(AnyIntegrator method, const Problem& problem, double step, int steps,
               const std::function<void(const State&, const State&)>& see) {
  const CountedProblem counted(problem);
  method->init(counted, step);
  State u = problem.start();
  for (int i = 0; i < steps; ++i) {
    const State before = u;
    REQUIRE(method->step(u).ok());
    see(before, u);
  }
}

Vec force_at(const Problem& problem, const State& u) {
  Vec f;
  problem.force(u, f);
  return f;
}
Vec momentum(const Problem& problem, const Vec& v) {
  Vec p;
  problem.mass().times(v, p);
  return p;
}

const Floor::Parts everything{.drag = 0.7, .cubic = 40, .restitution = 0.3};

}  // namespace

TEST_CASE("complementarity problems have the solution among all sets of active contacts") {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> number(-1, 1);
  constexpr int n = 6;
  int pushing = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Eigen::MatrixXd A = Eigen::MatrixXd::NullaryExpr(n, n, [&] { return number(generator); });
    const Eigen::MatrixXd W = A * A.transpose() + 0.1 * Eigen::MatrixXd::Identity(n, n);
    const Vec g = Vec::NullaryExpr(n, [&] { return number(generator); });
    Vec lambda;
    REQUIRE(solve_complementarity(W, g, lambda).ok());
    for (int set = 0; set < 1 << n; ++set) {
      std::vector<int> active;
      for (int i = 0; i < n; ++i)
        if (set >> i & 1) active.push_back(i);
      Vec all = Vec::Zero(n);
      if (!active.empty()) all(active) = dense::solve(W(active, active), -g(active));
      if (all.minCoeff() < 0 || (W * all + g).minCoeff() < -1e-12) continue;
      CHECK((all - lambda).norm() < 1e-11);
      pushing += set != 0;
    }
  }
  CHECK(pushing > 100);
}

TEST_CASE("methods of nonsmooth contact are their smooth methods without contacts") {
  const auto same = [](const std::string& name, const Settings& settings, const std::string& smooth,
                       const Settings& of_smooth, double tolerance) {
    INFO(name);
    for (const char* of : {"fput", "damped_oscillator"}) {
      const auto problem = ProblemRegistry::instance().make(of);
      const State a = run(make(name, settings), *problem, 1e-3, 50),
                  b = run(make(smooth, of_smooth), *problem, 1e-3, 50);
      CHECK((a.x - b.x).norm() <= tolerance * b.x.norm());
      CHECK((a.v - b.v).norm() <= tolerance * b.v.norm());
    }
  };
  same("cd_lagrange", {}, "velocity_verlet", {}, 0);
  same("kane_newmark", {{"beta", 0.3}, {"gamma", 0.6}}, "newmark", {{"beta", 0.3}, {"gamma", 0.6}},
       1e-13);
  const Settings exact{{"tolerance", 1e-14}};
  same("moreau_jean", {{"tolerance", 1e-14}}, "implicit_midpoint", exact, 1e-10);
  same("moreau_jean", {{"theta", 1.0}, {"tolerance", 1e-14}}, "implicit_euler", exact, 1e-10);
}

TEST_CASE("methods that do not obey contacts refuse problems with rigid walls") {
  const auto ball = mass(),
             bar = ProblemRegistry::instance().make("hard_wall_bar", {{"rigid", true}}),
             spring = ProblemRegistry::instance().make("hard_wall_bar");
  int refused = 0;
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all()) {
    const std::string name = method->facts().name;
    INFO(name);
    for (const Problem* problem : {ball.get(), bar.get()}) {
      const std::string reason = method->why_not_applicable(*problem);
      CHECK(reason.empty() == nonsmooth.contains(name));
      refused += reason.find("no force keeps its contacts apart") != std::string::npos;
    }
    if (nonsmooth.contains(name)) CHECK(method->why_not_applicable(*spring).empty());
  }
  CHECK(refused > 100);
  const auto corrected = make("sdirk2", {{"contact", "lcp"s}});
  CHECK_THAT(corrected->why_not_applicable(*ball), Catch::Contains("rebound"));
  CHECK(corrected->why_not_applicable(*bar).empty());
  CHECK(corrected->why_not_applicable(*mass({{"restitution", 0.0}})).empty());
}

TEST_CASE(
    "a step of kane_newmark meets its equations, and its gaps are complementary to its forces") {
  const auto [beta, gamma] = GENERATE(std::pair(0.25, 0.5), std::pair(0.3, 0.65));
  for (const Floor& floor : {Floor(), Floor(everything)}) {
    const State a = floor.start();
    const State b =
        run(make("kane_newmark", {{"beta", beta}, {"gamma", gamma}, {"tolerance", 1e-14}}), floor,
            h, 1);
    const Vec f0 = force_at(floor, a), f1 = force_at(floor, b);
    const Vec lambda = momentum(floor, b.v - a.v) / h - (1 - gamma) * f0 - gamma * f1;  // G' lambda
    const Vec twice =
        momentum(floor, b.x - a.x - h * a.v) * (2 / (h * h)) - (1 - 2 * beta) * f0 - 2 * beta * f1;
    CHECK((lambda - twice).norm() < 1e-9 * lambda.norm());
    const int active = check_complementary(1e-3 * lambda, b.x);
    CHECK(active > 0);
    CHECK(active < Floor::n / 2);
  }
}

TEST_CASE("a step of moreau_jean meets its equations and Newton's law of impact") {
  const double theta = GENERATE(0.5, 0.8);
  for (const Floor& floor : {Floor(), Floor(everything)}) {
    const State a = floor.start();
    const State b = run(make("moreau_jean", {{"theta", theta}, {"tolerance", 1e-14}}), floor, h, 1);
    const Vec mean = (1 - theta) * a.v + theta * b.v;
    CHECK((b.x - a.x - h * mean).norm() < 1e-13);
    const Vec f = force_at(floor, {0, a.x + theta * h * mean, mean});
    Vec impulse = momentum(floor, b.v - a.v) - h * f;
    Vec apart = b.v + floor.restitution() * a.v;
    for (int i = 0; i < Floor::n / 2; ++i) {
      if (a.x[i] + h * a.v[i] <= 0 && a.v[i] <= 0) continue;
      CHECK(std::abs(impulse[i]) < 1e-11);  // not forecast to close
      impulse[i] = apart[i] = 0;
    }
    CHECK(check_complementary(impulse, apart) > 0);
  }
}

TEST_CASE("a step of cd_lagrange meets its equations and Newton's law of impact") {
  for (const Floor& floor : {Floor(), Floor(everything)}) {
    constexpr double small = 0.02;
    std::vector<State> states{floor.start()};
    each_step(make("cd_lagrange"), floor, small, 30,
              [&](const State&, const State& u) { states.push_back(u); });
    int active = 0;
    for (std::size_t i = 1; i + 1 < states.size(); ++i) {
      const Vec before = (states[i].x - states[i - 1].x) / small,
                after = (states[i + 1].x - states[i].x) / small;
      const Vec f = force_at(floor, {0, states[i].x, before});
      Vec impulse = momentum(floor, after - before) - small * f;
      Vec apart = after + floor.restitution() * before;
      for (int k = 0; k < Floor::n / 2; ++k) {
        if (states[i].x[k] <= 0) continue;
        CHECK(std::abs(impulse[k]) < 1e-11);
        impulse[k] = apart[k] = 0;
      }
      active += check_complementary(impulse, apart);
    }
    CHECK(active > 0);
  }
}

TEST_CASE("contacts that depend on each other end a run, and the state stays") {
  for (const std::string& name : nonsmooth) {
    INFO(name);
    Floor floor(Floor::Kind::twice);
    floor.start_.v[0] = -10;
    AnyIntegrator method = make(name);
    const CountedProblem counted(floor);
    method->init(counted, 0.01);
    State u = floor.start();
    const State before = u;
    const Outcome outcome = method->step(u);
    CHECK(outcome.status == Status::singular);
    CHECK_FALSE(outcome.reason.empty());
    CHECK((u.x == before.x && u.v == before.v && u.t == before.t));
  }
}

TEST_CASE(
    "kane_newmark never penetrates, and loses the energy of its contact force times the gap") {
  for (const Settings& settings :
       {Settings{{"end_time", 9.0}}, Settings{{"omega", 3.0}, {"rest", 0.2}, {"gravity", 0.0}}}) {
    const auto problem = mass(settings);
    const double start = problem->energy(problem->start());
    double lost = 0;
    each_step(make("kane_newmark"), *problem, 0.013, 600, [&](const State& a, const State& b) {
      CHECK(b.x[0] >= -1e-15);
      const double f = (force_at(*problem, a)[0] + force_at(*problem, b)[0]) / 2,
                   pushes = (b.v[0] - a.v[0]) / 0.013 - f;
      CHECK(pushes > -1e-12);
      lost += pushes * a.x[0];
      CHECK(problem->energy(b) <= start + 1e-12);
      CHECK(problem->energy(b) == Approx(start - lost).margin(1e-11));
    });
    CHECK(lost > 0.01 * start);
  }
}

TEST_CASE(
    "kane_newmark returns a share of a rigid mass' speed that depends on its place in the step") {
  for (const double s : {0.1, 0.5, 0.8}) {
    const auto problem = mass({{"gravity", 0.0}, {"x0", s * h}, {"v0", -1.0}});
    const State u = run(make("kane_newmark"), *problem, h, 1);
    CHECK(u.v[0] == Approx(1 - 2 * s).margin(1e-13));
    CHECK(std::abs(u.x[0]) < 1e-15);
  }
}

TEST_CASE("impulses return the coefficient of restitution of the speed") {
  for (const char* name : {"cd_lagrange", "moreau_jean"})
    for (const double e : {0., 0.3, 1.}) {
      const auto problem = mass({{"gravity", 0.0}, {"x0", 1.03}, {"v0", -2.0}, {"restitution", e}});
      double least = 1;
      each_step(make(name), *problem, h, 20,
                [&](const State&, const State& u) { least = std::min(least, u.x[0]); });
      const State u = run(make(name), *problem, h, 20);
      INFO(name << ", e = " << e);
      CHECK(u.v[0] == Approx(2 * e).margin(1e-14));
      // The impact is 0.03 m before the wall at the start of its step.
      const double share = name == "cd_lagrange"s ? 1 : (1 - e) / 2;
      CHECK(least == Approx(0.03 - 2 * h * share).margin(1e-13));
    }
}

TEST_CASE("a mass that lies on the wall stays there") {
  const auto problem = mass({{"x0", 0.0}});
  for (const std::string& name : nonsmooth) {
    INFO(name);
    each_step(make(name), *problem, h, 20, [&](const State&, const State& u) {
      CHECK(std::abs(u.x[0]) < 1e-14);
      // The velocity in the middle of steps is 0 in cd_lagrange.
      const double ahead = name == "cd_lagrange" ? h / 2 * 9.81 : 0;
      CHECK(u.v[0] == Approx(ahead).margin(1e-13));
    });
  }
}

TEST_CASE("cd_lagrange conserves the energy of velocity Verlet through elastic impacts") {
  const double omega = 3, centre = 0.2, step = 0.07, reduced = omega * omega * step * step / 4;
  const auto problem =
      mass({{"omega", omega}, {"rest", centre}, {"gravity", 0.0}, {"restitution", 1.0}});
  const auto modified = [&](const State& u) {
    return u.v[0] * u.v[0] / 2 + omega * omega / 2 * (1 - reduced) * std::pow(u.x[0] - centre, 2);
  };
  const double start = modified(problem->start()), energy = problem->energy(problem->start());
  int rebounds = 0;
  each_step(make("cd_lagrange"), *problem, step, 2000, [&](const State& a, const State& b) {
    CHECK(modified(b) == Approx(start).epsilon(1e-12));
    CHECK(std::abs(problem->energy(b) - energy) <= reduced * energy);  // the bound of Verlet
    rebounds += a.v[0] < 0 && b.v[0] > 0;
  });
  CHECK(rebounds > 60);
  const auto ball = mass({{"restitution", 1.0}});
  each_step(make("cd_lagrange"), *ball, 0.013, 2000, [&](const State&, const State& b) {
    CHECK(ball->energy(b) == Approx(9.81).epsilon(1e-11));
  });
}

TEST_CASE("cd_lagrange keeps the angular momentum of a spring that turns, but at impacts") {
  const auto problem = ProblemRegistry::instance().make(
      "spring_pendulum", {{"omega", 10.0}, {"turn", 2.0}, {"strain", 0.3}, {"wall", 0.5}});
  const auto momentum_of = [](const State& u) { return u.x[0] * u.v[1] - u.x[1] * u.v[0]; };
  const double start = problem->energy(problem->start());
  constexpr double step = 0.005;
  int impacts = 0, kept = 0;
  double most = 0;
  each_step(make("cd_lagrange"), *problem, step, 20'000, [&](const State& a, const State& b) {
    const bool jumps = a.v[1] < 0 && b.x[1] <= -0.5;
    impacts += jumps;
    kept += !jumps;
    if (!jumps) CHECK(momentum_of(b) == Approx(momentum_of(a)).margin(1e-12));
    most = std::max(most, std::abs(problem->energy(b) / start - 1));
  });
  CHECK(impacts > 50);
  CHECK(kept > 15'000);
  CHECK(most < 0.002);  // (omega h)^2/4 is 0.0006
}

TEST_CASE("moreau_jean conserves energy where theta and e allow it, and never gains any below") {
  const auto energies = [](double theta, double e) {
    const auto problem =
        mass({{"omega", 3.0}, {"rest", 0.2}, {"gravity", 0.0}, {"restitution", e}});
    std::vector<double> all{problem->energy(problem->start())};
    each_step(make("moreau_jean", {{"theta", theta}}), *problem, 0.07, 2000,
              [&](const State&, const State& u) { all.push_back(problem->energy(u)); });
    return all;
  };
  for (const double energy : energies(0.5, 1)) CHECK(energy == Approx(2.88).epsilon(1e-11));
  for (const auto& [theta, e] : {std::pair(0.5, 0.6), {0.8, 0.25}, {1., 0.}}) {
    INFO("theta = " << theta << ", e = " << e);
    const std::vector<double> all = energies(theta, e);
    for (std::size_t i = 1; i < all.size(); ++i) CHECK(all[i] <= all[i - 1] + 1e-13);
    CHECK(all.back() < 0.5 * all.front());
  }
}

TEST_CASE("through impacts methods with impulses have order one") {
  const auto error = [](const std::string& name, int steps) {
    double sum = 0;  // over starts whose impacts lie differently within a step
    for (int i = 0; i < 16; ++i) {
      const auto problem = mass({{"x0", 1 + 0.003 * i}, {"end_time", 1.6}});
      const State end = run(make(name), *problem, 1.6 / steps, steps), exact = *problem->exact(1.6);
      sum += std::abs(end.x[0] - exact.x[0]) + std::abs(end.v[0] - exact.v[0]);
    }
    return sum;
  };
  for (const char* name : {"cd_lagrange", "moreau_jean"}) {
    INFO(name);
    const double order = std::log2(error(name, 200) / error(name, 6400)) / 5;
    CHECK(order == Approx(1).margin(0.15));
  }
}

namespace {

/// The numbers of the outputs of a bar before a rigid wall after the whole span.
std::map<std::string, double> bounce(const std::string& method, long nodes, int steps) {
  const auto problem = ProblemRegistry::instance().make(
      "hard_wall_bar", {{"nodes", nodes}, {"rigid", true}, {"gap", 1e-4}});
  const auto outputs = problem->outputs(0);
  outputs->see(problem->start());
  each_step(make(method), *problem, problem->end_time() / steps, steps,
            [&](const State&, const State& u) { outputs->see(u); });
  return numbers_of(outputs->result());
}

}  // namespace

TEST_CASE("d'Alembert's bar before a rigid wall") {
  for (const std::string& name : nonsmooth)
    for (const auto& [nodes, bound] : {std::pair{26L, 0.06}, {201L, 0.015}}) {
      const auto end = bounce(name, nodes, static_cast<int>(6 * nodes));
      INFO(name << ", " << nodes << " nodes");
      for (const auto& [key, value] : end) UNSCOPED_INFO(key << " = " << value);
      CHECK(end.at("duration_ratio") == Approx(1).margin(bound));
      CHECK(end.at("force_ratio") == Approx(1).margin(bound));
      CHECK(end.at("restitution") == Approx(1).margin(bound));
    }
}

}  // namespace nonsmooth_tests
