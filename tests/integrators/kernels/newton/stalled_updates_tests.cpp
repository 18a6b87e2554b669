// Newton's iteration where updates are much too short, by a matrix that is too stiff along them or
// by conjugate gradients that end too early, and where they undo each other.

#include "integrators/kernels/newton/newton.hpp"
#include "problems/contract/optional/feasible_steps.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace stalled_updates_tests {

using namespace stiffbench;

namespace {

/// x'' = 3 x - 10 x^3: a double well with the valleys x = +-sqrt(0.3). Its projected stiffness is
/// 1e4 times too stiff, as that of bodies pressed together can be. Feasible for |x| < wall.
class Ridge final : public Problem, public ProjectedStiffness, public FeasibleSteps {
 public:
  explicit Ridge(double wall = 1e300) : mass_(Vec(Vec::Ones(1))), wall_(wall) {}
  State start() const override { return {0, Vec::Constant(1, 0.01), Vec::Zero(1)}; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override { return {}; }
  void force(const State& u, Vec& f) const override {
    farthest_ = std::max(farthest_, std::abs(u.x[0]));
    f = 3 * u.x - 10 * u.x.cwiseProduct(square(u));
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec&, Vec& df) const override {
    df = 3 * dx - 30 * square(u).cwiseProduct(dx);
  }
  void stiffness(const State& u, Mat& K) const override { write(30 * square(u)[0] - 3, K); }
  void projected_stiffness(const State&, Mat& K) const override { write(3e4, K); }
  const Mat& linear_stiffness() const override { return mass_.matrix(); }
  double potential(const State& u) const override {
    return -1.5 * square(u)[0] + 2.5 * square(u)[0] * square(u)[0];
  }
  double feasible_step(const Vec& x, const Vec& dx) const override {
    return std::abs(x[0] + dx[0]) < wall_ ? 1 : (wall_ - std::abs(x[0])) / std::abs(dx[0]);
  }
  double default_end_time() const override { return 1; }
  /// Largest |x| at which a force was asked for.
  double farthest() const { return farthest_; }

 private:
  static Vec square(const State& u) { return u.x.cwiseAbs2(); }
  void write(double k, Mat& K) const {
    if (K.rows() != 1) K = mass_.matrix();
    K.coeffRef(0, 0) = k;
  }
  Mass mass_;
  double wall_;
  mutable double farthest_ = 0;
};

struct Solved {
  Outcome outcome;
  State u;
  Work work;
};

/// The implicit Euler stage of 10 s from the top of the ridge.
Solved descend(const Ridge& ridge, NewtonOptions options) {
  const double h = 10;
  Newton newton;
  newton.options = options;
  newton.options.line_search = LineSearch::energy;
  newton.options.hessian_correction = HessianCorrection::psd_projection;
  newton.linear_solver = UpdateSolver::cholesky;
  const CountedProblem counted(ridge);
  newton.init(counted);
  StageEquation stage;
  stage.t = h;
  stage.x0 = ridge.start().x;
  stage.v0 = ridge.start().v;
  stage.velocity = h;
  stage.position = h * h;
  Solved solved;
  solved.u = ridge.start();
  Vec a;
  solved.outcome = newton.solve(stage, solved.u, a);
  solved.work = counted.work();
  return solved;
}

/// The equations a = b, solved by an iteration that pauses: unless it may leave no more than 1e-6,
/// it finds a hundredth of the solution and takes its error to be within the bounds.
class Pausing {
 public:
  void set_point(const Vec&) {}
  bool evaluate(const Vec& a, Vec& residual) {
    residual = b_ - a;
    return true;
  }
  bool is_factorized() const { return true; }
  Outcome factorize(HessianCorrection) { return {}; }
  bool iterates() const { return true; }
  Outcome solve(const Vec& residual, const Accuracy& accuracy, Vec& update) {
    error_ = std::max(accuracy.relative * residual.norm(), accuracy.absolute);
    update = (error_ <= 1e-6 ? 1 : 0.01) * residual;
    left_ = residual - update;
    return {};
  }
  double solve_error() const { return error_; }
  const Vec& solve_residual() const { return left_; }
  double size(const Vec& update, const Vec&) const { return update.norm(); }
  double scale(const Vec&) const { return 1; }
  double feasible_step(const Vec&) const { return 1; }
  double residual_norm(const Vec& residual) const { return residual.norm(); }
  double round_off(const Vec&) const { return 1e-15; }
  double potential() const { return 0; }
  std::string where(int, const Vec&) const { return "here"; }
  Work& work() { return work_; }
  double error(const Vec& a) const { return (b_ - a).norm(); }

 private:
  Vec b_ = Vec::Ones(2), left_;
  double error_ = 0;
  Work work_;
};

/// A potential of one unknown that is straight down to a kink and rises beyond, whose terms of 1e9
/// hide all changes: -a for a below the kink, then a parabola or a straight line.
class Kinked {
 public:
  double kink = 0.9, curvature = 25, rise = -1;
  /// The matrix, by the unknown.
  std::function<double(double)> matrix = [](double) { return 1.; };
  std::vector<double> starts;  ///< of all updates

