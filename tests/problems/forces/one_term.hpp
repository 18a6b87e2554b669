#pragma once

#include "problems/forces/force_term.hpp"

namespace stiffbench::test {

/// Adds what a term adds to a force that has no other one.
inline void add_force(const ForceTerm& term, const Vec& u, Eigen::Ref<Vec> f) {
  const AlignedPositions<double> at(u);
  on_vertices<double>(f, [&](AlignedSums<double>& sums) { term.add_force(at, sums); });
}
inline void add_jacobian_times(const ForceTerm& term, const Vec& u, const Vec& du,
                               Eigen::Ref<Vec> df) {
  const AlignedPositions<double> at(u);
  const AlignedPositions<double, 1> change(du);
  on_vertices<double>(
      df, [&](AlignedSums<double>& sums) { term.add_jacobian_times(at, change, sums); });
}

/// The matrix K of a term that has no other one.
template <class Term>
Mat stiffness(const Term& term, const Vec& u, const Mat& pattern) {
  const AlignedPositions<double> at(u);
  Mat K = pattern;
  typename Term::Blocks(pattern).assemble(K, [&](auto& rows) { term.add_stiffness(at, rows); });
  return K;
}

}  // namespace stiffbench::test
