#pragma once

#include "base/dense.hpp"
#include "integrators/phi/half_size/krylov.hpp"

#include <vector>

namespace stiffbench::phi {

/// The leading rows of T and their eigenpairs: theta; the corresponding eigenvalues `lambda` of A;
/// and `moved`, which is lambda plus its uncertainty due to round-off.
struct Projection {
  explicit Projection(Eigen::Index m)
      : eigen(m), diagonal(m), below(m - 1), theta(m), lambda(m), moved(m) {}
  dense::SymmetricEigen eigen;
  Vec diagonal, below;
  Eigen::ArrayXd theta, lambda, moved;
};

/// Memory for every size of T at which errors are estimated, allocated once. It holds nothing
/// between evaluations, so a copy allocates separate memory.
class Levels {
 public:
  Levels() = default;
  Levels(Eigen::Index first, Eigen::Index limit);
  Levels(const Levels& other)
      : Levels(other.levels_.empty() ? Levels() : Levels(other.first(), other.limit())) {}
  Levels(Levels&&) noexcept = default;
  Levels& operator=(Levels other) noexcept {
    levels_ = std::move(other.levels_);
    return *this;
  }

  Eigen::Index first() const { return levels_.front().theta.size(); }
  Eigen::Index limit() const { return levels_.back().theta.size(); }
  std::size_t count() const { return levels_.size(); }
  Projection& operator[](std::size_t level) { return levels_[level]; }
  const Projection& operator[](std::size_t level) const { return levels_[level]; }

 private:
  std::vector<Projection> levels_;
};

/// The Lanczos process B V = V T + beta v e_m^T in the inner product of M, for an operator B.
class LanczosProcess {
 public:
  /// Allocates `limit` vectors of this problem.
  void init(const CountedProblem& problem, Eigen::Index limit);
  /// Begins with b / norm.
  void start(const Vec& b, double norm) { basis_.col(0) = b / norm; }
  /// Computes vector m (from 0) and row m - 1 of T; false when b lies in the span of the previous
  /// vectors.
  bool extend(KrylovOperator& B, Eigen::Index m);
  /// Ends T with row m - 1: rows up to `level` are filled without coupling, which changes no
  /// result.
  void pad(Eigen::Index m, Eigen::Index level);
  /// True when row m - 1 of T is finite.
  bool is_finite(Eigen::Index m) const;
  /// Computes the eigenpairs of T and the eigenvalues of A; false where the computation does not
  /// converge.
  bool decompose(const KrylovOperator& B, Projection& projection) const;

  /// The first m vectors.
  auto vectors(Eigen::Index m) const { return basis_.leftCols(m); }
  /// Diagonal and subdiagonal of T.
  double alpha(Eigen::Index k) const { return alpha_[k]; }
  double beta(Eigen::Index k) const { return beta_[k]; }

 private:
  const CountedProblem* problem_ = nullptr;
  Eigen::MatrixXd basis_;
  Vec alpha_, beta_, inner_;
  double largest_ = 0;  // the largest entry of T
  Vec current_, image_, weighted_;
};

}  // namespace stiffbench::phi
