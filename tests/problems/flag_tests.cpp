#include "base/dense.hpp"
#include "base/error.hpp"
#include "problems/contract/registry.hpp"
#include "tests/problems/fingerprint/plain_flag.hpp"
#include "tests/problems/spectrum.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace flag_tests {

using namespace stiffbench;

namespace {

std::unique_ptr<Problem> flag(const Settings& settings) {
  return ProblemRegistry::instance().make("flag", settings);
}

State bent(const Problem& problem) {
  State u = problem.start();
  u.t = 0.3;
  for (Eigen::Index i = 0; i < u.x.size(); ++i) {
    u.x[i] = 3e-4 * std::sin(0.37 * double(i) + 1);
    u.v[i] = 0.01 * std::cos(0.11 * double(i));
  }
  return u;
}

/// Displacements or velocities of all particles: those of the held column are zero.
Eigen::Matrix3Xd with_held(const Vec& free, int rows) {
  Eigen::Matrix3Xd all = Eigen::Matrix3Xd::Zero(3, rows + free.size() / 3);
  all.rightCols(free.size() / 3) = free.reshaped(3, free.size() / 3);
  return all;
}

}  // namespace

TEST_CASE("the flag pulls as the plain formula says", "[flag]") {
  for (const bool damped : {true, false}) {
    const auto problem =
        flag({{"case", std::string(damped ? "damped" : "undamped")}, {"tau", 0.5}});
    CHECK(problem->dof() == 10350);
    const State u = bent(*problem);
    const test::PlainFlag plain(50, 70, 0.5);
    CHECK(plain.springs().size() == 20402);
    const Eigen::Matrix3Xd x = plain.rest() + with_held(u.x, 50);
    Eigen::Matrix3Xd expected = plain.pull(x) + plain.load(u.t);
    if (damped) expected += plain.damping(with_held(u.v, 50));
    Vec f;
    problem->force(u, f);
    CHECK((f - expected.rightCols(50 * 69).reshaped()).norm() < 1e-11 * f.norm());
    CHECK(problem->potential(u) == Approx(plain.energy(x)).epsilon(1e-11));
  }
}

TEST_CASE("the flag's case decides damping, the load's growth and the span", "[flag]") {
  const auto damped = flag({}), undamped = flag({{"case", std::string("undamped")}});
  CHECK(damped->traits().damped);
  CHECK_FALSE(undamped->traits().damped);
  CHECK(std::get<double>(damped->parameters().at("tau")) == 0.5);
  CHECK(std::get<double>(undamped->parameters().at("tau")) == 0.1);
  CHECK(damped->end_time() == 6);
  CHECK(undamped->end_time() == 0.2);
  CHECK_THROWS_WITH(flag({{"case", std::string("wet")}}), Catch::Contains("damped undamped"));
  CHECK_THROWS_AS(flag({{"columns", 1L}}), Error);
}

TEST_CASE("a purely cubic flag has no stiffness at rest, and its surrogate has", "[flag]") {
  const auto problem = flag({{"rows", 4L}, {"columns", 5L}, {"eps0", 0.0}});
  Mat K;
  problem->stiffness(problem->start(), K);
  CHECK(K.norm() == 0);
  const Eigen::MatrixXd K0 = problem->linear_stiffness();
  const double weight = 1e4 * 3e-4 / 0.01;
  CHECK(K0(0, 0) == Approx(3 * weight));  // a corner's next: the held edge, one along, one on
  CHECK(K0(3, 3) == Approx(4 * weight));
  CHECK(K0(3, 0) == Approx(-weight));
  CHECK(K0(12, 0) == Approx(-weight));
  CHECK(dense::Cholesky(K0).ok());
}

TEST_CASE("strains far below eps0 keep their digits", "[flag]") {
  const auto problem = flag({{"rows", 6L}, {"columns", 7L}});
  State u = bent(*problem);
  u.t = 0;
  u.v.setZero();
  u.x *= 1e-13 / 3e-4;
  Mat K;
  problem->stiffness(problem->start(), K);
  Vec f;
  problem->force(u, f);
  CHECK((f + K * u.x).norm() < 1e-9 * f.norm());
}

TEST_CASE("the flag's area is that of its cells, and is followed over time") {
  const auto problem = flag({{"rows", 4L}, {"columns", 5L}, {"end_time", 1.0}});
  const double rest = 3 * 4 * 1e-4;
  const auto outputs = problem->outputs(2);
  State u = problem->start();
  outputs->see(u);
  CHECK(std::get<double>(outputs->result().at("area")) == Approx(rest).epsilon(1e-14));
  // A shear keeps the area; a stretch by 1% along x, from the held edge on, does not.
  for (Eigen::Index p = 0; p < u.x.size() / 3; ++p) u.x[3 * p + 1] = 0.002 * double(p / 4 + 1);
  u.t = 0.5;
  outputs->see(u);
  for (Eigen::Index p = 0; p < u.x.size() / 3; ++p) u.x[3 * p] = 1e-4 * double(p / 4 + 1);
  u.t = 1;
  outputs->see(u);
  const Settings seen = outputs->result();
  CHECK(std::get<double>(seen.at("area")) == Approx(1.01 * rest).epsilon(1e-12));
  CHECK(std::get<double>(seen.at("least_area")) == Approx(1).epsilon(1e-12));
  CHECK(std::get<double>(seen.at("largest_area")) == Approx(1.01).epsilon(1e-12));
  const auto& series = std::get<std::vector<double>>(seen.at("series_area"));
  REQUIRE(series.size() == 3);
  CHECK(series[1] == Approx(1).epsilon(1e-12));
}

namespace {

struct Spectrum {
  double omega, least;  // largest angular frequency (rad/s), least eigenvalue of M^-1 K (1/s^2)

  Spectrum(const Problem& problem, const State& u) {
    Mat K;
    problem.stiffness(u, K);
    const double mass = problem.mass().diagonal()[0];
    const double top =
        test::largest_eigenvalue(K.rows(), 100, [&](const Vec& q) -> Vec { return K * q / mass; });
    omega = std::sqrt(top);
    least = top - test::largest_eigenvalue(
                      K.rows(), 200, [&](const Vec& q) -> Vec { return top * q - K * q / mass; });
  }
};

}  // namespace

// Measured by this test. Damped, omega_max rises to 3.04e4 rad/s at 2.7 s and the least eigenvalue
// falls to -2e5 /s^2 at 1.2 s; that takes a minute, this a second or so.
TEST_CASE("the flag in the wind is stiffer than at rest, and indefinite", "[flag]") {
  const auto problem = flag({{"case", std::string("undamped")}});
  State u = problem->start();
  const Spectrum rest(*problem, u);
  CHECK(rest.omega == Approx(6542).epsilon(1e-3));
  CHECK(rest.least > 0);
  const double h = 5e-5;  // velocity Verlet
  Vec f, a;
  problem->force(u, f);
  problem->mass().solve(f, a);
  for (int i = 0; i < 4000; ++i) {
    u.v += h / 2 * a;
    u.x += h * u.v;
    u.t += h;
    problem->force(u, f);
    problem->mass().solve(f, a);
    u.v += h / 2 * a;
  }
  const Spectrum wind(*problem, u);
  CHECK(wind.omega == Approx(2.488e4).epsilon(0.02));
  CHECK(wind.least < -1e4);  // of one crease: it moves with every error of the motion
  CHECK(wind.least > -3e5);
}

}  // namespace flag_tests
