#include "base/system/instruction_set.hpp"
#include "integrators/kernels/linear/linear_solver.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "integrators/kernels/linear/supernodal/supernodal_solve.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/registry.hpp"

#include <Eigen/Cholesky>
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace supernodal_tests {

using namespace stiffbench;

namespace {

/// A factor of three supernodes, of five, one and nine columns, whose entries above the diagonal
/// are NaN, and the same factor as a full matrix.
template <class Real>
struct Factor {
  static constexpr int n = 15;
  std::vector<int> super{0, 5, 6, 15}, pi, px, s;
  std::vector<Real> values;
  Eigen::MatrixXd full = Eigen::MatrixXd::Zero(n, n);

  Factor() {
    const std::vector<std::vector<int>> below{{5, 7, 8, 11, 14}, {9, 10, 12}, {}};
    for (std::size_t k = 0; k < below.size(); ++k) {
      pi.push_back(static_cast<int>(s.size()));
      px.push_back(static_cast<int>(values.size()));
      const auto begin = static_cast<std::ptrdiff_t>(s.size());
      for (int column = super[k]; column < super[k + 1]; ++column) s.push_back(column);
      s.insert(s.end(), below[k].begin(), below[k].end());
      for (int column = super[k]; column < super[k + 1]; ++column)
        for (auto row = s.begin() + begin; row != s.end(); ++row) {
          const double entry = *row == column ? 3 + column % 4 : std::sin(7 * *row + 3 * column);
          values.push_back(*row < column ? std::numeric_limits<Real>::quiet_NaN()
                                         : static_cast<Real>(entry));
          if (*row >= column) full(*row, column) = entry;
        }
    }
    pi.push_back(static_cast<int>(s.size()));
    px.push_back(static_cast<int>(values.size()));
  }
  Supernodes nodes() const { return {3, super.data(), pi.data(), px.data(), s.data()}; }
};

template <class Real>
double error_of_solve() {
  const Factor<Real> factor;
  const Eigen::MatrixXd A = factor.full * factor.full.transpose();
  const Vec exact = Vec::LinSpaced(Factor<Real>::n, -1, 2), b = A * exact;
  Eigen::Matrix<Real, Eigen::Dynamic, 1> x = b.cast<Real>(), work(Factor<Real>::n);
  solve_supernodes(factor.nodes(), factor.values.data(), x.data(), work.data());
  return (x.template cast<double>() - exact).norm() / exact.norm();
}

}  // namespace

TEST_CASE("a supernodal factor is solved with, in either precision", "[linear]") {
  for (const std::string& set : instruction_sets()) {
    INFO(set);
    use_instruction_set(set);
    CHECK(error_of_solve<double>() <= 1e-12);
    CHECK(error_of_solve<float>() <= 1e-3);
    CHECK(error_of_solve<float>() > 0);
  }
  use_instruction_set(instruction_sets().front());
}

TEST_CASE("a factor has the energy norm of its matrix", "[linear]") {
  const Factor<double> factor;
  const Vec x = Vec::LinSpaced(Factor<double>::n, -1, 2);
  CHECK(energy_norm(factor.nodes(), factor.values.data(), x.data()) ==
        Approx((factor.full.transpose() * x).norm()).epsilon(1e-13));
}

TEST_CASE("solutions with supernodal factors have the residual of round-off", "[linear]") {
  const auto problem = ProblemRegistry::instance().make("rotating_cube", {{"cells", 8L}});
  Mat K;
  projected_stiffness(*problem, problem->start(), K);
  const Term terms[] = {{&problem->mass().matrix(), 1}, {&K, 1e-3}};
  SparseSum sum;
  const Columns& S = sum.assemble(problem->dof(), terms);
  LinearSolver solver;
  Work work;
  REQUIRE(solver.factorize_definite(S, work).ok());
  const Vec b = Vec::LinSpaced(S.rows(), 0, 1e4).array().sin();
  Vec x;
  solver.solve(b, x, work);
  CHECK((S * x - b).norm() <= 1e-13 * (S.norm() * x.norm()));
  // Rough solves begin with the sixth; a new factor begins anew.
  const auto norm = [&](const Vec& y) { return std::sqrt(y.dot(S * y)); };
  const auto error = [&](const Vec& rough) { return norm(rough - x) / norm(x); };
  Vec rough;
  for (int repeat = 0; repeat < 2; ++repeat) {
    for (int i = 0; i < 5; ++i) {
      CHECK(solver.solve_roughly(b, rough, work) == 0);
      CHECK(rough == x);
    }
    const double estimate = solver.solve_roughly(1e-200 * b, rough, work);
    rough *= 1e200;
    CHECK(error(rough) > 1e-10);
    CHECK(error(rough) <= estimate);
    CHECK(estimate <= 4e-5);
    REQUIRE(solver.factorize_definite(S, work).ok());
  }
}

}  // namespace supernodal_tests
