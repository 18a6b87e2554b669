#include "integrators/phi/first_order/damped_dense.hpp"

#include <algorithm>
#include <cmath>
#include <unsupported/Eigen/MatrixFunctions>

namespace stiffbench::phi {
namespace {

int highest(const Request& request) {
  int top = 1;
  for (const auto& output : request.outputs)
    for (const auto& term : output.terms) top = std::max(top, term.k);
  return top;
}

std::vector<double> fractions(const Request& request) {
  std::vector<double> all;
  for (const auto& output : request.outputs)
    for (const auto& term : output.terms) all.push_back(term.c);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace

void DampedDensePhi::init(const CountedProblem& problem, double h) {
  problem_ = &problem;
  h_ = h;
  requests_.clear();
}

int DampedDensePhi::add(Request request) {
  requests_.push_back(std::move(request));
  return static_cast<int>(requests_.size()) - 1;
}

Outcome DampedDensePhi::linearise(const Mat& K, const Mat& D) {
  const Eigen::Index n = K.rows();
  const Mass& mass = problem_->mass();
  Eigen::MatrixXd lower(n, 2 * n);
  Vec column(n), solved(n);
  for (Eigen::Index j = 0; j < n; ++j) {
    column = K.row(j).transpose();  // K and D are symmetric
    mass.solve(column, solved);
    lower.col(j) = -solved;
    column = D.row(j).transpose();
    mass.solve(column, solved);
    lower.col(n + j) = -solved;
  }
  if (!lower.allFinite()) return {Status::diverged, "the Jacobian is not finite"};
  // Positions in units of 1/omega: the norm of J is then about omega instead of omega^2, and half
  // of the squarings, each of which doubles the round-off, are not needed.
  const double stiffness = lower.leftCols(n).cwiseAbs().colwise().sum().maxCoeff();
  sigma_ = stiffness > 0 ? std::sqrt(stiffness) : 1;
  jacobian_.setZero(2 * n, 2 * n);
  jacobian_.topRightCorner(n, n).diagonal().setConstant(sigma_);
  jacobian_.bottomLeftCorner(n, n) = lower.leftCols(n) / sigma_;
  jacobian_.bottomRightCorner(n, n) = lower.rightCols(n);
  return {};
}

/// Appends (sigma x, v) / norm to the inputs: a large b must not drive the number of squarings.
void DampedDensePhi::scale(const Pair& b, bool position) {
  const Eigen::Index n = b.v.size(), at = static_cast<Eigen::Index>(norms_.size());
  if (position)
    inputs_.col(at).head(n) = sigma_ * b.x;
  else
    inputs_.col(at).head(n).setZero();
  inputs_.col(at).tail(n) = b.v;
  const double norm = inputs_.col(at).lpNorm<1>();
  norms_.push_back(norm > 0 ? norm : 1);
  inputs_.col(at) /= norms_.back();
}

void DampedDensePhi::exponential(const Request& request, double c) {
  const Eigen::Index size = jacobian_.rows(), p = highest(request), m = inputs_.cols();
  augmented_.setZero(size + p * m, size + p * m);
  augmented_.topLeftCorner(size, size) = c * h_ * jacobian_;
  for (Eigen::Index i = 0; i < m; ++i) {
    augmented_.col(size + p * i).head(size) = inputs_.col(i);
    for (Eigen::Index k = 1; k < p; ++k) augmented_(size + p * i + k - 1, size + p * i + k) = 1;
  }
  exponential_ = augmented_.exp();
  ++problem_->work().factorize;
}

Outcome DampedDensePhi::evaluate(int index, std::span<const Pair> in, std::span<Pair> out) {
  const Request& request = requests_[static_cast<size_t>(index)];
  const Eigen::Index size = jacobian_.rows(), n = size / 2, p = highest(request);
  inputs_.resize(size, static_cast<Eigen::Index>(in.size()));
  norms_.clear();
  for (size_t i = 0; i < in.size(); ++i) scale(in[i], request.inputs[i].position);
  if (!inputs_.allFinite()) return {Status::diverged, "a vector for a phi function is not finite"};
  for (auto& pair : out) {
    pair.x.setZero(n);
    pair.v.setZero(n);
  }
  for (const double c : fractions(request)) {
    exponential(request, c);
    for (size_t o = 0; o < out.size(); ++o)
      for (const auto& term : request.outputs[o].terms) {
        if (term.c != c) continue;
        const auto i = static_cast<size_t>(term.input);
        const Vec product =
            term.k == 0 ? Vec(exponential_.topLeftCorner(size, size) * inputs_.col(term.input))
                        : Vec(exponential_.col(size + p * term.input + term.k - 1).head(size));
        out[o].x += term.weight * norms_[i] / sigma_ * product.head(n);
        out[o].v += term.weight * norms_[i] * product.tail(n);
      }
  }
  return {};
}

}  // namespace stiffbench::phi
