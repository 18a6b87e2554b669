// Complex conjugate gradients against dense algebra, and their rate with exact factors.

#include "integrators/kernels/iterative/complex_gradients.hpp"

#include <Eigen/LU>
#include <Eigen/QR>
#include <catch2/catch.hpp>

namespace complex_gradients_tests {

using namespace stiffbench;
using Complex = std::complex<double>;
using Dense = Eigen::MatrixXd;

namespace {

constexpr int n = 60;

Eigen::VectorXcd joined(const ComplexVec& x) {
  return x.re.cast<Complex>() + Complex(0, 1) * x.im.cast<Complex>();
}

/// M + d D + d^2 K for positive definite matrices of condition 1e8, and the real one with |d|.
struct System {
  explicit System(Complex d) {
    srand(5);
    const Dense Q = Dense::Random(n, n).householderQr().householderQ();
    const Vec stiffness = Vec::LinSpaced(n, 0, 8).unaryExpr([](double e) { return pow(10, e); });
    const Dense K = Q * stiffness.asDiagonal() * Q.transpose(), D = Dense::Identity(n, n);
    const Dense M = Vec::LinSpaced(n, 1, 2).asDiagonal();
    A = M.cast<Complex>() + d * D.cast<Complex>() + d * d * K.cast<Complex>();
    S = M + std::abs(d) * D + std::abs(d) * std::abs(d) * K;
    inverse = S.inverse();
    b.re = Vec::Random(n);
    b.im = Vec::Random(n);
  }
  Outcome solve(ComplexGradients& gradients, const Accuracy& accuracy, long most) {
    const auto times = [&](const ComplexVec& p, ComplexVec& q) {
      const Eigen::VectorXcd product = A * joined(p);
      q.re = product.real();
      q.im = product.imag();
    };
    const auto precondition = [&](const ComplexVec& r, ComplexVec& y) {
      y.re = inverse * r.re;
      y.im = inverse * r.im;
    };
    return gradients.solve(times, precondition, b, accuracy, most, x);
  }
  /// The error of x in the norm of S, relative.
  double error() const {
    const Eigen::VectorXcd exact = A.partialPivLu().solve(joined(b)), e = joined(x) - exact;
    const auto norm = [&](const Eigen::VectorXcd& v) {
      return std::sqrt(std::abs((v.adjoint() * S.cast<Complex>() * v)(0)));
    };
    return norm(e) / norm(exact);
  }
  Eigen::MatrixXcd A;
  Dense S, inverse;
  ComplexVec b, x;
};

}  // namespace

TEST_CASE("complex conjugate gradients solve to the accuracy asked for") {
  ComplexGradients gradients;
  for (const double angle : {0.3, 0.8, 1.1})
    for (const double accuracy : {1e-2, 1e-6, 1e-10}) {
      System system(std::polar(0.01, angle));
      INFO("angle " << angle << ", accuracy " << accuracy);
      REQUIRE(system.solve(gradients, {accuracy, 0}, 200).ok());
      CHECK(system.error() < 3 * accuracy);
      CHECK(
          (joined(gradients.residual()) - (joined(system.b) - system.A * joined(system.x))).norm() <
          1e-9 * joined(system.b).norm());
      CHECK(gradients.digits() > -std::log10(accuracy) - 0.1);
    }
}

TEST_CASE("with factors of the real matrix an iteration gains tan(phi/2), for any stiffness") {
  ComplexGradients gradients;
  for (const double angle : {0.5236, 0.85, 1.1}) {
    System system(std::polar(0.01, angle));
    REQUIRE(system.solve(gradients, {1e-10, 0}, 200).ok());
    const double rate = std::pow(1e-10, 1. / static_cast<double>(gradients.iterations()));
    INFO("angle " << angle << ": " << rate << " for " << std::tan(angle / 2));
    CHECK(rate < 1.25 * std::tan(angle / 2));
    CHECK(rate > 0.6 * std::tan(angle / 2));
  }
}

TEST_CASE("complex conjugate gradients say what stopped them") {
  ComplexGradients gradients;
  System system(std::polar(0.01, 1.));
  const Outcome few = system.solve(gradients, {1e-10, 0}, 3);
  CHECK(few.status == Status::krylov_stagnated);
  CHECK(gradients.iterations() == 3);
  system.A(0, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK(system.solve(gradients, {1e-10, 0}, 30).status == Status::diverged);
  system.b.set_zero(n);
  CHECK(system.solve(gradients, {1e-10, 0}, 30).ok());
  CHECK((system.x.re.isZero() && system.x.im.isZero()));
}

}  // namespace complex_gradients_tests
