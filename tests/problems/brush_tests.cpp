#include "base/dense.hpp"
#include "base/error.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/contact/pair_contacts.hpp"
#include "problems/meshes/cuboid_chain.hpp"
#include "tests/base/thread_guard.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

namespace brush_tests {

using namespace stiffbench;

namespace {

std::unique_ptr<Problem> brush(const Settings& settings = {}) {
  return ProblemRegistry::instance().make("brush", settings);
}

const Fibre bristle{3.2e7, 1e6, 1.14, 0.12, 10, 4, 0.5};

Eigen::Matrix3Xd free_points(int nx, int ny) {
  const CuboidChain chain = cuboid_chain(bristle);
  Eigen::Matrix3Xd points(3, 16 * nx * ny);
  for (int i = 0; i < nx * ny; ++i)
    points.middleCols(16 * i, 16) =
        chain.points.rightCols(16).colwise() + 0.8 * Eigen::Vector3d(i / ny, i % ny, 0);
  return points;
}

State at_rest(const Problem& problem, double t = 0) {
  State u = problem.start();
  u.t = t;
  return u;
}

Vec force(const Problem& problem, const State& u) {
  Vec f;
  problem.force(u, f);
  return f;
}

/// Velocity Verlet; visit(state) after every step.
template <class Visit>
void run(const Problem& problem, State u, double h, long steps, Visit&& visit) {
  Vec f, a;
  problem.force(u, f);
  problem.mass().solve(f, a);
  for (long i = 0; i < steps; ++i) {
    u.v += h / 2 * a;
    u.x += h * u.v;
    u.t += h;
    problem.force(u, f);
    problem.mass().solve(f, a);
    u.v += h / 2 * a;
    visit(u);
  }
}

PairContacts::Pairs brute_force(const Eigen::Matrix3Xd& rest, const Vec& x, double distance) {
  const Eigen::Matrix3Xd now = rest + x.reshaped(3, rest.cols());
  PairContacts::Pairs pairs;
  for (int i = 0; i < now.cols(); ++i)
    for (int j = (i / 16 + 1) * 16; j < now.cols(); ++j)
      if ((now.col(i) - now.col(j)).squaredNorm() < distance * distance) pairs.push_back({i, j});
  return pairs;
}

std::vector<int> bristle_of(Eigen::Index points) {
  std::vector<int> group;
  for (int i = 0; i < points; ++i) group.push_back(i / 16);
  return group;
}

}  // namespace

TEST_CASE("a bristle's springs and stiffnesses", "[brush]") {
  CHECK(bristle.torsion() == Approx(0.140577 * 1e6 * std::pow(0.12, 4)).epsilon(1e-5));
  const CuboidStiffness k = cuboid_stiffness(bristle);
  CHECK(k.longitudinal == Approx(301.735).epsilon(1e-5));
  CHECK(k.face == Approx(606.321).epsilon(1e-5));
  CHECK(k.volume == Approx(48181.2).epsilon(1e-5));
  const CuboidChain chain = cuboid_chain(bristle);
  CHECK(chain.longitudinal.cols() == 16);
  CHECK(chain.faces.cols() == 32);
  CHECK(chain.volume.cols() == 16);
  CHECK(chain.sections.cols() == 24);
  CHECK(chain.masses.sum() == Approx(1.14 * 0.12 * 0.12 * 10));
  CHECK(brush({{"nx", 1L}, {"ny", 1L}})->dof() == 48);
  CHECK(brush()->dof() == 768);  // 960 with the fixed roots
}

TEST_CASE("a hull too narrow for bending and torsion together is refused", "[brush]") {
  CHECK_THROWS_WITH(brush({{"hull", 0.12}}),
                    Catch::Contains("bending and torsion") && Catch::Contains("hull of at least"));
  // h / b <= 6.16
  CHECK_NOTHROW(brush({{"hull", 2.5 / 6.15}}));
  CHECK_THROWS_AS(brush({{"hull", 2.5 / 6.17}}), Error);
}

// Ratios to the beam: deflection 0.986, frequencies 0.981 and 0.978, twist 1.000.
TEST_CASE("a bristle is the exact beam, nearly", "[brush]") {
  const auto problem = brush({{"nx", 1L}, {"ny", 1L}});
  const Eigen::MatrixXd K = problem->linear_stiffness();
  const dense::Cholesky factor(K);
  Vec pull = Vec::Zero(48), torque = Vec::Zero(48);
  for (int corner = 0; corner < 4; ++corner) {
    const int at = 36 + 3 * corner;
    const double x = (corner & 1) ? 0.25 : -0.25, y = (corner & 2) ? 0.25 : -0.25;
    pull[at] = 0.25;
    torque[at] = -y / (4 * (x * x + y * y));
    torque[at + 1] = x / (4 * (x * x + y * y));
  }
  const double L = bristle.length;
  const Vec bent = factor.solve(pull), twisted = factor.solve(torque);
  const double deflection = bent.dot(pull), twist = twisted.dot(torque);
  const double deflection_ratio = deflection / (L * L * L / (3 * bristle.bending()));
  const double twist_ratio = twist / (L / bristle.torsion());
  CHECK(deflection_ratio == Approx(0.986).margin(5e-4));
  CHECK(twist_ratio == Approx(1).margin(5e-4));
  const Vec omega = dense::modes(K, problem->mass().matrix())
                        .values.cwiseSqrt();  // bending in pairs, between them a twist
  const double unit = std::sqrt(bristle.bending() / bristle.line_mass()) / (L * L);
  const double first = omega[0] / (1.875104 * 1.875104 * unit);
  const double second = omega[3] / (4.694091 * 4.694091 * unit);
  CAPTURE(first, second, omega[2]);
  CHECK(omega[1] == Approx(omega[0]));
  CHECK(first == Approx(0.981).margin(5e-4));
  CHECK(omega[4] == Approx(omega[3]));
  CHECK(second == Approx(0.978).margin(5e-4));
  CHECK(omega[0] == Approx(6.33).epsilon(1e-3));
  CHECK(omega[47] == Approx(6220).epsilon(1e-3));
}

TEST_CASE("at rest the bristles' blocks of K are all the same", "[brush]") {
  const auto problem = brush({{"nx", 2L}, {"ny", 2L}});
  const Mat& K = problem->linear_stiffness();
  const Eigen::MatrixXd dense(K);
  for (int i = 1; i < 4; ++i)
    CHECK((dense.block<48, 48>(48 * i, 48 * i) - dense.topLeftCorner<48, 48>()).norm() <
          1e-13 * dense.norm());
  CHECK((dense.topRightCorner<48, 144>()).isZero(0));
}

TEST_CASE("the force and the energy of a penalty contact", "[brush]") {
  const PenaltyContact law{1000, 0.25};
  const auto force = [&](double r) { return law.force(Eigen::Vector3d(0, r, 0), 0)[1]; };
  CHECK(force(0.1) == Approx(1000 * 0.25 * std::pow(1 - 0.1 / 0.25, 4)));
  CHECK(force(0.25) == 0);
  CHECK(force(0.3) == 0);
  CHECK(law.energy({0, 0.1, 0}, 0) == Approx(1000 * 0.25 * 0.25 * std::pow(1 - 0.1 / 0.25, 5) / 5));
  CHECK(law.force(Eigen::Vector3d(0, 0, 8.1), 8)[2] ==
        Approx(1000 * 0.25 * std::pow(1 - 0.1 / 0.25, 4)));
  CHECK_FALSE(law.touches({0.25, 0, 0}, 0));
  CHECK(law.touches({0.2499, 0, 0}, 0));
  CHECK(std::isnan(law.force(Eigen::Vector3d(0, 0, 0), 0)[0]));
}

TEST_CASE("the sphere comes from the left, between the middle rows, and bends tips", "[brush]") {
  const auto problem = brush();
  CHECK(force(*problem, at_rest(*problem)).isZero(0));
  const Vec f = force(*problem, at_rest(*problem, 0.6));
  CHECK_FALSE(f.isZero(0));
  // The row x = 0 is touched, the last one not; the tips are pushed to the right and down.
  CHECK(f.tail(3 * 16 * 4).isZero(0));
  CHECK(f[36] > 0);
  CHECK(f[38] < 0);
}

TEST_CASE("no pair is ever missed: near pairs are those of brute force", "[brush][contacts]") {
  const auto problem = brush();
  const Eigen::Matrix3Xd rest = free_points(4, 4);
  const PairContacts contacts(rest, bristle_of(rest.cols()), {1000, 0.25}, 0.02, 0.1);
  long steps = 0, wrong = 0, most = 0;
  run(*problem, problem->start(), 2.5e-4, 20000, [&](const State& u) {
    const auto touching = contacts.touching(u.x);
    most = std::max(most, static_cast<long>(touching.size()));
    ++steps;
    if (touching != brute_force(rest, u.x, 0.25)) ++wrong;
    if (steps % 100 == 0 && contacts.about_to_touch(u.x) != brute_force(rest, u.x, 0.27)) ++wrong;
  });
  CHECK(steps == 20000);
  CHECK(wrong == 0);
  CHECK(most > 10);
}

TEST_CASE("forces do not depend on what was evaluated before", "[brush][contacts]") {
  const auto used = brush();
  State u = used->start();
  u.t = 1;
  u.x = 0.15 * Vec::LinSpaced(u.x.size(), 1, 700).array().sin().matrix();
  State away = u;
  away.x *= 3;
  const Vec fresh = force(*used, u);
  force(*used, away);
  State close = u;
  close.x.array() += 0.01;
  force(*used, close);  // whose list serves u as well
  CHECK(force(*used, u) == fresh);
  CHECK(force(*brush(), u) == fresh);
  Mat K, K_used;
  brush()->stiffness(u, K);
  used->stiffness(away, K_used);
  used->stiffness(u, K_used);
  const Eigen::MatrixXd difference = Eigen::MatrixXd(K) - Eigen::MatrixXd(K_used);
  CHECK(difference.isZero(0));
  away.x[5] = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(force(*used, away).allFinite());
  CHECK(force(*used, u) == fresh);
}

TEST_CASE("forces have the same digits with any number of threads", "[brush]") {
  const auto many = brush({{"nx", 20L}, {"ny", 10L}});
  State u = many->start();
  u.t = 8;
  u.x = 0.01 * Vec::LinSpaced(u.x.size(), 0, 900).array().sin().matrix();
  // Every second row leans to the next one and touches it, also where a thread's points end.
  for (Eigen::Index i = 0; i < u.x.size(); i += 3) u.x[i] += i / 480 % 2 == 0 ? -0.06 : 0.06;
  test::with_any_threads([&] { return force(*many, u); });
  const Vec dx = Vec::LinSpaced(u.x.size(), 2, 700).array().sin(), dv = Vec::Zero(u.x.size());
  test::with_any_threads([&] {
    Vec df;
    many->jacobian_times(u, dx, dv, df);
    return df;
  });
  for (const bool projected : {false, true})
    test::with_any_threads([&] {
      Mat K;
      projected ? projected_stiffness(*many, u, K) : many->stiffness(u, K);
      return Vec(K.coeffs().matrix());
    });
}

TEST_CASE("K gets places where contacts need them, and keeps them", "[brush][contacts]") {
  const auto problem = brush({{"nx", 2L}, {"ny", 1L}});
  CHECK(problem->traits().varying_pattern);
  Mat K;
  State u = problem->start();
  problem->stiffness(u, K);
  CHECK(K.nonZeros() == problem->linear_stiffness().nonZeros());  // at rest none is near
  for (Eigen::Index i = 0; i < 48; i += 3) u.x[i] = 0.04;         // facing corners at 0.26 mm
  K = {};
  problem->stiffness(u, K);
  const auto at_start = K.nonZeros();
  CHECK(at_start > problem->linear_stiffness().nonZeros());
  const double* values = K.valuePtr();
  for (Eigen::Index i = 0; i < 48; i += 3) u.x[i] = 0.06;  // at 0.24 mm
  problem->stiffness(u, K);
  CHECK(K.valuePtr() == values);  // they had places, being near
  CHECK(Eigen::MatrixXd(K).topRightCorner<48, 48>().norm() > 0);
  for (Eigen::Index i = 0; i < 48; i += 3) u.x[i] = 0.6;  // other corners meet
  problem->stiffness(u, K);
  CHECK(K.nonZeros() > at_start);
  CHECK((Mat(K.transpose()) - K).norm() == 0);
}

}  // namespace brush_tests
