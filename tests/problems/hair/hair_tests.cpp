#include "base/dense.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/registry.hpp"
#include "problems/hair/hairdo.hpp"
#include "problems/hair/head_contact.hpp"
#include "problems/hair/head_shake.hpp"
#include "tests/base/thread_guard.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include <cmath>
#include <set>
#include <utility>

namespace hair_tests {

using namespace stiffbench;

namespace {

using Eigen::Index;
using Eigen::Vector3d;

std::unique_ptr<Problem> hair(const Settings& settings = {}) {
  return ProblemRegistry::instance().make("hair", settings);
}

Vec force(const Problem& problem, const State& u) {
  Vec f;
  problem.force(u, f);
  return f;
}

const TaperedFibre fibre{.youngs = 3.6e6,
                         .density = 1.3,
                         .root = 0.09,
                         .tip = 0.04,
                         .segment = 12,
                         .segments = 8,
                         .hull = 0.09,
                         .torsion_part = 0.5};

/// The head and the crown of the problem's defaults, with other fibres.
HairdoShape shape(const TaperedFibre& like, int fibres, int fewest, int most) {
  return {like, {{95, 75, 110}, 0.9, 1, 1}, fibres, fewest, most, 1};
}

/// A state at which every kind of force is at work: fibres drawn together to a part of their
/// distances and down to the head, their sections slightly bent.
State entangled(const Problem& problem, const Hairdo& hairdo, double part, double down) {
  State u = problem.start();
  u.t = 0.4 * problem.end_time();
  const Vector3d middle = hairdo.rest().rowwise().mean();
  for (Index i = 0; i < hairdo.rest().cols(); ++i) {
    const Vector3d at = hairdo.rest().col(i);
    const double wave = 3.0 * double(i);
    u.x.segment<3>(3 * i) = Vector3d(0.011, -0.007, 0.013) * std::sin(wave) +
                            (part - 1) * (at - middle) - down * middle.normalized();
    u.v.segment<3>(3 * i) = 1e-3 * Vector3d(std::cos(wave), 0.3, -0.2);
  }
  return u;
}

/// The blocks of K that join the first half of the particles to the others.
Index blocks_between_halves(const Problem& problem, const State& u) {
  Mat K;
  problem.stiffness(u, K);
  const Index half = problem.dof() / 6;
  Index count = 0;
  for (Index row = 0; row < 3 * half; ++row)
    for (Mat::InnerIterator entry(K, row); entry; ++entry)
      count += static_cast<Index>(entry.col() >= 3 * half && entry.value() != 0);
  return count / 9;
}

}  // namespace

TEST_CASE("cuboids of a fibre become thinner, and their torsion is the part that is set",
          "[hair]") {
  CHECK(fibre.cuboid(0).thickness == Approx(0.09 - 0.05 / 16));
  CHECK(fibre.cuboid(7).thickness == Approx(0.04 + 0.05 / 16));
  for (const int s : {0, 3, 7}) {
    const Fibre cuboid = fibre.cuboid(s);
    const double h = fibre.segment, b = fibre.hull;
    CHECK(cuboid.torsion() * h * h / (2 * cuboid.bending() * b * b) == Approx(0.5));
    CHECK(cuboid_stiffness(cuboid).longitudinal == Approx(cuboid.bending() / (h * b * b) / 2));
  }
  const auto springs = tapered_fibre_springs(fibre);
  CHECK(springs.dof() == 3 * 4 * 8);
  double mass = 0;
  for (int s = 0; s < 8; ++s) mass += 1.3 * std::pow(fibre.cuboid(s).thickness, 2) * 12;
  const double at_root = 1.3 * std::pow(fibre.cuboid(0).thickness, 2) * 12 / 2;
  CHECK(springs.mass().diagonal().sum() / 3 == Approx(mass - at_root));
}

// The moduli are those of the cuboids one after another: a fibre stretches as a row of springs
// does.
TEST_CASE("a fibre's tip gives way to a pull by the sum of its cuboids' lengths over E A",
          "[hair]") {
  const auto springs = tapered_fibre_springs(fibre);
  Vec pull = Vec::Zero(springs.dof());
  for (Index corner = 0; corner < 4; ++corner) pull[pull.size() - 1 - 3 * corner] = 0.25;
  const Eigen::MatrixXd K = springs.stiffness_at_rest();
  const Vec moved = dense::Cholesky(K).solve(pull);
  double expected = 0;
  for (int s = 0; s < 8; ++s) expected += fibre.segment / fibre.cuboid(s).stretching();
  CHECK(moved.dot(pull) == Approx(expected).epsilon(1e-3));
}

TEST_CASE("roots cover the head from the crown on, evenly, and fibres lean away from it",
          "[hair]") {
  const Scalp scalp{{95, 75, 110}, 0.9, 1, 1};
  CHECK(scalp.area() == Approx(109013).epsilon(1e-4));
  const auto roots = scalp.roots(2000);
  const Vector3d crown(-std::sin(0.9), 0, std::cos(0.9));
  double nearest = 10;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const auto& [at, axes] = roots[i];
    CHECK(at.cwiseQuotient(scalp.half_axes).norm() == Approx(1));
    CHECK((axes.transpose() * axes - Eigen::Matrix3d::Identity()).norm() < 1e-14);
    CHECK(axes.col(0).cross(axes.col(1)).dot(axes.col(2)) == Approx(1));
    const Vector3d normal = at.cwiseQuotient(scalp.half_axes.cwiseAbs2()).normalized();
    CHECK(axes.col(2).dot(normal) == Approx(std::cos(1)));
    if (i > 0) {
      const Vector3d outward = (at - roots[0].at).normalized();
      if ((at - roots[0].at).norm() > 5) CHECK(axes.col(2).dot(outward) > 0.5);
    }
    for (std::size_t j = 0; j < i; ++j) nearest = std::min(nearest, (at - roots[j].at).norm());
  }
  CHECK(nearest > 0.7);
  CHECK(nearest < 1.3);
  CHECK(scalp.roots(10)[9].at == roots[9].at);
  CHECK_THROWS_WITH(scalp.roots(120000), Catch::Contains("room for"));
}

