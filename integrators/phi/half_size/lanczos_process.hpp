#pragma once

#include "base/dense.hpp"
#include "integrators/phi/half_size/krylov.hpp"

#include <vector>

namespace stiffbench::phi {

/// Some rows of T, its eigenpairs and what belongs to them: the eigenvalues of A, and where
/// round-off may have put them.
struct Projection {
  explicit Projection(Eigen::Index m)
      : eigen(m), diagonal(m), below(m - 1), theta(m), lambda(m), moved(m) {}
  dense::SymmetricEigen eigen;
  Vec diagonal, below;
  Eigen::ArrayXd theta, lambda, moved;
};

/// Room for every size of T at which approximants are looked at, made once. It holds nothing
/// between evaluations: a copy has room of its own.
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

/// B V = V T + beta v e_m^T in the inner product of M, for an operator B.
class LanczosProcess {
 public:
  /// Makes room for `limit` vectors of this problem.
  void init(const CountedProblem& problem, Eigen::Index limit);
  /// Begins with b / norm.
  void start(const Vec& b, double norm) { basis_.col(0) = b / norm; }
  /// Makes vector m (from 0) and row m - 1 of T; false when b lies in the span of the vectors so
  /// far.
  bool extend(KrylovOperator& B, Eigen::Index m);
  /// Ends T with row m - 1; rows up to `level` that nothing couples to change nothing.
  void pad(Eigen::Index m, Eigen::Index level);
  /// Whether row m - 1 of T is finite.
  bool is_finite(Eigen::Index m) const;
  /// Fills the eigenpairs of T and those of A; false where they do not converge.
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
  double largest_ = 0;  // entry of T
  Vec current_, image_, weighted_;
};

}  // namespace stiffbench::phi
