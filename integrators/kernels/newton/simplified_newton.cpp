#include "integrators/kernels/newton/simplified_newton.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>

namespace stiffbench {

using Complex = std::complex<double>;

std::vector<SimplifiedNewton::Eigenvalue> SimplifiedNewton::eigenvalues_of(
    const Eigen::MatrixXd& A) {
  constexpr double round_off = 1e-10;
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(A);
  const Eigen::MatrixXcd vectors = solver.eigenvectors().colwise().normalized(),
                         inverse = vectors.inverse();
  std::vector<Eigenvalue> result;
  for (Eigen::Index k = 0; k < A.rows(); ++k) {
    const Complex value = solver.eigenvalues()[k];
    const bool is_real = std::abs(value.imag()) < round_off * std::abs(value);
    if (!is_real && value.imag() < 0) continue;
    result.push_back({value, vectors.col(k), inverse.row(k), is_real ? 1 : 2});
  }
  return result;
}

bool SimplifiedNewton::transforms(const Eigen::MatrixXd& A) {
  constexpr double most = 1e6;  // the factor by which the transformation may enlarge round-off
  const std::vector<Eigenvalue> all = eigenvalues_of(A);
  return std::all_of(all.begin(), all.end(), [&](const Eigenvalue& one) {
    return std::abs(one.value) > A.norm() / most && one.left.norm() < most;
  });
}

void SimplifiedNewton::init(const CountedProblem& problem, const Eigen::MatrixXd& A,
                            UpdateSolver solver, Preconditioner preconditioner) {
  n_ = problem.dof();
  eigenvalues_ = eigenvalues_of(A);
  // A real eigenvalue has S itself as its matrix. The mean of all serves where there is none.
  double logarithms = 0, real = 0;
  for (const Eigenvalue& one : eigenvalues_) {
    logarithms += one.count * std::log(std::abs(one.value));
    if (one.count == 1) real = one.value.real();
  }
  radius_ = real > 0 ? real : std::exp(logarithms / static_cast<double>(A.rows()));
  matrix_.init(problem, solver, preconditioner);
}

Outcome SimplifiedNewton::factorize(double h, HessianCorrection correction, const State& u) {
  h_ = h;
  matrix_.evaluate_stiffness(u);
  matrix_.evaluate_damping(u);
  const double d = h * radius_;
  return matrix_.factorize({1, d, d * d}, correction, u);
}

Outcome SimplifiedNewton::solve(const Vec& residual, const Accuracy& accuracy, const State& u,
                                Vec& da) {
  const Eigen::Index s = residual.size() / n_;
  da.setZero(residual.size());
  left_.setZero(residual.size());
  error_ = 0;
  for (const Eigenvalue& one : eigenvalues_) {
    right_.set_zero(n_);
    for (Eigen::Index i = 0; i < s; ++i) {
      right_.re += one.left[i].real() * residual.segment(i * n_, n_);
      right_.im += one.left[i].imag() * residual.segment(i * n_, n_);
    }
    // With unit eigenvectors the energy norm of the stages is at most the sum of these parts.
    const double unit = h_ * std::abs(one.value), parts = static_cast<double>(s);
    const Accuracy own{accuracy.relative, accuracy.absolute / (unit * parts)};
    if (Outcome outcome = solve_one(one, own, u); !outcome.ok()) return outcome;
    error_ += one.count * unit * one_error_;
    const auto add = [&](Vec& stacked, Eigen::Index i, const ComplexVec& part) {
      const Complex factor = static_cast<double>(one.count) * one.vector[i];
      stacked.segment(i * n_, n_) += factor.real() * part.re - factor.imag() * part.im;
    };
    for (Eigen::Index i = 0; i < s; ++i) {
      add(da, i, solution_);
      add(left_, i, rest_);
    }
  }
  return {};
}

Outcome SimplifiedNewton::solve_one(const Eigenvalue& one, const Accuracy& accuracy,
                                    const State& u) {
  const Complex d = h_ * one.value;
  if (one.count == 1 && one.value.real() == radius_) {
    solution_.im.setZero(n_);
    rest_.set_zero(n_);
    const Outcome outcome = matrix_.solve(right_.re, accuracy, u, solution_.re);
    if (matrix_.iterates()) rest_.re = matrix_.solve_residual();
    one_error_ = matrix_.solve_error();
    return outcome;
  }
  const Outcome outcome = matrix_.solve({1, d, d * d}, right_, accuracy, u, solution_);
  rest_ = matrix_.complex_residual();
  one_error_ = matrix_.complex_error();
  return outcome;
}

}  // namespace stiffbench
