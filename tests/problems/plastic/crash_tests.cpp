// The car against the wall: its body, its law of flow, and the whole computation against a second
// writing of it.

#include "base/dense.hpp"
#include "problems/contract/optional/internal_variables.hpp"
#include "problems/contract/registry.hpp"
#include "problems/plastic/car_body.hpp"
#include "problems/plastic/plastic_springs.hpp"
#include "tests/problems/plastic/plain_crash.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace crash_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using Eigen::Index;
using test::PlainCrash;

namespace {

constexpr double period = 0.005, yield = 0.02;

State update_internal_variables(const Problem& problem, State u) {
  return dynamic_cast<const InternalVariables&>(problem).update_internal_variables(std::move(u));
}
std::unique_ptr<Problem> crash(Settings settings = {}) {
  settings.insert({{"gap", 0.05}, {"speed", 10.0}});
  return ProblemRegistry::instance().make("crash", settings);
}
Vec flat(const Eigen::Matrix3Xd& points) { return points.reshaped(); }
Vec force(const Problem& problem, const State& u) {
  Vec f;
  problem.force(u, f);
  return f;
}

/// One step of the classical Runge-Kutta method on the problem's own force.
void step(const Problem& problem, double h, State& u) {
  const auto slope = [&](const Vec& x) {
    return Vec(
        force(problem, {.x = x, .v = u.v, .z = u.z}).cwiseQuotient(problem.mass().diagonal()));
  };
  const Vec k1 = slope(u.x), v2 = u.v + h / 2 * k1;
  const Vec k2 = slope(u.x + h / 2 * u.v), v3 = u.v + h / 2 * k2;
  const Vec k3 = slope(u.x + h / 2 * v2), v4 = u.v + h * k3;
  const Vec k4 = slope(u.x + h * v3);
  u.x += h / 6 * (u.v + 2 * v2 + 2 * v3 + v4);
  u.v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  u.t += h;
}

/// Both computations over four periods in steps of the same length, told what flows when.
struct Both {
  std::unique_ptr<Problem> problem;
  State u;
  PlainCrash plain{10, 0.05};

  explicit Both(const Settings& settings) : problem(crash(settings)), u(problem->start()) {}
  void go(int periods, int steps, const std::function<void(bool tick)>& flow) {
    for (int i = 1; i <= periods * steps; ++i) {
      step(*problem, period / steps, u);
      u.t = i * period / steps;
      u = update_internal_variables(*problem, std::move(u));
      plain.step(period / steps);
      flow(i % steps == 0);
    }
  }
  void compare() const {
    const Vec moved = flat(plain.x()) - flat(PlainCrash(10, 0.05).x());
    CHECK((u.x - moved).norm() < 1e-10 * moved.norm());
    CHECK((u.v - flat(plain.v())).norm() < 1e-9 * u.v.norm());
    CHECK(u.z[0] == Approx(plain.work()).epsilon(1e-9));
    CHECK(problem->energy(u) == Approx(plain.energy()).epsilon(1e-9));
    const Vec expected = flat(plain.acceleration(plain.x())) * 4;
    CHECK((force(*problem, u) - expected).norm() < 1e-9 * expected.norm());
  }
};

}  // namespace

TEST_CASE("a second writing of the crash ends where the problem does", "[crash][fingerprint]") {
  Both clocked(Settings{});
  clocked.go(6, 8, [&](bool tick) {
    if (tick) clocked.plain.flow(PlainCrash::Law::flow, yield);
  });
  CHECK(clocked.u.z[0] > 1000);
  clocked.compare();
  Both viscoplastic(Settings{{"plasticity", "viscoplastic"}});
  viscoplastic.go(6, 8, [&](bool tick) {
    if (tick) viscoplastic.plain.flow(PlainCrash::Law::flow, yield, 1 - std::exp(-period / 0.01));
  });
  CHECK(viscoplastic.u.z[0] < 0.97 * clocked.u.z[0]);
  viscoplastic.compare();
  Both relaxed(Settings{{"plasticity", "full_relaxation"}});
  relaxed.go(2, 8, [&](bool) { relaxed.plain.flow(PlainCrash::Law::relax, yield); });
  CHECK(relaxed.u.z[0] > 50);
  relaxed.compare();
}

TEST_CASE("the clock's rate of flow tends to the rate form as its period shrinks", "[crash]") {
  const auto work = [](double clock) {
    PlainCrash plain(10, 0.05);
    const int ticks = static_cast<int>(std::lround(0.02 / clock));
    for (int i = 0; i < ticks; ++i) {
      plain.step(clock);
      plain.flow(PlainCrash::Law::flow, yield, 1 - std::exp(-clock / 0.01));
    }
    return plain.work();
  };
  const double fine = work(0.02 / 640), change = work(0.02 / 40) - fine;
  CHECK(std::abs(change) < 0.1 * fine);
  const double half = work(0.02 / 80) - fine;
  CHECK(change / half > 1.8);  // first order in the period
  CHECK(change / half < 2.6);
}