TEST_CASE("the head turns as the recipe says, and its rate is the angle's", "[hair]") {
  const HeadShake shake{0.5, 1000, 300};
  CHECK(shake.angle(0.0) == 0);
  CHECK(shake.rate(0) == 0);
  CHECK(shake.angle(250.0) == Approx(0.5 * (1 - std::exp(-std::pow(250.0 / 300, 2)))));
  for (const double t : {40.0, 310.0, 777.0})
    CHECK(shake.rate(t) == Approx((shake.angle(t + 1e-3) - shake.angle(t - 1e-3)) / 2e-3));
  const Turn<double> turn(0.3);
  CHECK((turn.R * Vector3d::UnitX() - Vector3d(std::cos(0.3), std::sin(0.3), 0)).norm() < 1e-15);
  CHECK((turn.R.transpose() - Eigen::Matrix3d::Identity() - turn.back_less_one).norm() < 1e-15);
}

TEST_CASE("the force of the head is the gradient of its energy, outwards", "[hair]") {
  const HeadContact head({2, 3}, {95, 75, 110});
  const Vector3d at(-55, 31, 79);
  const Vector3d position = at / at.cwiseQuotient(Vector3d(95, 75, 110)).norm() * 1.01;
  REQUIRE(head.touches(position));
  CHECK_FALSE(head.touches(1.05 * position));
  const Vector3d force = head.force<double>(position);
  CHECK(force.dot(position) > 0);
  const Eigen::Matrix3d K = head.stiffness(position);
  CHECK((K - K.transpose()).norm() < 1e-15 * K.norm());
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3d e = 1e-5 * Vector3d::Unit(axis);
    CHECK(-force[axis] ==
          Approx((head.energy(position + e) - head.energy(position - e)) / 2e-5).epsilon(1e-6));
    const Vector3d change =
        (head.force<double>(position + e) - head.force<double>(position - e)) / 2e-5;
    CHECK((change + K.col(axis)).norm() < 1e-6 * K.norm());
  }
}

TEST_CASE("hair that turns with the head is without force but damping", "[hair]") {
  const auto problem = hair({{"case", "undamped"}});
  State u = problem->start();
  CHECK(force(*problem, u).isZero(0));
  u.t = 150;
  const HeadShake shake{0.5, 1000, 300};
  const Turn<double> turn(shake.angle(u.t));
  // The particles' places at rest, from a hairdo of the same shape.
  const Hairdo hairdo(shape(fibre, 64, 6, 10));
  for (Index i = 0; i < hairdo.rest().cols(); ++i)
    u.x.segment<3>(3 * i) = turn.R * hairdo.rest().col(i) - hairdo.rest().col(i);
  REQUIRE(u.x.norm() > 100);
  CHECK(force(*problem, u).norm() < 1e-8);
  CHECK(problem->potential(u) < 1e-16);
  u.x.setZero();
  CHECK(force(*problem, u).norm() > 1);
}

TEST_CASE("fibres have as many cuboids as the seed says, and one set of springs for each number",
          "[hair]") {
  const Hairdo hairdo(shape(fibre, 200, 6, 10)), again(shape(fibre, 200, 6, 10));
  std::set<int> counts;
  int particles = 0;
  for (int i = 0; i < 200; ++i) {
    CHECK(hairdo.particles(i) == again.particles(i));
    CHECK(hairdo.particles(i).first == particles);
    particles += hairdo.particles(i).second;
    counts.insert(hairdo.particles(i).second / Hairdo::corners);
  }
  CHECK(counts == std::set<int>{6, 7, 8, 9, 10});
  CHECK(hairdo.dof() == 3 * particles);
  CHECK(hair({{"seed", 2L}})->dof() != hair()->dof());
}

