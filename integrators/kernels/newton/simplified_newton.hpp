#pragma once

#include "integrators/kernels/newton/stage_matrix.hpp"

#include <complex>
#include <vector>

namespace stiffbench {

/// The matrix of a simplified Newton iteration for the s coupled stages of a Runge-Kutta method
/// (Hairer, Wanner, DOI 10.1007/978-3-642-05221-7, section IV.8): all stages share one K and one D.
/// The eigenvectors of A then transform the system of s n unknowns
///   M da_i + h sum_j A_ij D da_j + h^2 sum_j (A^2)_ij K da_j = r_i
/// into one of n unknowns for each eigenvalue lambda, M + h lambda D + (h lambda)^2 K. A real
/// eigenvalue gives a symmetric matrix S, and a pair one complex symmetric matrix, whose iteration
/// S preconditions. So a step needs one factorization or none, however many stages it has.
///
/// Let lambda = r e^(i phi), and r be the number in place of lambda in S. Without damping the
/// preconditioned matrix has its eigenvalues on the segment from 1 to e^(2 i phi), whatever the
/// stiffness and the step, so that an iteration with the factors of S gains the factor tan(phi/2):
/// 0.27 for gauss4. One S serves all eigenvalues, whose moduli differ a little; the factor of
/// radau_iia5 is 0.46.
class SimplifiedNewton {
 public:
  /// True where A has distinct eigenvalues other than 0.
  static bool transforms(const Eigen::MatrixXd& A);

  /// A must be one that transforms() accepts.
  void init(const CountedProblem& problem, const Eigen::MatrixXd& A, UpdateSolver solver,
            Preconditioner preconditioner);
  /// Evaluates K and D at u, and prepares S for steps of h.
  Outcome factorize(double h, HessianCorrection correction, const State& u);
  /// True when S belongs to steps of h.
  bool is_ready(double h) const { return matrix_.ready() && h_ == h; }
  /// Solves for the stacked updates `da`, to this accuracy in the energy norm of the stages; u as
  /// in factorize().
  Outcome solve(const Vec& residual, const Accuracy& accuracy, const State& u, Vec& da);
  /// A bound on the error of the last solution in the energy norm of the stages, from the estimates
  /// of its parts.
  double error() const { return error_; }
  /// The residual of the linear system that the last solution left.
  const Vec& left() const { return left_; }
  /// The real matrix S.
  StageMatrix& matrix() { return matrix_; }

 private:
  /// A real eigenvalue, or the one of a pair with a positive imaginary part.
  struct Eigenvalue {
    std::complex<double> value;
    Eigen::VectorXcd vector, left;  // the vector has the length 1; left' vector = 1
    int count;                      // 1, or 2 for a pair
  };
  static std::vector<Eigenvalue> eigenvalues_of(const Eigen::MatrixXd& A);
  Outcome solve_one(const Eigenvalue& eigenvalue, const Accuracy& accuracy, const State& u);

  std::vector<Eigenvalue> eigenvalues_;
  StageMatrix matrix_;
  Eigen::Index n_ = 0;
  double h_ = 0, radius_ = 0;  // the number in place of the eigenvalue in S
  double error_ = 0, one_error_ = 0;
  ComplexVec right_, solution_, rest_;  // of one eigenvalue
  Vec left_;
};

}  // namespace stiffbench
