// Stability functions: what follows from them where it is known, and that every method's is what
// its step does.

#include "base/dense.hpp"
#include "integrators/contract/registry.hpp"
#include "tests/integrators/tiny_problem.hpp"

#include <catch2/catch.hpp>

#include <limits>

namespace stability_tests {

using namespace stiffbench;
using Matrix = Eigen::MatrixXd;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

StabilityFunction of(const char* name) {
  return IntegratorRegistry::instance().make(name)->stability().value();
}

/// p(A), by Horner's rule.
Matrix polynomial(const StabilityFunction::Coefficients& p, const Matrix& A) {
  Matrix sum = Matrix::Zero(A.rows(), A.cols());
  for (std::size_t k = p.size(); k-- > 0;) {
    sum = dense::product(A, sum);
    sum.diagonal().array() += static_cast<double>(p[k]);
  }
  return sum;
}

}  // namespace

TEST_CASE("explicit methods: polynomials, and where they end on the imaginary axis") {
  const StabilityProperties rk4 = of("rk4").properties();
  CHECK(of("rk4").denominator().size() == 1);
  CHECK(of("rk4").numerator().size() == 5);
  CHECK(rk4.at_infinity == infinity);
  CHECK_FALSE(rk4.a_stable);
  CHECK(rk4.y_stable == Approx(2 * std::sqrt(2.)).epsilon(1e-12));
  CHECK(rk4.linear_order == 4);
  CHECK((rk4.dissipation_order == 5 && rk4.dispersion_order == 4));
  CHECK(rk4.dissipation == Approx(-1. / 144).epsilon(1e-12));
  CHECK(rk4.dispersion == Approx(-1. / 120).epsilon(1e-12));
  const StabilityProperties euler = of("explicit_euler").properties();
  CHECK(euler.y_stable == 0);
  CHECK(euler.dissipation == Approx(0.5).epsilon(1e-12));
}

TEST_CASE("a pole to the left is seen, and so is growth on the axis alone") {
  // R(z) = 1 / (1 + z): the implicit Euler rule run backwards.
  const StabilityFunction left(Matrix::Constant(1, 1, -1), Eigen::VectorXd::Constant(1, -1));
  CHECK(left.properties().y_stable == infinity);
  CHECK_FALSE(left.properties().a_stable);
  // theta = 0.4: no pole to the left, but |R(iy)| > 1.
  const StabilityFunction theta(Matrix::Constant(1, 1, 0.4), Eigen::VectorXd::Ones(1));
  CHECK(theta.properties().y_stable == 0);
  CHECK_FALSE(theta.properties().a_stable);
  CHECK(theta.properties().at_infinity == Approx(-1.5));
}

TEST_CASE("a step on a linear problem is the stability function of its matrix") {
  const TinyProblem problem({.damping = 0.3});
  Mat K, D;
  problem.stiffness(problem.start(), K);
  problem.damping(problem.start(), D);
  const Matrix inverse = dense::inverse(problem.mass().matrix());
  Matrix J = Matrix::Zero(6, 6);
  J.topRightCorner(3, 3).setIdentity();
  J.bottomLeftCorner(3, 3) = dense::product(-inverse, K);
  J.bottomRightCorner(3, 3) = dense::product(-inverse, D);
  Matrix start(6, 1);
  start << problem.start().x, problem.start().v;
  int checked = 0;
  for (AnyIntegrator method : IntegratorRegistry::instance().all()) {
    const auto R = method->stability();
    if (!R) continue;
    INFO(method->facts().name);
    ++checked;
    for (double h : {0.1, 3.}) {
      const Matrix above = polynomial(R->numerator(), h * J),
                   below = polynomial(R->denominator(), h * J);
      const Matrix expected = dense::solve(below, dense::product(above, start));
      const CountedProblem counted(problem);
      method->init(counted, h);
      State u = problem.start();
      REQUIRE(method->step(u).ok());
      CHECK((u.x - expected.topRows(3)).norm() + (u.v - expected.bottomRows(3)).norm() <=
            1e-11 * (1 + expected.norm()));
    }
  }
  CHECK(checked >= 18);
  CHECK_FALSE(IntegratorRegistry::instance().make("bdf2")->stability());
}

}  // namespace stability_tests
