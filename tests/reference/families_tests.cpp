#include "problems/contract/error_measures.hpp"
#include "problems/contract/registry.hpp"
#include "reference/collocation.hpp"
#include "reference/extrapolation.hpp"
#include "reference/families.hpp"
#include "reference/fehlberg.hpp"
#include "reference/scales.hpp"
#include "tests/base/scratch.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <csignal>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

namespace families_tests {

using namespace stiffbench;
using namespace stiffbench::references;

namespace {

std::unique_ptr<Problem> make(const std::string& name, const Settings& settings = {}) {
  return ProblemRegistry::instance().make(name, settings);
}

/// The final position after `steps` steps, in long double.
template <class Method>
VecOf<long double> final_position(const Problem& problem, int steps) {
  const Equation<long double> equation(problem);
  StateOf<long double> u = problem.start().cast<long double>();
  const long double h = static_cast<long double>(problem.end_time()) / steps;
  Method method(equation, h);
  for (int i = 1; i <= steps; ++i) {
    method.step(u);
    u.t = h * i;
  }
  return u.x;
}

template <class Method>
double measured_order(const Problem& problem, int coarse, int fine) {
  const auto truth = final_position<Method>(problem, 8 * fine);
  const auto error = [&](int steps) {
    return static_cast<double>((final_position<Method>(problem, steps) - truth).norm());
  };
  return std::log(error(coarse) / error(fine)) / std::log(double(fine) / coarse);
}

}  // namespace

TEST_CASE("both methods have order 16 where damping, load and nonlinearity live") {
  const auto duffing = make("duffing_chain", {{"damping", 0.5}, {"end_time", 2.0}});
  const auto forced =
      make("forced_oscillator", {{"alpha", 0.3}, {"beta", 0.05}, {"end_time", 4.0}});
  for (const Problem* problem : {duffing.get(), forced.get()}) {
    INFO(problem->name());
    const double extrapolated = measured_order<Extrapolation<long double>>(*problem, 8, 12);
    CHECK(extrapolated > 15);
    CHECK(extrapolated < 17.5);
    const double collocated = measured_order<Collocation<long double>>(*problem, 5, 7);
    CHECK(collocated > 15);
    CHECK(collocated < 17.5);
    const double fehlberg = measured_order<Fehlberg<long double>>(*problem, 40, 60);
    CHECK(fehlberg > 7.7);
    CHECK(fehlberg < 8.4);
    const double fewer_columns = measured_order<Extrapolation<long double, 4>>(*problem, 40, 60);
    CHECK(fewer_columns > 7.7);
    CHECK(fewer_columns < 8.4);
  }
}

namespace {

bool same(const Trajectory& a, const Trajectory& b) {
  if (a.states.size() != b.states.size() || a.evaluations != b.evaluations) return false;
  for (std::size_t i = 0; i < a.states.size(); ++i)
    if (a.states[i].t != b.states[i].t || a.states[i].x != b.states[i].x ||
        a.states[i].v != b.states[i].v)
      return false;
  return a.outputs == b.outputs;
}

/// Integrates in a process of its own that is killed when `share` is done.
void integrate_until_killed(const Problem& problem, const Family& family, const Integration& asked,
                            double share) {
  const pid_t child = ::fork();
  if (child == 0) {
    family.run(problem, asked, [&](double done) {
      if (done >= share) ::kill(::getpid(), SIGKILL);
    });
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
}

}  // namespace

TEST_CASE("an integration that was killed goes on, to the same result bit by bit") {
  const test::Scratch scratch;
  const auto chain = make("duffing_chain", {{"damping", 0.5}});
  const auto flag = make("flag", {{"rows", 3L}, {"columns", 4L}, {"end_time", 0.01}});
  // Killed after the ball has touched, and the cube has turned.
  const auto ball =
      make("bouncing_ball", {{"frequency", 1L}, {"height", 0.0011}, {"end_time", 0.01}});
  const auto cube = make("rotating_cube", {{"cells", 1L}, {"end_time", 0.02}});
  for (const Problem* problem : {chain.get(), flag.get(), ball.get(), cube.get()})
    for (const bool extended : {false, true})
      for (const Family& family : {collocation(), extrapolation(), fehlberg8(), extrapolation8()}) {
        INFO(problem->name() << ", " << family.name << ", extended " << extended);
        Integration asked{.checkpoints = 3, .steps = 41, .extended = extended, .keep_every = 0};
        const Trajectory whole = family.run(*problem, asked, {});
        asked.file = scratch.path() / "kept";
        integrate_until_killed(*problem, family, asked, 0.4);
        integrate_until_killed(*problem, family, asked, 0.8);  // past the first checkpoint
        REQUIRE(std::filesystem::exists(asked.file));
        double first = 1;
        const Trajectory resumed =
            family.run(*problem, asked, [&](double done) { first = std::min(first, done); });
        CHECK(first > 0.79);
        CHECK(same(resumed, whole));
        bool stepped = false;  // what is finished is kept whole
        CHECK(same(family.run(*problem, asked, [&](double) { stepped = true; }), whole));
        CHECK_FALSE(stepped);
        std::filesystem::remove(asked.file);
      }
}

TEST_CASE("a damaged file of an unfinished integration is not taken up") {
  const test::Scratch scratch;
  const auto problem = make("duffing_chain");
  Integration asked{.checkpoints = 2, .steps = 30, .keep_every = 0};
  const Trajectory whole = fehlberg8().run(*problem, asked, {});
  asked.file = scratch.path() / "kept";
  integrate_until_killed(*problem, fehlberg8(), asked, 0.6);
  const auto size = std::filesystem::file_size(asked.file);
  SECTION("cut short") { std::filesystem::resize_file(asked.file, size / 2); }
  SECTION("empty") { std::filesystem::resize_file(asked.file, 0); }
  SECTION("one byte changed") {
    std::fstream file(asked.file, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(static_cast<std::streamoff>(size / 2));
    const int byte = file.get();
    file.seekp(static_cast<std::streamoff>(size / 2));
    file.put(static_cast<char>(byte ^ 1));
  }
  double first = 1;
  const Trajectory anew =
      fehlberg8().run(*problem, asked, [&](double done) { first = std::min(first, done); });
  CHECK(first < 0.1);
  CHECK(same(anew, whole));
}

TEST_CASE("Gauss-Legendre coefficients satisfy Butcher's simplifying assumptions") {
  const auto problem = make("oscillator");
  const Equation<long double> equation(*problem);
  const Collocation<long double> method(equation, 0.1L);
  const auto c = method.nodes(), b = method.weights();
  for (int k = 1; k <= 16; ++k) {
    const auto power = c.array().pow(k - 1).matrix().eval();
    INFO("k = " << k);
    CHECK(std::abs(b.dot(power) - 1.0L / k) < 1e-18L);
    if (k > 8) continue;
    const auto miss = method.coefficients() * power - (c.array().pow(k) / k).matrix();
    CHECK(miss.cwiseAbs().maxCoeff() < 1e-18L);
  }
}

TEST_CASE("both methods meet the closed forms") {
  struct Case {
    const char* name;
    Settings settings;
    double tolerance;  // that of the closed form, evaluated in double
  };
  const Case cases[] = {{"oscillator", {}, 1e-15},
                        {"damped_oscillator", {{"mass", 2.0}}, 1e-15},
                        {"forced_oscillator", {}, 2e-14},
                        {"forced_oscillator", {{"alpha", 0.3}, {"beta", 0.05}}, 2e-14},
                        {"forced_oscillator", {{"consistent", true}, {"alpha", 0.3}}, 1e-13},
                        // Its force has two kinks on the way, neither at the end of a step.
                        {"particle_wall", {{"stiffness", 100.0}, {"x0", 0.456}}, 1e-13}};
  for (const auto& [name, settings, tolerance] : cases) {
    const auto problem = make(name, settings);
    CHECK(can_extend(*problem) == (settings.count("consistent") == 0));
    std::vector<State> exact;
    for (int i = 1; i <= 5; ++i) exact.push_back(*problem->exact(problem->end_time() * i / 5));
    for (const Family& family : {collocation(), extrapolation()}) {
      const auto run = family.run(
          *problem, {.checkpoints = 5, .steps = 20, .extended = can_extend(*problem)}, {});
      INFO(name << ", " << family.name);
      REQUIRE(run.states.size() == 5);
      CHECK(run.states[2].t == Approx(exact[2].t));
      CHECK(run.evaluations > 0);
      const ErrorMeasures e = measure(*problem, run.states, exact);
      CHECK(e.position_l2_relative < tolerance);
      CHECK(e.velocity_l2_relative < tolerance);
    }
  }
}

TEST_CASE("steps end where any one of many contacts begins or ends") {
  // Some vertices touch while others do already, and chatter. With steps that end at the first
  // contact alone the two differ by 2e-4.
  const auto ball =
      make("bouncing_ball", {{"frequency", 2L}, {"height", 0.02}, {"end_time", 0.12}});
  const auto by = [&](const Family& family, long steps) {
    const Trajectory run = family.run(*ball, {.checkpoints = 1, .steps = steps}, {});
    REQUIRE(run.states.back().x.allFinite());
    CHECK(run.outputs.at("contacts") > 2);
    CHECK(run.outputs.at("separation_time") == Approx(0.1065).epsilon(1e-3));
    return run.states;
  };
  CHECK(largest_relative_difference(by(collocation(), 800), by(extrapolation(), 1200)) < 1e-5);
}

TEST_CASE("a compensated sum keeps increments below the last digit") {
  Vec sum = Vec::Ones(1);
  CompensatedSum<double> compensated(1);
  for (int i = 0; i < 100000; ++i) compensated.add(sum, Vec::Constant(1, 1e-17));
  CHECK(sum[0] == Approx(1 + 1e-12).epsilon(1e-15));
  CHECK(sum[0] != 1);
}

TEST_CASE("a step far too large ends in states that are not finite") {
  const auto problem = make("fput");
  for (const Family& family : {collocation(), extrapolation(), fehlberg8(), extrapolation8()}) {
    const auto run = family.run(*problem, {.checkpoints = 3, .steps = 2}, {});
    REQUIRE(run.states.size() == 3);
    CHECK_FALSE(run.states.back().x.allFinite());
  }
}

TEST_CASE("the fastest rate is the largest frequency or decay") {
  const auto at_start = [](const std::unique_ptr<Problem>& problem) {
    return fastest_rate(*problem, problem->start());
  };
  CHECK(at_start(make("oscillator", {{"omega", 7.0}, {"mass", 3.0}})) == Approx(7));
  CHECK(at_start(make("fput")) == Approx(100).epsilon(1e-3));
  CHECK(at_start(make("forced_oscillator", {{"alpha", 1e3}})) == Approx(1e3).epsilon(1e-3));
  // At rest its springs are at their softest.
  const auto chain = make("duffing_chain", {{"x0", 0.0}, {"v0", 10.0}});
  CHECK(estimate_scales(*chain).rate > 1.2 * at_start(chain));
}

}  // namespace families_tests
