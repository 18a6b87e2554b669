#include "integrators/kernels/contact/complementarity.hpp"

#include "base/dense.hpp"

#include <fmt/format.h>

#include <vector>

namespace stiffbench {

using Eigen::Index;

namespace {

// The pivot of a contact that depends on others is round-off of either sign.
bool is_regular(Eigen::MatrixXd W) {
  W.diagonal() *= 1 - 1e-12;
  return dense::Cholesky(W).ok();
}

}  // namespace

// A contact is active where lambda_i - apart_i / W_ii > 0: it has a positive impulse, or it would
// close without one.
Outcome solve_complementarity(const Eigen::MatrixXd& W, const Vec& g, Vec& lambda) {
  const Index n = g.size();
  constexpr int most = 100;
  std::vector<Index> active, before;
  lambda = Vec::Zero(n);
  Vec apart = g;
  for (int iteration = 0; iteration < most; ++iteration) {
    active.clear();
    for (Index i = 0; i < n; ++i)
      if (lambda[i] - apart[i] / W(i, i) > 0) active.push_back(i);
    if (iteration > 0 && active == before) return {};
    before = active;
    lambda.setZero();
    if (!active.empty()) {
      const Eigen::MatrixXd part = W(active, active);
      if (!is_regular(part))
        return {Status::singular, "contacts depend on each other: their matrix is singular"};
      lambda(active) = dense::Cholesky(part).solve(-g(active)).col(0);
    }
    apart = W * lambda + g;
    apart(active).setZero();
  }
  return {Status::newton_not_converged,
          fmt::format("the active set of {} contacts does not settle in {} changes", n, most)};
}

}  // namespace stiffbench
