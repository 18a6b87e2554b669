#include "base/dense.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>

#include <utility>

namespace stiffbench::dense {

using Eigen::Index;

struct SymmetricEigen::Solver {
  explicit Solver(Index n) : eigen(n), size(n) {}
  Eigen::SelfAdjointEigenSolver<MatrixXd> eigen;
  Index size;
};

SymmetricEigen::SymmetricEigen(Index size) : solver_(std::make_unique<Solver>(size)) {}
SymmetricEigen::SymmetricEigen(const SymmetricEigen& other) : SymmetricEigen(other.solver_->size) {}
SymmetricEigen::SymmetricEigen(SymmetricEigen&&) noexcept = default;
SymmetricEigen& SymmetricEigen::operator=(SymmetricEigen other) noexcept {
  solver_ = std::move(other.solver_);
  return *this;
}
SymmetricEigen::~SymmetricEigen() = default;

bool SymmetricEigen::decompose(const MatrixXd& A) {
  return solver_->eigen.compute(A).info() == Eigen::Success;
}

bool SymmetricEigen::decompose_tridiagonal(const VectorXd& diagonal, const VectorXd& below) {
  return solver_->eigen.computeFromTridiagonal(diagonal, below).info() == Eigen::Success;
}

const VectorXd& SymmetricEigen::values() const { return solver_->eigen.eigenvalues(); }
const MatrixXd& SymmetricEigen::vectors() const { return solver_->eigen.eigenvectors(); }

VectorXd symmetric_eigenvalues(const MatrixXd& A) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

Modes modes(const MatrixXd& K, const MatrixXd& M) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(K, M);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXcd eigenvalues(const MatrixXd& A) { return A.eigenvalues(); }

Cholesky::Cholesky(const MatrixXd& A) : lower_(A) {
  const Eigen::LLT<Eigen::Ref<MatrixXd>> in_place(lower_);
  ok_ = in_place.info() == Eigen::Success;
}

double Cholesky::log_determinant_of_L() const { return lower_.diagonal().array().log().sum(); }

MatrixXd Cholesky::solve(const MatrixXd& B) const {
  MatrixXd X = B;
  solve_lower(X);
  solve_upper(X);
  return X;
}

void Cholesky::solve_lower(MatrixXd& B) const {
  lower_.triangularView<Eigen::Lower>().solveInPlace(B);
}
void Cholesky::solve_lower(VectorXd& b) const {
  lower_.triangularView<Eigen::Lower>().solveInPlace(b);
}
void Cholesky::solve_upper(MatrixXd& B) const {
  lower_.triangularView<Eigen::Lower>().transpose().solveInPlace(B);
}
void Cholesky::solve_upper(VectorXd& b) const {
  lower_.triangularView<Eigen::Lower>().transpose().solveInPlace(b);
}

VectorXd Cholesky::times_upper(const VectorXd& b) const {
  return lower_.triangularView<Eigen::Lower>().transpose() * b;
}

MatrixXd Cholesky::transpose_times_upper(const MatrixXd& B) const {
  return B.transpose() * lower_.triangularView<Eigen::Lower>().transpose();
}

void Cholesky::make_congruent(MatrixXd& B) const {
  solve_lower(B);
  B.transposeInPlace();
  solve_lower(B);
}

MatrixXd solve(const MatrixXd& A, const MatrixXd& B) {
  return Eigen::PartialPivLU<MatrixXd>(A).solve(B);
}

MatrixXd inverse(const MatrixXd& A) { return A.inverse(); }

VectorXd least_squares(const MatrixXd& A, const VectorXd& b) {
  return A.completeOrthogonalDecomposition().solve(b);
}

MatrixXd product(const MatrixXd& A, const MatrixXd& B) { return A * B; }

SingularValues singular_values(const MatrixXd& A, double threshold) {
  Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  svd.setThreshold(threshold);
  const Index rank = svd.rank();
  return {svd.singularValues().head(rank), svd.matrixU().leftCols(rank),
          svd.matrixV().leftCols(rank)};
}

}  // namespace stiffbench::dense
