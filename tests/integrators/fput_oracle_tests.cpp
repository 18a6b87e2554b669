// The exponential methods on the FPUT chain against a second writing of the whole computation: its
// own force, Hessian, phi functions and formulas, dense, in extended precision, for six unknowns
// and unit masses only. Slow and obvious; it shares no line with what it judges.

#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include <cmath>
#include <functional>

namespace fput_oracle_tests {

using namespace stiffbench;

namespace {

using Real = long double;
using Half = Eigen::Matrix<Real, 6, 1>;
using Square = Eigen::Matrix<Real, 6, 6>;
using Full = Eigen::Matrix<Real, 12, 1>;

/// The soft springs: row s gives the elongation of spring s.
Eigen::Matrix<Real, 4, 6> soft_springs() {
  Eigen::Matrix<Real, 4, 6> B;
  B << 1, 0, 0, -1, 0, 0,   //
      -1, 1, 0, -1, -1, 0,  //
      0, -1, 1, 0, -1, -1,  //
      0, 0, 1, 0, 0, 1;
  return B;
}

Half stiff_diagonal() {
  Half A;
  A << 1, 1, 1, 10000, 10000, 10000;
  return A;
}

Half acceleration(const Half& x) {
  const auto B = soft_springs();
  return -stiff_diagonal().cwiseProduct(x) - B.transpose() * (B * x).array().cube().matrix();
}

Square hessian(const Half& x) {
  const auto B = soft_springs();
  Square K = B.transpose() * (3 * (B * x).array().square()).matrix().asDiagonal() * B;
  K.diagonal() += stiff_diagonal();
  return K;
}

/// sum over j of (-z)^j / (2j + k)!, which is cos sqrt(z) for k = 0.
Real stumpff(int k, Real z) {
  if (std::abs(z) < 1) {
    Real term = 1 / std::tgamma(static_cast<Real>(k + 1)), sum = 0;
    for (int j = 0; j < 20; ++j) {
      sum += term;
      term *= -z / ((2 * j + k + 1) * (2 * j + k + 2));
    }
    return sum;
  }
  const Real root = std::sqrt(z);
  if (k == 0) return std::cos(root);
  if (k == 1) return std::sin(root) / root;
  return (1 / std::tgamma(static_cast<Real>(k - 1)) - stumpff(k - 2, z)) / z;
}

Full field(const Full& u) {
  Full f;
  f << u.tail<6>(), acceleration(u.head<6>());
  return f;
}

/// The linearization at u: phi_k(h J) b, and the remainder of the field.
struct Linearization {
  explicit Linearization(const Full& at)
      : u(at), F(field(at)), K(hessian(at.head<6>())), eigen(K) {}

  Full phi(int k, Real h, const Full& b) const {
    const Half x = eigen.eigenvectors().transpose() * b.head<6>();
    const Half v = eigen.eigenvectors().transpose() * b.tail<6>();
    Half px, pv;
    for (int i = 0; i < 6; ++i) {
      const Real lambda = eigen.eigenvalues()[i], z = h * h * lambda;
      px[i] = stumpff(k, z) * x[i] + h * stumpff(k + 1, z) * v[i];
      pv[i] = stumpff(k, z) * v[i] - h * lambda * stumpff(k + 1, z) * x[i];
    }
    Full result;
    result << eigen.eigenvectors() * px, eigen.eigenvectors() * pv;
    return result;
  }
  Full remainder(const Full& stage) const {
    const Full d = stage - u;
    Full Jd;
    Jd << d.tail<6>(), -K * d.head<6>();
    return field(stage) - F - Jd;
  }
  /// The remainder at the exponential Euler stage c h.
  Full stage(Real c, Real h) const { return remainder(u + c * h * phi(1, c * h, F)); }

  Full u, F;
  Square K;
  Eigen::SelfAdjointEigenSolver<Square> eigen;
};

using Step = std::function<Full(const Linearization&, Real h)>;

Full euler(const Linearization& at, Real h) { return at.u + h * at.phi(1, h, at.F); }

Full exprb42(const Linearization& at, Real h) {
  return euler(at, h) + h * Real(32) / 9 * at.phi(3, h, at.stage(Real(3) / 4, h));
}

Step pexprb43(Real c2, Real c3) {
  return [=](const Linearization& at, Real h) -> Full {
    const Full D2 = at.stage(c2, h), D3 = at.stage(c3, h);
    const Full third = 2 * c3 / (c2 * c2 * (c3 - c2)) * D2 + 2 * c2 / (c3 * c3 * (c2 - c3)) * D3;
    const Full fourth = -6 / (c2 * c2 * (c3 - c2)) * D2 - 6 / (c3 * c3 * (c2 - c3)) * D3;
    return euler(at, h) + h * at.phi(3, h, third) + h * at.phi(4, h, fourth);
  };
}

Full epirk4s3(const Linearization& at, Real h) {
  const Full D2 = at.stage(Real(1) / 8, h), D3 = at.stage(Real(1) / 9, h);
  return euler(at, h) + h * at.phi(3, h, -1024 * D2 + 1458 * D3) +
         h * at.phi(4, h, 27648 * D2 - 34992 * D3);
}

/// The largest distance in x and v between the oracle and the integrator after `count` steps.
Real distance(const Step& oracle, AnyIntegrator method, int count, double h) {
  const auto fput = ProblemRegistry::instance().make("fput");
  const CountedProblem counted(*fput);
  State u = fput->start();
  Full w;
  w << u.x.cast<Real>(), u.v.cast<Real>();
  method->init(counted, h);
  for (int i = 0; i < count; ++i) {
    REQUIRE(method->step(u).ok());
    w = oracle(Linearization(w), static_cast<Real>(h));
  }
  Full got;
  got << u.x.cast<Real>(), u.v.cast<Real>();
  return (got - w).lpNorm<Eigen::Infinity>();
}

}  // namespace

TEST_CASE("exponential methods on FPUT agree with an independent extended-precision writing") {
  auto& registry = IntegratorRegistry::instance();
  const std::string phi = GENERATE("dense", "chebyshev");
  CAPTURE(phi);
  // The chain amplifies what 5000 steps let pass about 130 times: the default tolerance, 1e-12,
  // must not be used up in every step.
  const Settings chosen{{"phi", phi}};
  const Settings half_one{{"phi", phi}, {"c2", 0.5}, {"c3", 1.0}};
  const int count = 5000;
  const double h = 0.02;
  CHECK(distance(euler, registry.make("exprb2", chosen), count, h) < 1e-10);
  CHECK(distance(exprb42, registry.make("exprb42", chosen), count, h) < 1e-10);
  CHECK(distance(pexprb43(1 / Real(3), 3 / Real(4)), registry.make("pexprb43", chosen), count, h) <
        1e-10);
  CHECK(distance(pexprb43(1 / Real(2), 1), registry.make("pexprb43", half_one), count, h) < 1e-10);
  CHECK(distance(epirk4s3, registry.make("epirk4s3", chosen), count, h) < 1e-9);
}

}  // namespace fput_oracle_tests
