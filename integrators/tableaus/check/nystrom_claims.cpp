#include "integrators/tableaus/check/nystrom_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace stiffbench {
namespace {

using Vector = NystromWeights::Vector;
using Polynomial = std::vector<long double>;  // in z = -(h omega)^2

/// A special Nystroem tree: `leaves` branches of its root are positions without a force, the others
/// are positions with a force, whose trees are indices into the list of all trees.
struct NystromTree {
  int order, leaves;
  std::vector<std::size_t> branches;
};

/// Adds the trees of this order with these branches, and with more from index `from` on.
void add_nystrom_trees(std::vector<NystromTree>& trees, int order, int left, std::size_t from,
                       const std::vector<std::size_t>& branches) {
  trees.push_back({order, left, branches});
  for (std::size_t next = from; next < trees.size() && trees[next].order + 1 <= left; ++next) {
    std::vector<std::size_t> more = branches;
    more.push_back(next);
    add_nystrom_trees(trees, order, left - trees[next].order - 1, next, more);
  }
}

std::vector<NystromTree> nystrom_trees_up_to(int order) {
  std::vector<NystromTree> trees;
  for (int n = 1; n <= order; ++n) add_nystrom_trees(trees, n, n - 1, 0, {});
  return trees;
}

/// A tree's text, its density, and its elementary weights with the sums of the magnitudes of their
/// terms.
struct WeightedTree {
  std::string text;
  long double density = 1;
  Vector weights, sizes;
};

/// The trees of up to this order, in the order of nystrom_trees_up_to().
std::vector<WeightedTree> weigh(const std::vector<NystromTree>& trees,
                                const NystromWeights& given) {
  std::vector<WeightedTree> all;
  for (const NystromTree& tree : trees) {
    WeightedTree result{"[" + std::string(static_cast<std::size_t>(tree.leaves), 'x'),
                        static_cast<long double>(tree.order), Vector::Ones(given.c.size()),
                        Vector::Ones(given.c.size())};
    for (int i = 0; i < tree.leaves; ++i) result.weights.array() *= given.c.array();
    result.sizes = result.weights.cwiseAbs();
    for (const std::size_t branch : tree.branches) {
      const WeightedTree& force = all[branch];
      result.text += force.text;
      result.density *= force.density * static_cast<long double>(trees[branch].order + 1);
      result.weights = result.weights.cwiseProduct(given.a * force.weights).eval();
      result.sizes = result.sizes.cwiseProduct(given.a.cwiseAbs() * force.sizes).eval();
    }
    result.text += "]";
    all.push_back(std::move(result));
  }
  return all;
}

Polynomial product(const Polynomial& p, const Polynomial& q) {
  Polynomial result(p.size() + q.size() - 1, 0);
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < q.size(); ++j) result[i + j] += p[i] * q[j];
  return result;
}

/// The trace and the determinant of a step as polynomials. Coefficients that vanish in exact
/// arithmetic are zero; others are at least 1e-13 of their terms.
struct StepMatrix {
  Polynomial trace, determinant;

  explicit StepMatrix(const NystromWeights& given) {
    const auto entry = [&](const Vector& weights, Vector stage, long double constant) {
      Polynomial result{constant};
      for (Eigen::Index i = 0; i < given.c.size(); ++i, stage = (given.a * stage).eval())
        result.push_back(weights.dot(stage));
      return result;
    };
    const Vector ones = Vector::Ones(given.c.size());
    const Polynomial xx = entry(given.b_position, ones, 1),
                     xv = entry(given.b_position, given.c, 1),
                     vx = entry(given.b_velocity, ones, 0),
                     vv = entry(given.b_velocity, given.c, 1);
    for (std::size_t i = 0; i < xx.size(); ++i) trace.push_back(xx[i] + vv[i]);
    determinant = product(xx, vv);
    const Polynomial other = product(xv, vx);
    for (std::size_t i = 0; i < other.size(); ++i) {
      const long double size = std::abs(determinant[i]) + std::abs(other[i]);
      determinant[i] -= other[i];
      if (std::abs(determinant[i]) <= 1e-13L * std::max(size, 1e-3L)) determinant[i] = 0;
    }
  }

