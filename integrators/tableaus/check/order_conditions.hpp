#pragma once

#include <Eigen/Core>

#include <string>

namespace stiffbench {

/// The coefficients of a method whose elementary weights are products of matrices along rooted
/// trees (Hairer, Norsett, Wanner, DOI 10.1007/978-3-540-78862-1, section II.2; for Rosenbrock
/// methods Hairer, Wanner, DOI 10.1007/978-3-642-05221-7, section IV.7). A vertex with one child
/// takes `single`, one with several children takes `several`. Runge-Kutta methods have A in both
/// places.
struct TreeWeights {
  using Matrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
  Matrix single, several;
  Vector b;
};

/// The order condition with the largest error, sum_i b_i Phi_i(t) = 1/gamma(t) for a rooted tree t.
struct MissedCondition {
  std::string tree;           ///< "[.[.]]": a root with a leaf and a child with a leaf
  long double off = 0;        ///< the difference of the two sides
  long double round_off = 0;  ///< the part that coefficients of 15 digits explain
};

/// The number of rooted trees of this order.
long rooted_trees(int order);

/// The condition of this order with the largest error, over all its trees.
MissedCondition most_missed(const TreeWeights& weights, int order);

}  // namespace stiffbench
