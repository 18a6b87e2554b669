#pragma once

#include "integrators/tableaus/check/broken_claims.hpp"
#include "integrators/tableaus/check/order_conditions.hpp"
#include "integrators/tableaus/composition.hpp"
#include "integrators/tableaus/eigen.hpp"
#include "integrators/tableaus/nystrom.hpp"
#include "integrators/tableaus/rows.hpp"

namespace stiffbench {

/// An explicit method for M x'' = f(x, t) in the form of a Runge-Kutta-Nystroem method
/// (tableaus/nystrom.hpp). A splitting method of kicks k_i and drifts d_i has the nodes c_i = d_1 +
/// ... + d_i, a_ij = k_j (c_i - c_j), b_position_i = k_i (1 - c_i) and b_velocity_i = k_i.
struct NystromWeights {
  using Matrix = TreeWeights::Matrix;
  using Vector = TreeWeights::Vector;
  Matrix a;
  Vector b_position, b_velocity, c;

  template <int S>
  explicit NystromWeights(const NystromTableau<S>& row)
      : a(matrix_of(row.a).template cast<long double>()),
        b_position(vector_of(row.b_position).template cast<long double>()),
        b_velocity(vector_of(row.b_velocity).template cast<long double>()),
        c(vector_of(row.c).template cast<long double>()) {}
  template <int S>
  explicit NystromWeights(const Composition<S>& row)
      : NystromWeights(vector_of(row.drifts).template cast<long double>(),
                       vector_of(row.kicks).template cast<long double>()) {}

 private:
  NystromWeights(const Vector& drifts, const Vector& kicks);
};

/// The number of special Nystroem trees of this order whose root is a force.
long nystrom_trees(int order);

/// The condition of this order with the largest error, over all special Nystroem trees (Hairer,
/// Norsett, Wanner, DOI 10.1007/978-3-540-78862-1, section II.14), for the velocity and for the
/// position. Trees print as "[x[x]]": a force whose derivative is along x and along another force.
MissedCondition most_missed(const NystromWeights& weights, int order);

/// The largest y such that no oscillation grows for 0 <= h omega <= y.
double oscillation_bound(const NystromWeights& weights);

/// Returns the broken claims of a table: the conditions have to hold up to the claimed order and to
/// fail for the next one, and y_stable has to follow from the coefficients.
BrokenClaims broken_claims(const NystromWeights& weights, int order, double y_stable);
/// The broken claims of an embedded method: its order conditions, as above.
BrokenClaims broken_claims_of_embedded(const NystromWeights& weights, int order);
template <int S>
BrokenClaims broken_claims_of(const NystromTableau<S>& row) {
  NystromTableau<S> embedded = row;
  embedded.b_position = row.embedded.b_position;
  embedded.b_velocity = row.embedded.b_velocity;
  return with_embedded(broken_claims(NystromWeights(row), row.order, row.y_stable), row,
                       NystromWeights(embedded));
}
template <int S>
BrokenClaims broken_claims_of(const Composition<S>& row) {
  return broken_claims(NystromWeights(row), row.order, row.y_stable);
}

}  // namespace stiffbench
