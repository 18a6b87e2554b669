// The correction of a step by closed contacts, on a linear body whose constrained step is known by
// its conditions, and on a ball.

#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <catch2/catch.hpp>

using namespace stiffbench;
using namespace stiffbench::test;
using namespace std::string_literals;

namespace {

constexpr int n = 12;
constexpr double h = 0.1;

/// M x'' = -K x, with x_i >= 0 for the first half of the unknowns, or for the first one twice.
class Floor final : public Problem {
 public:
  explicit Floor(bool twice = false) : twice_(twice) {
    start_.x = random_vector(n, 4);
    start_.x.head(n / 2) = -0.01 * start_.x.head(n / 2).cwiseAbs();
    start_.v = random_vector(n, 5);
  }
  State start() const override { return start_; }
  const Mass& mass() const override { return mass_; }
  Nature nature() const override { return {.linear = true, .contacts = true}; }
  void force(const State& u, Vec& f) const override { f = -(K_ * u.x); }
  void jacobian_times(const State&, const Vec& dx, const Vec&, Vec& df) const override {
    df = -(K_ * dx);
  }
  void stiffness(const State&, Mat& K) const override { K = K_; }
  const Mat& linear_stiffness() const override { return K_; }
  double potential(const State& u) const override { return u.x.dot(K_ * u.x) / 2; }
  double default_end_time() const override { return 1; }
  void closed_contacts(const State& u, Mat& G) const override {
    std::vector<Eigen::Triplet<double>> entries;
    int row = 0;
    for (int i = 0; i < (twice_ ? 1 : n / 2); ++i)
      for (int k = 0; k < (twice_ ? 2 : 1); ++k)
        if (u.x[i] <= 0) entries.emplace_back(row++, i, 1);
    G = Mat(row, n);
    G.setFromTriplets(entries.begin(), entries.end());
  }
  State start_;

 private:
  bool twice_;
  Mass mass_ = lumped_mass(n);
  Mat K_ = with_eigenvalues(Vec::LinSpaced(n, 1, 300));
};

State step(const Problem& problem, const std::string& method, const std::string& contact) {
  AnyIntegrator integrator =
      IntegratorRegistry::instance().make(method, {{"contact", contact}, {"tolerance", 1e-13}});
  const CountedProblem counted(problem);
  integrator.init(counted, h);
  State u = problem.start();
  REQUIRE(integrator.step(u).ok());
  return u;
}

/// Impulses in the places of contacts, complementary to what closes there, and none elsewhere.
int check_complementary(const Vec& impulse, const Vec& apart) {
  int active = 0;
  for (int i = 0; i < n; ++i) {
    CAPTURE(i, impulse[i], apart[i]);
    if (i >= n / 2) {
      CHECK(std::abs(impulse[i]) < 1e-11);
      continue;
    }
    CHECK(impulse[i] > -1e-11);
    CHECK(apart[i] > -1e-11);
    CHECK(std::abs(impulse[i] * apart[i]) < 1e-11);
    active += impulse[i] > 1e-6;
  }
  return active;
}

}  // namespace

TEST_CASE("a corrected step of implicit Euler is the step of the constrained body") {
  for (const char* rule : {"corrector", "printed"}) {
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
              b = step(floor, "sdirk2", "corrector");
  const Vec w = b.v - predicted.v;
  CHECK((b.x - predicted.x - h * w).norm() < 1e-13);
  CHECK(b.t == predicted.t);
  Vec impulse, Mw;
  const double d = (1 - 1 / std::sqrt(2)) * h;
  floor.mass().times(w, Mw);
  impulse = Mw + d * d * (floor.linear_stiffness() * w);
  CHECK(check_complementary(impulse, (b.x - a.x) / h) > 0);
}

TEST_CASE("a step without closing contacts is the predicted one, but for the printed rule") {
  for (const char* method : {"implicit_euler", "sdirk2", "sdirk3", "tr_bdf2_b", "sdirk4347"}) {
    INFO(method);
    Floor apart;
    apart.start_.x.setOnes();
    CHECK(step(apart, method, "corrector").v == step(apart, method, "none").v);
    CHECK(step(apart, method, "printed").v == step(apart, method, "none").v);
    Floor opening;
    opening.start_.v.head(n / 2).setConstant(30);
    CHECK(step(opening, method, "corrector").v == step(opening, method, "none").v);
    const double off =
        (step(opening, method, "printed").v - step(opening, method, "none").v).norm();
    CHECK((off > 0.1) == (method != "implicit_euler"s));
  }
}

TEST_CASE("contacts that depend on each other end a step") {
  const Floor floor(true);
  AnyIntegrator method = IntegratorRegistry::instance().make("sdirk2", {{"contact", "corrector"s}});
  const CountedProblem counted(floor);
  method.init(counted, h);
  State u = floor.start();
  u.v[0] = -10;
  const State before = u;
  const Outcome outcome = method.step(u);
  CHECK(outcome.status == Status::singular);
  CHECK((u.x == before.x && u.v == before.v && u.t == before.t));
}

TEST_CASE("only methods that obey contacts are inside the scope of a problem with them") {
  const Floor floor;
  for (const char* method : {"sdirk2", "rk4", "a_search"})
    CHECK_THAT(IntegratorRegistry::instance().make(method).unfit(floor),
               Catch::Contains("integrator.contact=corrector"));
  CHECK(IntegratorRegistry::instance().make("sdirk2", {{"contact", "corrector"s}}).unfit(floor) ==
        "");
}

TEST_CASE("a ball bounces where contacts are corrected, and loses energy") {
  const auto ball = ProblemRegistry::instance().make(
      "contact_ball", {{"frequency", 2L}, {"height", 0.1}, {"end_time", 1.0}});
  AnyIntegrator method = IntegratorRegistry::instance().make(
      "sdirk2", {{"contact", "corrector"s}, {"tolerance", 1e-6}});
  const CountedProblem counted(*ball);
  method.init(counted, 0.005);
  State u = ball->start();
  const auto outputs = ball->outputs(0);
  outputs->see(u);
  while (u.t < 0.6) {
    REQUIRE(method.step(u).ok());
    outputs->see(u);
  }
  const Settings result = outputs->result();
  CHECK(std::get<double>(result.at("specific_energy_loss")) > 0.01);
  CHECK(std::get<double>(result.at("specific_energy_loss")) < 0.9);
  CHECK(std::get<double>(result.at("least_gap")) < 0);
  CHECK(std::get<double>(result.at("least_gap")) > -0.02);
  const auto apexes = std::get<std::vector<double>>(result.at("apexes"));
  REQUIRE(apexes.size() >= 1);
  CHECK(apexes[0] > 0.01);
  CHECK(apexes[0] < 0.1);
}
