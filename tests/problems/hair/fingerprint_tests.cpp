// Hair against a second writing of its whole computation, with an own integration: forces and
// energies at a state, and final displacements, also of the fibre that is certified.

#include "problems/contract/registry.hpp"
#include "tests/problems/hair/plain_hair.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace fingerprint_tests {

using namespace stiffbench;

namespace {

using Points = Eigen::Matrix3Xd;
using Eigen::Vector3d;

std::unique_ptr<Problem> lock_of_hair() {
  return ProblemRegistry::instance().make("hair", {{"fibres", 9L},
                                                   {"fewest", 2L},
                                                   {"most", 4L},
                                                   {"segment", 6.0},
                                                   {"youngs", 3.6e4},
                                                   {"reach", 1.5},
                                                   {"period", 100.0},
                                                   {"onset", 30.0},
                                                   {"end_time", 25.0}});
}

/// Final displacements from rest at rest, by RK4; acceleration(t, displacements, velocities).
template <class Acceleration>
Points displacements(Eigen::Index particles, double span, int steps,
                     const Acceleration& acceleration) {
  Points x = Points::Zero(3, particles), v = x;
  const double h = span / steps;
  for (int i = 0; i < steps; ++i) {
    const double t = h * i;
    const Points a = acceleration(t, x, v), vb = v + h / 2 * a,
                 b = acceleration(t + h / 2, x + h / 2 * v, vb), vc = v + h / 2 * b,
                 c = acceleration(t + h / 2, x + h / 2 * vb, vc), vd = v + h * c,
                 d = acceleration(t + h, x + h * vc, vd);
    x += h / 6 * (v + 2 * vb + 2 * vc + vd);
    v += h / 6 * (a + 2 * b + 2 * c + d);
  }
  return x;
}

}  // namespace

TEST_CASE("hair's forces and energies are those of a second writing", "[fingerprint][hair]") {
  test::PlainHair plain;
  plain.make();
  const auto problem = lock_of_hair();
  REQUIRE(problem->dof() == 3 * plain.rest().cols());
  CHECK((problem->mass().diagonal() -
         plain.masses().matrix().transpose().replicate(3, 1).reshaped().matrix())
            .norm() < 1e-15);
  State u = problem->start();
  const auto random = [](Eigen::Index n) { return Vec(Vec::LinSpaced(n, 1, 900).array().sin()); };
  int touching = 0;
  for (const double t : {3.0, 20.0}) {
    u.t = t;
    for (const double size : {0.02, 0.5, 4.0}) {  // mm; a section is 0.09 wide
      u.x = size * random(u.x.size());
      u.v = random(u.x.size()).reverse();
      Vec f;
      problem->force(u, f);
      const Points x = plain.rest() + u.x.reshaped(3, plain.rest().cols());
      const Points v = u.v.reshaped(3, plain.rest().cols());
      const Points expected = plain.forces(t, x, v);
      CHECK((f - expected.reshaped()).norm() < 1e-9 * f.norm());
      CHECK(problem->potential(u) == Approx(plain.energy(t, x)).epsilon(1e-9));
      const auto outputs = problem->outputs(0);
      outputs->see(u);
      touching += numbers_of(outputs->result()).at("contacts") > 0 &&
                  numbers_of(outputs->result()).at("head_contacts") > 0;
    }
  }
  CHECK(touching > 0);
}

// Certified: stiffbench reference hair --set problem.fibres=9 --set problem.fewest=2
//   --set problem.most=4 --set problem.segment=6 --set problem.youngs=3.6e4 --set problem.reach=1.5
//   --set problem.period=100 --set problem.onset=30 --set problem.end_time=25 --digits 9
TEST_CASE("the last fibre's tip ends where a second writing ends", "[fingerprint][hair]") {
  const double span = 25;
  const int steps = 5000;
  const Vector3d certified{-0.442295670873, -1.785778764272, -16.659752256403};
  test::PlainHair plain;
  plain.make();
  const auto problem = lock_of_hair();
  const Points expected = displacements(
      plain.rest().cols(), span, steps, [&](double t, const Points& x, const Points& v) -> Points {
        return plain.forces(t, plain.rest() + x, v).array().rowwise() / plain.masses().transpose();
      });
  const Points got = displacements(plain.rest().cols(), span, steps,
                                   [&](double t, const Points& x, const Points& v) -> Points {
                                     Vec f, a;
                                     problem->force({t, x.reshaped(), v.reshaped()}, f);
                                     problem->mass().solve(f, a);
                                     return a.reshaped(3, x.cols());
                                   });
  const double of_plain = (expected.rightCols<1>() - certified).norm() / certified.norm();
  const double of_own = (got.rightCols<1>() - certified).norm() / certified.norm();
  const double apart = (got - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
  CAPTURE(of_plain, of_own, apart, got.rightCols<1>().transpose());
  CHECK(apart < 1e-8);
  CHECK(of_plain < 1e-8);
  CHECK(of_own < 1e-8);
}

}  // namespace fingerprint_tests