  static long double value(const Polynomial& p, long double y) {
    long double sum = 0;
    for (std::size_t k = p.size(); k-- > 0;) sum = sum * -y * y + p[k];
    return sum;
  }
  /// The excess of |trace| over 1 + determinant, and of the determinant over 1: positive where an
  /// oscillation grows.
  long double excess(long double y) const {
    Polynomial damping = determinant;
    damping[0] -= 1;
    const long double lost = value(damping, y);
    const long double met = std::abs(value(trace, y)) - 2 - lost - 1e-13L;
    return lost == 0 ? met : std::max(lost, met);
  }
};

}  // namespace

NystromWeights::NystromWeights(const Vector& drifts, const Vector& kicks)
    : a(Matrix::Zero(kicks.size(), kicks.size())),
      b_position(kicks),
      b_velocity(kicks),
      c(Vector::Zero(kicks.size())) {
  for (Eigen::Index i = 1; i < kicks.size(); ++i) {
    c[i] = c[i - 1] + drifts[i - 1];
    for (Eigen::Index j = 0; j < i; ++j) a(i, j) = kicks[j] * (c[i] - c[j]);
  }
  for (Eigen::Index i = 0; i < kicks.size(); ++i) b_position[i] *= 1 - c[i];
}

long nystrom_trees(int order) {
  return std::ranges::count(nystrom_trees_up_to(order), order, &NystromTree::order);
}

MissedCondition most_missed(const NystromWeights& weights, int order) {
  const std::vector<NystromTree> trees = nystrom_trees_up_to(order);
  const std::vector<WeightedTree> all = weigh(trees, weights);
  MissedCondition most;
  const auto compare = [&](const WeightedTree& tree, const Vector& b, long double density) {
    const long double off = b.dot(tree.weights) - 1 / density;
    if (!most.tree.empty() && std::abs(off) <= std::abs(most.off)) return;
    most = {tree.text, off,
            1e-15L * static_cast<long double>(order) * (b.cwiseAbs().dot(tree.sizes) + 1)};
  };
  for (std::size_t i = 0; i < trees.size(); ++i) {
    if (trees[i].order == order) compare(all[i], weights.b_velocity, all[i].density);
    if (trees[i].order == order - 1)
      compare(all[i], weights.b_position, static_cast<long double>(order) * all[i].density);
  }
  return most;
}

double oscillation_bound(const NystromWeights& weights) {
  const StepMatrix matrix(weights);
  const auto edge = [&](long double below, long double above) {
    for (int i = 0; i < 80; ++i) {
      const long double middle = (below + above) / 2;
      (matrix.excess(middle) > 0 ? above : below) = middle;
    }
    return static_cast<double>(below);
  };
  constexpr long double first = 1e-2L, last = 100, factor = 1.005L;
  if (matrix.excess(first) > 0) return 0;
  for (long double y = first; y < last; y *= factor) {
    if (matrix.excess(y * factor) > 0) return edge(y, y * factor);
    // Eigenvalues that meet may leave the circle between two values of y: look at the peak.
    long double low = y, high = y * factor * factor;
    if (matrix.excess(y * factor) < std::max(matrix.excess(low), matrix.excess(high))) continue;
    while (high - low > 1e-9L * high) {
      const long double third = (high - low) / 3;
      if (matrix.excess(low + third) < matrix.excess(high - third))
        low += third;
      else
        high -= third;
    }
    if (matrix.excess(low) > 0) return edge(y, low);
  }
  return std::numeric_limits<double>::infinity();
}

BrokenClaims broken_claims_of_embedded(const NystromWeights& weights, int order) {
  BrokenClaims broken;
  for (int n = 1; n <= order; ++n) {
    const MissedCondition missed = most_missed(weights, n);
    if (std::abs(missed.off) > missed.round_off)
      broken.push_back(
          fmt::format("order {} is claimed, and the condition {} of order {} is off by {:.2g}",
                      order, missed.tree, n, missed.off));
  }
  constexpr long double least_miss = 1e-6L;  // of the order beyond the method's own
  if (std::abs(most_missed(weights, order + 1).off) < least_miss)
    broken.push_back(
        fmt::format("order {} is claimed, and all conditions of order {} hold", order, order + 1));
  return broken;
}

BrokenClaims broken_claims(const NystromWeights& weights, int order, double y_stable) {
  BrokenClaims broken = broken_claims_of_embedded(weights, order);
  const double bound = oscillation_bound(weights);
  if (!(std::abs(bound - y_stable) <= 1e-7 * y_stable))
    broken.push_back(fmt::format("y_stable is {:.9g}, and claimed {:.9g}", bound, y_stable));
  return broken;
}

}  // namespace stiffbench