  void set_point(const Vec& a) { a_ = a[0]; }
  bool evaluate(const Vec& a, Vec& residual) {
    residual = Vec::Constant(1, a[0] <= kink ? 1 : -rise - curvature * (a[0] - kink));
    return true;
  }
  bool is_factorized() const { return true; }
  Outcome factorize(HessianCorrection) { return {}; }
  bool iterates() const { return false; }
  Outcome solve(const Vec& residual, const Accuracy&, Vec& update) {
    starts.push_back(a_);
    update = residual / matrix(a_);
    return {};
  }
  double solve_error() const { return 0; }
  double size(const Vec& update, const Vec&) const { return update.norm(); }
  double scale(const Vec&) const { return 1; }
  double feasible_step(const Vec&) const { return 1; }
  double residual_norm(const Vec& residual) const { return residual.norm(); }
  double round_off(const Vec&) const { return 1e-15; }
  double potential() const {
    const double beyond = std::max(0., a_ - kink);
    return -std::min(a_, kink) + (rise + curvature / 2 * beyond) * beyond;
  }
  PotentialChange potential_change(const Vec&, const Vec&) const { return {0, 0, 1e9, 1}; }
  std::string where(int, const Vec&) const { return "here"; }
  Work& work() { return work_; }

 private:
  double a_ = 0;
  Work work_;
};

Outcome solve(NewtonIteration<Kinked>& iteration, int max_iterations = 100) {
  NewtonOptions options;
  options.tolerance = 1e-6;
  options.line_search = LineSearch::energy;
  options.refactorize = Refactorize::always;
  options.max_iterations = max_iterations;
  iteration.init(1);
  return iteration.solve(options);
}

}  // namespace

TEST_CASE("two updates that undo each other end where their rises add up", "[newton]") {
  NewtonIteration<Kinked> iteration;
  // The update from 0 ends at 1, and the one from 1 at 0.
  iteration.system.matrix = [](double a) { return a <= 0.9 ? 1 : a < 0.99 ? 25 : 1.5; };
  const Outcome outcome = solve(iteration);
  INFO(outcome.reason);
  CHECK(outcome.ok());
  CHECK(iteration.a[0] == Approx(0.94).epsilon(1e-5));
}

TEST_CASE("an update is shortened where its slope turns round by nine tenths", "[newton]") {
  NewtonIteration<Kinked> iteration;
  iteration.system.kink = 0.1;
  iteration.system.curvature = 0;
  iteration.system.rise = 0.9;
  solve(iteration, 2);
  REQUIRE(iteration.system.starts.size() == 2);
  CHECK(iteration.system.starts[1] == 0.125);  // where the potential falls, by 0.0775
}

TEST_CASE("an update is doubled only where the potential falls further", "[newton]") {
  NewtonIteration<Kinked> iteration;
  // From 0 the update by 0.25 is doubled once: at 1 the potential is above that at 0.5.
  iteration.system.kink = 0.6;
  iteration.system.curvature = 0;
  iteration.system.rise = 0.4;
  iteration.system.matrix = [](double) { return 4.; };
  solve(iteration, 3);
  REQUIRE(iteration.system.starts.size() == 3);
  CHECK(iteration.system.starts[1] == 0.5);
  CHECK(iteration.system.starts[2] == 0.75);
}

TEST_CASE("an update along which the matrix is too stiff is lengthened", "[newton]") {
  const Solved solved = descend(Ridge(), {});
  INFO(solved.outcome.reason);
  REQUIRE(solved.outcome.ok());
  CHECK(solved.work.indefinite > 0);
  // 1e4 steps of equal length would be needed otherwise.
  CHECK(solved.work.newton_iterations <= 20);
  // x - x0 = h^2 (3 x - 10 x^3)
  const double x = solved.u.x[0];
  CHECK(x - 0.01 == Approx(100 * (3 * x - 10 * x * x * x)).epsilon(1e-9));
  CHECK(x == Approx(std::sqrt(0.3)).epsilon(0.01));
}

TEST_CASE("a lengthened update stays feasible", "[newton]") {
  NewtonOptions options;
  options.max_iterations = 20;
  const Ridge ridge(0.4);  // a wall before the valley, which the potential does not tell
  descend(ridge, options);
  CHECK(ridge.farthest() < 0.4);
  CHECK(ridge.farthest() > 0.2);
}

TEST_CASE("conjugate gradients that pause are asked for more", "[newton]") {
  for (const LineSearch search : {LineSearch::none, LineSearch::natural, LineSearch::residual}) {
    INFO(name_of(search));
    NewtonOptions options;
    options.tolerance = 1e-4;
    options.line_search = search;
    options.refactorize = Refactorize::always;
    NewtonIteration<Pausing> iteration;
    iteration.init(2);
    const Outcome outcome = iteration.solve(options);
    INFO(outcome.reason);
    CHECK(outcome.ok());
    CHECK(iteration.system.error(iteration.a) <= options.tolerance);
  }
}

}  // namespace stalled_updates_tests
