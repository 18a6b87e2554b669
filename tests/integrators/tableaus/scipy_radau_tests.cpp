// Radau IIA of order 5 beside the constants of SciPy's Radau (scipy/integrate/_ivp/radau.py), which
// are those of the program RADAU5 (Hairer, Wanner, DOI 10.1007/978-3-642-05221-7, section IV.8):
// nodes, eigenvalues, transformation, error estimate and interpolation, and a step with either.

#include "integrators/tableaus/collocation.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/kernels/run_steps.hpp"

#include <Eigen/LU>

#include <cmath>

namespace scipy_radau_tests {

using namespace stiffbench;

namespace {

using Matrix3 = Eigen::Matrix3d;
using Vector3 = Eigen::Vector3d;

const double root = std::sqrt(6.), cube_root = std::cbrt(3.);

// SciPy's C, MU_REAL, MU_COMPLEX, E, T, TI and P. Z are the increments of the stages from the start
// of a step.
const Vector3 scipy_c{(4 - root) / 10, (4 + root) / 10, 1};
const double mu_real = 3 + cube_root * cube_root - cube_root,
             mu_real_part = 3 + 0.5 * (cube_root - cube_root * cube_root),
             mu_imaginary_part = -0.5 * (std::pow(3, 5. / 6) + std::pow(3, 7. / 6));
const Vector3 scipy_E{(-13 - 7 * root) / 3, (-13 + 7 * root) / 3, -1. / 3};
const Matrix3 scipy_T{{0.09443876248897524, -0.14125529502095421, 0.03002919410514742},
                      {0.25021312296533332, 0.20412935229379994, -0.38294211275726192},
                      {1, 1, 0}},
    scipy_TI{{4.17871859155190428, 0.32768282076106237, 0.52337644549944951},
             {-4.17871859155190428, -0.32768282076106237, 0.47662355450055044},
             {0.50287263494578682, -2.57192694985560522, 0.59603920482822492}},
    scipy_P{{13. / 3 + 7 * root / 3, -23. / 3 - 22 * root / 3, 10. / 3 + 5 * root},
            {13. / 3 - 7 * root / 3, -23. / 3 + 22 * root / 3, 10. / 3 - 5 * root},
            {1. / 3, -8. / 3, 10. / 3}};

/// SciPy's matrix of the real eigenvalue and of the complex pair, TI A^-1 T.
const Matrix3 blocks{
    {mu_real, 0, 0}, {0, mu_real_part, -mu_imaginary_part}, {0, mu_imaginary_part, mu_real_part}};

const Tableau<3>& table = tableaus::radau_iia5;

Matrix3 table_A() {
  Matrix3 A;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) A(i, j) = table.a[i][j];
  return A;
}

/// Solves (left x I - h right x J) z = h weights x J u, where x is Kronecker's product; row i of
/// the result belongs to stage i.
Eigen::Matrix<double, 3, 2> solve_stages(const Matrix3& left, const Matrix3& right,
                                         const Vector3& weights, const Eigen::Matrix2d& hJ,
                                         const Eigen::Vector2d& u) {
  Eigen::Matrix<double, 6, 6> system;
  Eigen::Matrix<double, 6, 1> load;
  for (int i = 0; i < 3; ++i) {
    load.segment<2>(2 * i) = weights[i] * hJ * u;
    for (int j = 0; j < 3; ++j)
      system.block<2, 2>(2 * i, 2 * j) =
          left(i, j) * Eigen::Matrix2d::Identity() - right(i, j) * hJ;
  }
  const Eigen::Matrix<double, 6, 1> z = system.partialPivLu().solve(load);
  Eigen::Matrix<double, 3, 2> stages;
  for (int i = 0; i < 3; ++i) stages.row(i) = z.segment<2>(2 * i).transpose();
  return stages;
}

}  // namespace

TEST_CASE(
    "Radau IIA of order 5 has the nodes and the transformation that SciPy's Radau is built on") {
  for (int i = 0; i < 3; ++i) CHECK(std::abs(table.c[i] - scipy_c[i]) <= 2e-16);
  const Matrix3 inverse = table_A().inverse();
  CHECK((scipy_TI * inverse * scipy_T - blocks).cwiseAbs().maxCoeff() < 1e-14);
  CHECK((scipy_TI * scipy_T - Matrix3::Identity()).cwiseAbs().maxCoeff() < 1e-15);
}

TEST_CASE("Radau IIA of order 5 estimates errors with SciPy's coefficients E") {
  // SciPy's error is (mu / h - J)^-1 (F(u_n) + E' Z / h), that of CollocationError
  // (1 - gamma h J)^-1 h (sum_i (b - b_embedded)_i F_i - gamma F(u_n)): with gamma = 1 / mu and
  // h F = A^-1 Z they differ in sign alone.
  Vector3 weights;
  for (int i = 0; i < 3; ++i) weights[i] = table.b[i] - table.embedded.b[i];
  CHECK(std::abs(weights.sum() * mu_real - 1) < 1e-14);
  const Vector3 ours = -mu_real * (table_A().inverse().transpose() * weights);
  CHECK((ours - scipy_E).cwiseAbs().maxCoeff() < 1e-13);
}

TEST_CASE("SciPy's interpolation has its stages at the nodes of Radau IIA") {
  for (int k = 0; k < 3; ++k) {
    const double c = table.c[k];
    const Vector3 shares = scipy_P * Vector3(c, c * c, c * c * c);  // of Z_i in the stage k
    CHECK((shares - Vector3::Unit(k)).cwiseAbs().maxCoeff() < 1e-14);
  }
}

TEST_CASE("a step of Radau IIA on a linear problem has the stage values of SciPy's constants") {
  constexpr double h = 0.4, zeta = 0.1, x = 0.7, v = -0.4;
  for (const double omega : {3., 300.}) {
    INFO("omega " << omega);
    const Eigen::Matrix2d J{{0, 1}, {-omega * omega, -2 * zeta * omega}};
    const Eigen::Vector2d start{x, v}, scale{1, omega};
    // SciPy solves for W = TI Z, in which the stages form two systems, real and complex.
    const auto of_scipy = (scipy_T * solve_stages(blocks, Matrix3::Identity(),
                                                  scipy_TI.rowwise().sum(), h * J, start))
                              .eval();
    const auto of_table =
        solve_stages(Matrix3::Identity(), table_A(), table_A().rowwise().sum(), h * J, start);
    const auto difference = (of_scipy - of_table).eval();
    CHECK(difference.col(0).cwiseAbs().maxCoeff() < 1e-13 * scale[0]);
    CHECK(difference.col(1).cwiseAbs().maxCoeff() < 1e-13 * scale[1]);

    const auto problem = ProblemRegistry::instance().make(
        "damped_oscillator", {{"omega", omega}, {"zeta", zeta}, {"x0", x}, {"v0", v}});
    const State end = test::run(test::make("radau_iia5", {{"tolerance", 1e-15}}), *problem, h, 1);
    CHECK(std::abs(end.x[0] - (x + of_scipy(2, 0))) < 1e-12 * scale[0]);
    CHECK(std::abs(end.v[0] - (v + of_scipy(2, 1))) < 1e-12 * scale[1]);
  }
}

}  // namespace scipy_radau_tests
