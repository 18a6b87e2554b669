// An integrator whose work and error depend on parameters with ladders; the test program alone has
// it.

#include "base/error.hpp"
#include "integrators/contract/registry.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <string>
#include <thread>

namespace stiffbench {
namespace {

enum class Algorithm { slow, fast, wrong, uncounted, prepares };
constexpr auto names_of(Algorithm) {
  return std::array{"slow", "fast", "wrong", "uncounted", "prepares"};
}

/// Velocity Verlet that evaluates the force again and again, in proportion to the digits of its
/// tolerance, and whose positions grow by the tolerance times h in each step.
class Laddered {
 public:
  Laddered(std::string name, double tolerance, bool hurries = false)
      : name_(std::move(name)), hurries_(hurries), usual_(tolerance), tolerance_(tolerance) {}
  Laddered() : Laddered("test_ladder", 1e-9) {}
  Facts facts() const {
    return {.name = name_, .title = "a test's own", .doi = "", .family = Family::other};
  }
  static void parameters(auto& self, auto&& parameter) {
    parameter("algorithm", self.algorithm_, one_of<Algorithm>(),
              "wrong adds 1% to every position, uncounted sleeps, prepares sleeps in init() alone",
              Ladder{"slow", "fast", "wrong", "uncounted", "prepares"});
    parameter("tolerance", self.tolerance_, between(1e-16, 1), "relative",
              Ladder{1e-12, 1e-9, 1e-6, 1e-3, 1e-1});
    parameter("divisor", self.divisor_, positive(), "of the work of fast", Ladder{1., 2.});
    parameter("gain", self.gain_, positive(), "of the work; it has no ladder");
    parameter("floor", self.floor_, between(1e-16, 1),
              "smaller tolerances stagnate, and init() refuses more than 0.9; it has no ladder");
  }
  void resolve() const {
    if (algorithm_ != Algorithm::fast && divisor_ != 1)
      throw Error("divisor needs algorithm=fast", "another one", "leave it out");
  }
  int order(const Problem&) const { return 2; }
  void init(const CountedProblem& problem, double h) {
    if (floor_ > 0.9) throw Error("floor is at most 0.9", "more", "take a smaller one");
    problem_ = &problem;
    h_ = h;
    if (algorithm_ == Algorithm::prepares)
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  Outcome step(State& u) {
    if (tolerance_ < floor_) return {Status::krylov_stagnated, "the tolerance is below the floor"};
    const double digits = -std::log10(tolerance_);
    const double calls = 200 * gain_ * digits *
                         (algorithm_ == Algorithm::slow   ? 4
                          : algorithm_ == Algorithm::fast ? 2 / divisor_
                                                          : 0.1);
    if (algorithm_ == Algorithm::uncounted || (hurries_ && tolerance_ != usual_))
      std::this_thread::sleep_for(std::chrono::microseconds(500));
    Vec f, acceleration;
    for (long i = 0; i < std::lround(calls); ++i) problem_->force(u, f);
    problem_->mass().solve(f, acceleration);
    u.v += h_ / 2 * acceleration;
    u.x += h_ * u.v;
    u.x *= 1 + tolerance_ * h_ + (algorithm_ == Algorithm::wrong ? 0.01 * h_ : 0);
    problem_->force(u, f);
    problem_->mass().solve(f, acceleration);
    u.v += h_ / 2 * acceleration;
    u.t += h_;
    return {};
  }

 private:
  std::string name_;
  bool hurries_;  // with its default tolerance; it sleeps with every other one
  Algorithm algorithm_ = Algorithm::slow;
  double usual_, tolerance_, divisor_ = 1, gain_ = 1, floor_ = 1e-15;
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
};

const bool enrolled = enrol(Laddered{}) && enrol(Laddered{"test_ladder_bad_default", 1e-14}) &&
                      enrol(Laddered{"test_ladder_loose_default", 0.1}) &&
                      enrol(Laddered{"test_ladder_hurried_default", 1e-9, true});

}  // namespace
}  // namespace stiffbench
