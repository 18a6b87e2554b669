#pragma once

#include "problems/contract/optional/element_energies.hpp"
#include "problems/contract/state.hpp"

#include <utility>
#include <vector>

namespace stiffbench {

// A chain of n points between two walls; x holds the displacements of the points from rest. Element
// s = 0..n joins point s-1 to point s; points -1 and n are the walls.

/// Returns the elongation of element s, or its rate if x holds velocities.
template <class Scalar>
Scalar chain_elongation(Eigen::Index s, const VecOf<Scalar>& x) {
  if (s == 0) return x[0];
  return s == x.size() ? -x[s - 1] : x[s] - x[s - 1];
}

/// Subtracts the pull of element s with this tension (N) from f (N).
template <class Scalar>
void chain_pull(Eigen::Index s, Scalar tension, VecOf<Scalar>& f) {
  if (s < f.size()) f[s] -= tension;
  if (s > 0) f[s - 1] += tension;
}

/// Returns a tridiagonal matrix of zeros.
Mat tridiagonal_pattern(Eigen::Index n);

/// Writes the symmetric tridiagonal matrix with these diagonals, which are vectors or expressions
/// of vectors. An A of that size is overwritten in place.
template <class Diagonal, class OffDiagonal>
void tridiagonal(const Diagonal& diagonal, const OffDiagonal& off_diagonal, Mat& A) {
  const Eigen::Index n = diagonal.size();
  if (A.rows() != n) A = tridiagonal_pattern(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    A.coeffRef(i, i) = diagonal[i];
    if (i + 1 < n) A.coeffRef(i, i + 1) = A.coeffRef(i + 1, i) = off_diagonal[i];
  }
}

/// Writes the stiffness (or damping) of a chain with n+1 element stiffnesses. A K of that size is
/// overwritten in place.
template <class Elements>
void chain_stiffness(const Elements& elements, Mat& K) {
  const Eigen::Index n = elements.size() - 1;
  tridiagonal(elements.head(n) + elements.tail(n), -elements.segment(1, n - 1), K);
}

/// Springs of the energy k e^2 / 2 + cubic e^4 / 4 as single elements; an elongation e is a
/// weighted sum of unknowns.
class ScalarSprings final : public ElementGroup {
 public:
  struct Spring {
    std::vector<std::pair<int, double>> ends;  ///< unknowns with their weights, at most eight
    double k = 0, cubic = 0;
  };
  explicit ScalarSprings(std::vector<Spring> springs) : springs_(std::move(springs)) {}
  /// Returns the springs of a chain of n points; all have the same law.
  static ScalarSprings of_chain(int n, double k, double cubic);

  /// True if no spring has a cubic term; L is then the stiffness.
  bool is_linear() const;
  int count() const override { return static_cast<int>(springs_.size()); }
  void nodes(int spring, ElementNodes& nodes) const override;
  /// The constraint is e sqrt(k + cubic e^2 / 2), of compliance 1.
  Constraint constraint(int spring, const Vec& x, ElementVector& gradient) const override;
  void derivatives(int spring, int node, const Vec& x, NodeVector& g, NodeMatrix& H) const override;

 private:
  const Spring& at(int spring) const { return springs_[static_cast<std::size_t>(spring)]; }
  std::vector<Spring> springs_;
};

}  // namespace stiffbench
