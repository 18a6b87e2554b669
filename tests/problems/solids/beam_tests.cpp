// The beam at rest: its lowest frequency, its sag and its energy, whose values a second program
// gave.

#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/registry.hpp"
#include "tests/problems/spectrum.hpp"

#include <Eigen/SparseCholesky>
#include <catch2/catch.hpp>

#include <cmath>

namespace beam_tests {

using namespace stiffbench;

namespace {

using ColumnMajor = Eigen::SparseMatrix<double>;

/// The solution of K d = f at u, with the projected K where K is not positive definite.
Vec solve(const Problem& beam, const State& u) {
  Mat K;
  Vec f;
  beam.stiffness(u, K);
  beam.force(u, f);
  Eigen::SimplicialLDLT<ColumnMajor> factor{ColumnMajor(K)};
  if (factor.info() != Eigen::Success || factor.vectorD().minCoeff() <= 0) {
    projected_stiffness(beam, u, K);
    factor.compute(ColumnMajor(K));
  }
  REQUIRE(factor.info() == Eigen::Success);
  return factor.solve(f);
}

/// The lowest angular frequency at rest, by inverse iteration.
double omega_1(const Problem& beam) {
  const ColumnMajor K(beam.linear_stiffness());
  const Eigen::SimplicialLDLT<ColumnMajor> factor(K);
  Vec q = Vec::LinSpaced(K.rows(), 1, 2).array().sin(), p;
  double rayleigh = 0;
  for (int i = 0; i < 60; ++i) {
    beam.mass().times(q, p);
    q = factor.solve(p);
    q /= q.norm();
    beam.mass().times(q, p);
    rayleigh = q.dot(K * q) / q.dot(p);
  }
  return std::sqrt(rayleigh);
}

/// The largest displacement of a vertex along -y.
double deepest(const Vec& x) { return -x.reshaped(3, x.size() / 3).row(1).minCoeff(); }

struct Sag {
  double linear, full, energy;  // m, m, J/kg
};
Sag sag(const Problem& beam, double mass) {
  State u = beam.start();
  const double start = beam.energy(u);
  const Vec first = solve(beam, u);
  double size = 1;
  for (int i = 0; i < 100 && size > 1e-10; ++i) {
    const Vec d = solve(beam, u);
    double share = 1;
    while (beam.potential({0, u.x + share * d, u.v}) > beam.potential(u) + 1e-12) share /= 2;
    u.x += share * d;
    size = d.lpNorm<Eigen::Infinity>();
  }
  CHECK(size <= 1e-10);
  return {deepest(first), deepest(u.x), (beam.energy(u) - start) / mass};
}

}  // namespace

TEST_CASE("the beam's lowest frequency, sag and static energy", "[solids][beam]") {
  struct Case {
    double section, omega, linear, full, energy;
  };
  for (const Case& c : {Case{0.5, 1.93123423, 3.41702149, 1.16653992, -4.29801433},
                        Case{0.25, 3.86246846, 0.854255372, 0.405975621, -1.40830053}}) {
    CAPTURE(c.section);
    const auto beam = ProblemRegistry::instance().make("beam", {{"section", c.section}});
    REQUIRE(beam->dof() == 3 * 31 * 25);
    CHECK(omega_1(*beam) == Approx(c.omega).epsilon(1e-8));
    const Sag rest = sag(*beam, 8000 * std::pow(c.section, 3));
    CHECK(rest.linear == Approx(c.linear).epsilon(1e-8));
    CHECK(rest.full == Approx(c.full).epsilon(1e-8));
    CHECK(rest.energy == Approx(c.energy).epsilon(1e-8));
  }
}

}  // namespace beam_tests
