// A method beside a known one: a wrong coefficient that leaves the order alone shows in errors and
// growth, and a stability function that is not the method's is found.

#include "harness/checks/growth.hpp"
#include "harness/checks/known_methods.hpp"
#include "integrators/kernels/newton/newton.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace known_methods_tests {

using namespace stiffbench;

namespace {

double wilson_weight = 1.0 / 3;  // of H^2 a in the inner position

/// Wilson's theta method (Bathe, Wilson, DOI 10.1002/eqe.4290010305): the acceleration is linear
/// over H = theta h.
class Wilson {
 public:
  Facts facts() const {
    return {.name = "test_wilson",
            .title = "a test's own",
            .doi = "",
            .family = Family::implicit,
            .stages = 1};
  }
  int order(const Problem&) const { return 2; }
  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    fresh_ = true;
    newton_.init(problem);
  }
  Outcome step(State& u) {
    constexpr double theta = 1.4;
    const double H = theta * h_;
    if (fresh_) {
      problem_->force(u, f_);
      problem_->mass().solve(f_, a_);
      fresh_ = false;
    }
    stage_.t = u.t + H;
    stage_.x0 = u.x + H * u.v + wilson_weight * H * H * a_;
    stage_.v0 = u.v + H / 2 * a_;
    stage_.velocity = H / 2;
    stage_.position = H * H / 6;
    inner_ = u;
    if (Outcome outcome = newton_.solve(stage_, inner_, inner_a_); !outcome.ok()) return outcome;
    const Vec next = a_ + (inner_a_ - a_) / theta;
    u.x += h_ * u.v + h_ * h_ / 6 * (2 * a_ + next);
    u.v += h_ / 2 * (a_ + next);
    u.t += h_;
    a_ = next;
    return {};
  }

 private:
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool fresh_ = true;
  Newton newton_;
  StageEquation stage_;
  State inner_;
  Vec f_, a_, inner_a_;
};

const bool enrolled = enrol(Wilson{});

AnyIntegrator make(const std::string& name) { return IntegratorRegistry::instance().make(name); }

/// The ratios of its errors to newmark's, with this weight.
std::vector<ErrorRatio> ratios_with(double weight) {
  wilson_weight = weight;
  const auto checks = check_orders({.integrators = {"test_wilson", "newmark"},
                                    .problems = declared_sets("duffing_chain"),
                                    .limits = {.timeout = 60}},
                                   [](const OrderCheck&) {});
  wilson_weight = 1.0 / 3;
  for (const OrderCheck& check : checks)
    CHECK(check.measurement.verdict == OrderVerdict::ok);  // the order sees neither
  return error_ratios(checks, "test_wilson", "newmark");
}

}  // namespace

TEST_CASE("every known method exists, and none stands beside itself") {
  for (auto& method : IntegratorRegistry::instance().all()) {
    const Facts facts = method->facts();
    const auto oscillator = ProblemRegistry::instance().make("oscillator", {});
    if (method->adaptive() || !method->why_not_applicable(*oscillator).empty()) continue;
    const std::string beside = known_method_beside(facts, method->order(*oscillator));
    INFO(facts.name << " beside " << beside);
    CHECK(beside != facts.name);
    if (beside.empty()) continue;
    const int order = make(beside)->order(*oscillator);
    CHECK(order == method->order(*oscillator));
    // A method of a lower order on nonlinear problems would leave hardly a set to compare errors
    // on.
    const auto nonlinear = ProblemRegistry::instance().make("duffing_chain", {});
    CHECK(make(beside)->order(*nonlinear) == order);
  }
  CHECK(known_method_beside(make("hht_alpha")->facts(), 2) == "newmark");
  CHECK(known_method_beside(make("newmark")->facts(), 2) != "newmark");
  CHECK(known_method_beside(make("newmark")->facts(), 17).empty());
}

TEST_CASE("a wrong coefficient that leaves the order alone shows beside a known method") {
  const auto right = ratios_with(1.0 / 3), wrong = ratios_with(1.0 / 4);
  REQUIRE(!right.empty());
  REQUIRE(right.size() == wrong.size());
  for (const auto& [set, h, ratio] : wrong) {
    const auto match = std::ranges::find(right, set, &ErrorRatio::set);
    REQUIRE(match != right.end());
    INFO(set << " at h = " << h << ": " << ratio << ", and right " << match->ratio);
    CHECK(std::abs(std::log(ratio / match->ratio)) > std::log(1.5));
  }
  const Growth sound = growth_of(make("test_wilson"), 1000);
  CHECK_FALSE(sound.grows());
  wilson_weight = 1.0 / 4;
  const Growth unsound = growth_of(make("test_wilson"), 1000);
  wilson_weight = 1.0 / 3;
  CHECK(std::abs(unsound.radius - sound.radius) > 0.05);
}

TEST_CASE("growth is that of the stability function, and of no other") {
  for (const char* name : {"rk4", "explicit_euler", "sdirk2", "gauss4", "ros3pl"})
    for (const double h_omega : {0.1, 1., 1.9, 20.}) {
      const Growth growth = growth_of(make(name), h_omega);
      INFO(name << " at h omega = " << h_omega << ": " << growth.radius << growth.failure);
      CHECK(is_growth_of(*make(name)->stability(), growth));
      CHECK_FALSE(
          is_growth_of(*make("trapezoidal")->stability(), {h_omega, 1 + 2e-6, growth.dispersion}));
    }
  CHECK(growth_of(make("explicit_euler"), 1).radius == Approx(std::sqrt(2.0)));
  CHECK(growth_of(make("explicit_euler"), 1).grows());
  CHECK_FALSE(growth_of(make("newmark"), 5).grows());
  CHECK(growth_of(make("velocity_verlet"), 2.5).radius == Approx(4.0).epsilon(1e-6));
  CHECK_FALSE(is_growth_of(*make("rk4")->stability(), {1, std::nan(""), 0}));
}

}  // namespace known_methods_tests
