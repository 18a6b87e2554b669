// The correction of a step by closed contacts, on a linear body whose constrained step is known by
// its conditions, and on a ball.

#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/contact/floor.hpp"

#include <catch2/catch.hpp>

namespace contact_corrector_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using namespace std::string_literals;

namespace {

constexpr int n = Floor::n;
constexpr double h = 0.1;
using Kind = Floor::Kind;

State step(const Problem& problem, const std::string& method, const std::string& contact) {
  AnyIntegrator integrator =
      IntegratorRegistry::instance().make(method, {{"contact", contact}, {"tolerance", 1e-13}});
  const CountedProblem counted(problem);
  integrator->init(counted, h);
  State u = problem.start();
  REQUIRE(integrator->step(u).ok());
  return u;
}

}  // namespace

TEST_CASE("a corrected step of implicit Euler is the step of the constrained body") {
  for (const char* rule : {"lcp", "lcp_as_printed"}) {
    const Floor floor;
    const State a = floor.start(), b = step(floor, "implicit_euler", rule);
    CHECK((b.x - a.x - h * b.v).norm() < 1e-13);
    Vec f, impulse;
    floor.force(b, f);
    floor.mass().times(b.v - a.v, impulse);
    impulse -= h * f;
    const int active = check_complementary(impulse, b.v);
    CHECK(active > 0);
    CHECK(active < n / 2);
  }
}

TEST_CASE("a corrected step of SDIRK2 is the nearest one that keeps contacts apart") {
  const Floor floor;
  const State a = floor.start(), predicted = step(floor, "sdirk2", "none"),
              b = step(floor, "sdirk2", "lcp");
  const Vec w = b.v - predicted.v;
  CHECK((b.x - predicted.x - h * w).norm() < 1e-13);
  CHECK(b.t == predicted.t);
  Vec impulse, Mw;
  floor.mass().times(w, Mw);
  impulse = Mw + h * h * (floor.linear_stiffness() * w);
  CHECK(check_complementary(impulse, (b.x - a.x) / h) > 0);
}

TEST_CASE("a step without closing contacts is the predicted one, but for the printed rule") {
  for (const char* method : {"implicit_euler", "sdirk2", "sdirk3", "tr_bdf2_b", "sdirk4347"}) {
    INFO(method);
    Floor apart;
    apart.start_.x.setOnes();
    CHECK(step(apart, method, "lcp").v == step(apart, method, "none").v);
    CHECK(step(apart, method, "lcp_as_printed").v == step(apart, method, "none").v);
    Floor opening;
    opening.start_.v.head(n / 2).setConstant(30);
    CHECK(step(opening, method, "lcp").v == step(opening, method, "none").v);
    const double off =
        (step(opening, method, "lcp_as_printed").v - step(opening, method, "none").v).norm();
    CHECK((off > 0.1) == (method != "implicit_euler"s));
  }
}

TEST_CASE("a step that cannot be corrected ends, and the state stays") {
  const auto [kind, status] =
      GENERATE(std::pair(Kind::twice, Status::singular), std::pair(Kind::lid, Status::infeasible));
  Floor floor(kind);
  floor.start_.v[0] = -10;
  AnyIntegrator method = IntegratorRegistry::instance().make("sdirk2", {{"contact", "lcp"s}});
  const CountedProblem counted(floor);
  method->init(counted, h);
  State u = floor.start();
  const State before = u;
  const Outcome outcome = method->step(u);
  CHECK(outcome.status == status);
  CHECK_FALSE(outcome.reason.empty());
  CHECK((u.x == before.x && u.v == before.v && u.t == before.t));
}

TEST_CASE("methods that correct contacts and problems that have them go together") {
  const Floor floor;
  for (const char* method : {"sdirk2", "rk4", "a_search"})
    CHECK_THAT(IntegratorRegistry::instance().make(method)->why_not_applicable(floor),
               Catch::Contains("integrator.contact=lcp"));
  const AnyIntegrator corrected =
      IntegratorRegistry::instance().make("sdirk2", {{"contact", "lcp"s}});
  CHECK(corrected->why_not_applicable(floor) == "");
  CHECK_THAT(corrected->why_not_applicable(*ProblemRegistry::instance().make("fput")),
             Catch::Contains("no contacts"));
}

TEST_CASE("work counts what a correction takes, and nothing where no contact closes") {
  const auto work = [](const Floor& floor, const std::string& contact) {
    AnyIntegrator method = IntegratorRegistry::instance().make("sdirk2", {{"contact", contact}});
    const CountedProblem counted(floor);
    method->init(counted, h);
    State u = floor.start();
    REQUIRE(method->step(u).ok());
    return counted.work();
  };
  Floor closing, opening;
  opening.start_.v.head(n / 2).setConstant(30);
  const Work with = work(closing, "lcp"), without = work(closing, "none");
  CHECK(with.factorize == without.factorize + 1);
  CHECK(with.solve == without.solve + n / 2);  // a column for each contact
  CHECK(with.newton_iterations == without.newton_iterations);
  CHECK(work(opening, "lcp").solve == work(opening, "none").solve);
  CHECK(work(opening, "lcp").factorize == work(opening, "none").factorize);
}

TEST_CASE("what a ball loses in a bounce whose contacts are corrected") {
  // The energy at the start is 5.886 J/kg; from 0.5 s on the ball may touch the ground again.
  const auto [name, contact, least, most] = GENERATE(
      std::tuple("sdirk2", "lcp"s, 0.1, 0.17), std::tuple("sdirk2", "lcp_as_printed"s, 0.22, 0.32),
      std::tuple("implicit_euler", "lcp"s, 0.45, 0.65));
  const auto ball = ProblemRegistry::instance().make(
      "contact_ball", {{"frequency", 2L}, {"height", 0.1}, {"end_time", 0.5}});
  AnyIntegrator method =
      IntegratorRegistry::instance().make(name, {{"contact", contact}, {"tolerance", 1e-6}});
  const CountedProblem counted(*ball);
  method->init(counted, 0.005);
  State u = ball->start();
  const auto outputs = ball->outputs(0);
  for (int i = 0; i < 97; ++i) {
    outputs->see(u);
    REQUIRE(method->step(u).ok());
  }
  outputs->see(u);
  const Settings result = outputs->result();
  INFO(name << " " << contact);
  CHECK(std::get<double>(result.at("specific_energy_loss")) > least);
  CHECK(std::get<double>(result.at("specific_energy_loss")) < most);
  CHECK(std::get<double>(result.at("most_energy")) <= ball->energy(ball->start()) * (1 + 1e-9));
  CHECK(std::get<double>(result.at("least_gap")) < 0);
  CHECK(std::get<double>(result.at("least_gap")) > -0.01);
  CHECK(std::get<std::vector<double>>(result.at("apexes")).size() == 1);
}

}  // namespace contact_corrector_tests