TEST_CASE("derivatives hold where fibres touch each other and the head", "[hair]") {
  const auto problem = hair({{"fibres", 5L},
                             {"fewest", 1L},
                             {"most", 3L},
                             {"segment", 4.0},
                             {"youngs", 3.6e4},
                             {"reach", 1.25},
                             {"contact", 20.0},
                             {"amplitude", 0.002},
                             {"period", 100.0},
                             {"onset", 40.0},
                             {"end_time", 50.0}});
  TaperedFibre soft = fibre;
  soft.youngs = 3.6e4;
  soft.segment = 4;
  State u = entangled(*problem, Hairdo(shape(soft, 5, 1, 3)), 0.3, 2);
  const auto outputs = problem->outputs(0);
  outputs->see(u);
  const auto seen = numbers_of(outputs->result());
  REQUIRE(seen.at("contacts") > 0);
  REQUIRE(seen.at("head_contacts") > 0);
  Mat K;
  problem->stiffness(u, K);
  CHECK((Mat(K.transpose()) - K).norm() < 1e-15 * K.norm());
  const Vec none = Vec::Zero(u.x.size());
  const Vec dx = Vec::LinSpaced(u.x.size(), 0, 300).array().cos();
  Vec df;
  problem->jacobian_times(u, dx, none, df);
  CHECK((df + K * dx).norm() < 1e-12 * df.norm());
  const double e = 1e-6;
  State above = u, below = u;
  above.x += e * dx;
  below.x -= e * dx;
  const Vec slope = (force(*problem, above) - force(*problem, below)) / (2 * e);
  CHECK((slope - df).norm() < 1e-6 * df.norm());
  const double rate = (problem->potential(above) - problem->potential(below)) / (2 * e);
  u.v.setZero();
  CHECK(-force(*problem, u).dot(dx) == Approx(rate).epsilon(1e-6));
  Vec dfdt;
  problem->time_derivative(u, dfdt);
  above = below = u;
  above.t += 1e-4;
  below.t -= 1e-4;
  const Vec change = (force(*problem, above) - force(*problem, below)) / 2e-4;
  CHECK((change - dfdt).norm() < 1e-6 * dfdt.norm());
}

TEST_CASE("forces on hair have the same digits with any number of threads", "[hair]") {
  const auto many = hair({{"fibres", 800L}});
  const State u = entangled(*many, Hairdo(shape(fibre, 800, 6, 10)), 0.3, 3);
  REQUIRE(many->dof() > 3 * 24000);  // chunks of particles for three threads
  REQUIRE(blocks_between_halves(*many, u) > 1000);
  const Vec dx = Vec::LinSpaced(many->dof(), 2, 5000).array().sin(), dv = u.v;
  test::with_any_threads([&] { return force(*many, u); });
  test::with_any_threads([&] {
    Vec df;
    many->jacobian_times(u, dx, dv, df);
    return df;
  });
  test::with_any_threads([&] {
    Vec dfdt;
    many->time_derivative(u, dfdt);
    return dfdt;
  });
  for (const bool projected : {false, true})
    test::with_any_threads([&] {
      Mat K;
      projected ? projected_stiffness(*many, u, K) : many->stiffness(u, K);
      const Eigen::Map<const Eigen::VectorXi> columns(K.innerIndexPtr(), K.nonZeros());
      return std::pair<Vec, Eigen::VectorXi>(K.coeffs().matrix(), columns);
    });
}

TEST_CASE("bad hair is refused", "[hair]") {
  CHECK_THROWS_WITH(hair({{"segment", 0.0}}), Catch::Contains("'segment' must be positive"));
  CHECK_THROWS_WITH(hair({{"reach", 3.0}}),
                    Catch::Contains("fibres do not touch each other at the start") &&
                        Catch::Contains("mm apart, and contacts from 3 mm on"));
  CHECK_THROWS_WITH(hair({{"segment", 1.0}, {"lean", 1.5}, {"fibres", 1L}}),
                    Catch::Contains("do not touch the head at the start"));
  CHECK_THROWS_WITH(hair({{"fewest", 11L}}), Catch::Contains("raise most"));
  CHECK_THROWS_WITH(hair({{"hull", 0.04}}), Catch::Contains("wider hull"));
  CHECK_THROWS_WITH(hair({{"fibres", 200000L}}), Catch::Contains("room for"));
}

}  // namespace hair_tests
