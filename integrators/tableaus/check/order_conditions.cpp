#include "integrators/tableaus/check/order_conditions.hpp"

#include <algorithm>
#include <vector>

namespace stiffbench {
namespace {

using Matrix = TreeWeights::Matrix;
using Vector = TreeWeights::Vector;

/// A rooted tree; its children are indices into the list of all trees.
struct Tree {
  int order;
  std::vector<std::size_t> children;
};

/// Adds the trees of this order whose root has the children `first`, and more from index `from` on.
void add_trees(std::vector<Tree>& trees, int order, int left, std::size_t from,
               std::vector<std::size_t> first) {
  if (left == 0) {
    trees.push_back({order, std::move(first)});
    return;
  }
  for (std::size_t next = from; next < trees.size() && trees[next].order <= left; ++next) {
    std::vector<std::size_t> children = first;
    children.push_back(next);
    add_trees(trees, order, left - trees[next].order, next, std::move(children));
  }
}

/// All rooted trees of up to `order` vertices, the smaller ones first.
std::vector<Tree> trees_up_to(int order) {
  std::vector<Tree> trees{{1, {}}};
  for (int n = 2; n <= order; ++n) add_trees(trees, n, n - 1, 0, {});
  return trees;
}

/// A tree's text, its density gamma, and its elementary weights Phi_i with the sums of the
/// magnitudes of their terms.
struct Weighted {
  std::string text = ".";
  long double density = 1;
  Vector weights, sizes;
};

Weighted weigh(const Tree& tree, const std::vector<Weighted>& smaller, const TreeWeights& given) {
  const Eigen::Index stages = given.b.size();
  Weighted result{.weights = Vector::Ones(stages), .sizes = Vector::Ones(stages)};
  const Matrix& A = tree.children.size() == 1 ? given.single : given.several;
  const Matrix sizes = A.cwiseAbs();
  if (!tree.children.empty()) result.text = "[";
  for (const std::size_t child : tree.children) {
    const Weighted& branch = smaller[child];
    result.text += branch.text;
    result.density *= branch.density;
    result.weights = result.weights.cwiseProduct(A * branch.weights).eval();
    result.sizes = result.sizes.cwiseProduct(sizes * branch.sizes).eval();
  }
  if (!tree.children.empty()) result.text += "]";
  result.density *= tree.order;
  return result;
}

}  // namespace

long rooted_trees(int order) { return std::ranges::count(trees_up_to(order), order, &Tree::order); }

MissedCondition most_missed(const TreeWeights& weights, int order) {
  std::vector<Weighted> all;
  MissedCondition most;
  for (const Tree& tree : trees_up_to(order)) {
    all.push_back(weigh(tree, all, weights));
    if (tree.order < order) continue;
    const Weighted& condition = all.back();
    const long double off = weights.b.dot(condition.weights) - 1 / condition.density;
    if (!most.tree.empty() && std::abs(off) <= std::abs(most.off)) continue;
    most = {condition.text, off,
            1e-15L * static_cast<long double>(order) * weights.b.cwiseAbs().dot(condition.sizes)};
  }
  return most;
}

}  // namespace stiffbench