TEST_CASE("flow leaves no strain beyond the yield, and only ever takes energy", "[crash]") {
  const CarBody car = car_body({4, 3, 4});
  const auto problem = crash();
  const Mat pattern = problem->linear_stiffness();
  std::vector<int> indices(static_cast<std::size_t>(car.points.cols()));
  std::iota(indices.begin(), indices.end(), 0);
  const PlasticSprings springs(car.edges, car.points, indices, {1e4, 1}, pattern);
  State u = problem->start();
  double work = 0;
  for (int tick = 1; tick <= 12; ++tick) {
    for (int i = 0; i < 8; ++i) {
      const Vec before = u.z;
      step(*problem, period / 8, u);
      u.t = (8 * (tick - 1) + i + 1) * period / 8;
      u = update_internal_variables(*problem, std::move(u));
      if (i < 7) CHECK((u.z.size() == before.size() && u.z == before));
    }
    const double largest = springs.strains(u.x, u.z).cwiseAbs().maxCoeff();
    CHECK(largest <= yield * (1 + 1e-12));
    CHECK(u.z[0] >= work);
    work = u.z[0];
  }
  CHECK(work > 1000);
  CHECK(springs.strains(u.x, Vec()).cwiseAbs().maxCoeff() > 2 * yield);  // it did flow
}

TEST_CASE("full relaxation closes the balance of energy and comes to no limit", "[crash]") {
  const auto end = [](int steps) {
    const auto problem = crash({{"plasticity", "full_relaxation"}, {"gap", 0.15}, {"speed", 5.0}});
    CHECK(clock_period(*problem) == 0);
    State u = problem->start();
    const double start = problem->energy(u);
    for (int i = 0; i < steps; ++i) {
      step(*problem, 0.2 / steps, u);
      u = update_internal_variables(*problem, std::move(u));
    }
    CHECK(problem->energy(u) + u.z[0] == Approx(start).epsilon(1e-5));
    CHECK(u.z[0] > 1000);
    return u.v;
  };
  const Vec fine = end(20480);
  const double far = (end(640) - fine).lpNorm<Eigen::Infinity>(),
               near = (end(5120) - fine).lpNorm<Eigen::Infinity>();
  CHECK(near > 0.2);  // m/s, of 5: an error of order 1 would be an eighth of the other
  CHECK(near > far / 3);
}

TEST_CASE("springs neither push nor turn the car as a whole", "[crash]") {
  const auto problem = crash({{"gap", 100.0}});
  State u = problem->start();
  u.x = 0.1 * Vec::LinSpaced(problem->dof(), 0, 300).array().sin();
  u.z = 0.01 * Vec::LinSpaced(1 + 762, 0, 762).array().cos();
  const Vec f = force(*problem, u);
  const Eigen::Map<const Eigen::Matrix3Xd> forces(f.data(), 3, 100), moved(u.x.data(), 3, 100);
  const Eigen::Matrix3Xd x = car_body({4, 3, 4}).points + moved;
  Eigen::Vector3d torque = Eigen::Vector3d::Zero();
  for (Index i = 0; i < 100; ++i) torque += x.col(i).cross(forces.col(i));
  CHECK(f.norm() > 100);
  CHECK(forces.rowwise().sum().norm() < 1e-11 * f.norm());
  CHECK(torque.norm() < 1e-11 * f.norm());
}

TEST_CASE("cars have the sizes of their names, one piece, and a closed outside", "[crash]") {
  const std::map<int, std::array<int, 3>> sizes = {
      {100, {4, 3, 4}}, {4004, {40, 10, 13}}, {20000, {83, 25, 25}}, {120000, {157, 59, 79}}};
  for (const auto& [count, cells] : sizes) {
    const CarBody car = car_body(cells);
    CHECK(car.points.cols() == count);
    CHECK(car.points.row(0).maxCoeff() <= 0);
    CHECK(car.points.row(0).maxCoeff() > -0.002);  // there is no particle in the very middle
    CHECK(car.points.row(0).minCoeff() == Approx(-car_length));
    if (count > 5000) continue;
    std::set<std::pair<int, int>> sides;
    for (const Eigen::Matrix4Xi* faces : {&car.metal, &car.glass})
      for (const auto& face : faces->colwise())
        for (int i = 0; i < 4; ++i) CHECK(sides.insert({face[i], face[(i + 1) % 4]}).second);
    for (const auto& [a, b] : sides) CHECK(sides.count({b, a}) == 1);
  }
  CHECK(car_body({40, 10, 13}).glass.cols() > 50);
}

TEST_CASE("the small car has no motion without force but the rigid ones", "[crash]") {
  const auto problem = crash();
  const Vec values = dense::symmetric_eigenvalues(problem->linear_stiffness());
  CHECK(values[5] < 1e-9 * values[values.size() - 1]);
  CHECK(values[6] > 1e-3 * values[values.size() - 1]);
}

TEST_CASE("what a crash refuses", "[crash]") {
  CHECK_THROWS_WITH(crash({{"size", 101L}}), Contains("100, 4000, 20000 and 120000"));
  CHECK_THROWS_WITH(crash({{"yield", 0.0}}), Contains("yield"));
  CHECK_THROWS_WITH(crash({{"plasticity", "none"}}), Contains("viscoplastic"));
  CHECK_THROWS_WITH(clock_ticks(*crash({{"end_time", 0.0123}})), Contains("whole number"));
  CHECK(clock_ticks(*crash({{"end_time", 0.0125}, {"period", 0.0025}})) == 5);
  Eigen::Matrix3Xd points = Eigen::Matrix3Xd::Zero(3, 2);
  const Mat pattern(6, 6);
  CHECK_THROWS_WITH(PlasticSprings(Eigen::Vector2i(0, 1), points, {0, 1}, {1, 1}, pattern),
                    Contains("rest length above 0"));
}

}  // namespace crash_tests
