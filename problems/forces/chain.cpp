#include "problems/forces/chain.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

double elongation(const ScalarSprings::Spring& spring, const Vec& x) {
  double e = 0;
  for (const auto& [unknown, weight] : spring.ends) e += weight * x[unknown];
  return e;
}

}  // namespace

Mat tridiagonal_pattern(Eigen::Index n) {
  Mat A(n, n);
  A.reserve(Eigen::VectorXi::Constant(n, 3));
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = std::max<Eigen::Index>(i - 1, 0); j < std::min(i + 2, n); ++j)
      A.insert(i, j) = 0;
  A.makeCompressed();
  return A;
}

ScalarSprings ScalarSprings::of_chain(int n, double k, double cubic) {
  std::vector<Spring> springs;
  for (int s = 0; s <= n; ++s) {
    Spring spring{{}, k, cubic};
    if (s < n) spring.ends.emplace_back(s, 1);
    if (s > 0) spring.ends.emplace_back(s - 1, -1);
    springs.push_back(spring);
  }
  return ScalarSprings(springs);
}

bool ScalarSprings::is_linear() const {
  return std::ranges::all_of(springs_, [](const Spring& spring) { return spring.cubic == 0; });
}

void ScalarSprings::nodes(int spring, ElementNodes& nodes) const {
  nodes.resize(0);
  for (const auto& end : at(spring).ends) {
    nodes.conservativeResize(nodes.size() + 1);
    nodes[nodes.size() - 1] = end.first;
  }
}

Constraint ScalarSprings::constraint(int spring, const Vec& x, ElementVector& gradient) const {
  const Spring& of = at(spring);
  const double e = elongation(of, x), root = std::sqrt(of.k + of.cubic * e * e / 2);
  const double slope = root > 0 ? (of.k + of.cubic * e * e) / root : 0;
  gradient.resize(std::ssize(of.ends));
  for (std::size_t i = 0; i < of.ends.size(); ++i)
    gradient[static_cast<Eigen::Index>(i)] = slope * of.ends[i].second;
  return {e * root, 1};
}

void ScalarSprings::derivatives(int spring, int node, const Vec& x, NodeVector& g,
                                NodeMatrix& H) const {
  const Spring& of = at(spring);
  const double e = elongation(of, x), weight = of.ends[static_cast<std::size_t>(node)].second;
  g.setConstant(1, weight * (of.k + of.cubic * e * e) * e);
  H.setConstant(1, 1, weight * weight * (of.k + 3 * of.cubic * e * e));
}

}  // namespace stiffbench
