#pragma once

#include <Eigen/Core>

#include <string>

namespace stiffbench {

/// The coefficients of a method whose elementary weights are products of matrices along rooted
/// trees (Hairer, Norsett, Wanner, DOI 10.1007/978-3-540-78862-1, section II.2; for Rosenbrock
/// methods Hairer, Wanner, DOI 10.1007/978-3-642-05221-7, section IV.7): a vertex with one child
/// takes `single`, one with several takes `several`. Runge-Kutta methods have A in both places.
struct TreeWeights {
  using Matrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
  Matrix single, several;
  Vector b;
};

/// The order condition that is missed most, sum_i b_i Phi_i(t) = 1/gamma(t) of a rooted tree t.
struct MissedCondition {
  std::string tree;           ///< "[.[.]]": a root with a leaf and a child with a leaf
  long double off = 0;        ///< the difference of the two sides
  long double round_off = 0;  ///< that coefficients of 15 digits explain
};

/// How many rooted trees of this order there are.
long rooted_trees(int order);

/// The condition of this order, over all its trees, that is off by most.
MissedCondition most_missed(const TreeWeights& weights, int order);

}  // namespace stiffbench
