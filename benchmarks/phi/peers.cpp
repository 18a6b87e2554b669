#include "benchmarks/phi/peers.hpp"

#include <algorithm>

namespace stiffbench {

FirstOrderMatrix::FirstOrderMatrix(const Problem& problem, const Mat& K, double sigma)
    : problem_(problem), sigma_(sigma), x_(K.rows()) {
  K_.assign(K, problem.block_size());
  problem.mass().solve(K.cwiseAbs() * Vec::Ones(K.rows()), force_);
  norm_ = std::max(sigma, force_.maxCoeff() / sigma);
}

void FirstOrderMatrix::times(const double* y, double* image, Work& work) {
  const Eigen::Index n = x_.size();
  x_ = Eigen::Map<const Vec>(y, n) / sigma_;
  K_.times(x_, force_, work);
  problem_.mass().solve(force_, acceleration_);
  Eigen::Map<Vec>(image, n) = sigma_ * Eigen::Map<const Vec>(y + n, n);
  Eigen::Map<Vec>(image + n, n) = -acceleration_;
}

Vec FirstOrderMatrix::enter(const phi::Pair& b) const {
  Vec y(size());
  y << sigma_ * b.x, b.v;
  return y;
}

State FirstOrderMatrix::leave(const Vec& y) const {
  const Eigen::Index n = x_.size();
  return {0, y.head(n) / sigma_, y.tail(n)};
}

PeerExponential::PeerExponential(std::shared_ptr<const Problem> problem, const State& u, double h,
                                 double sigma, std::unique_ptr<ExponentialPeer> peer)
    : Task(std::move(problem)), peer_(std::move(peer)), h_(h), sigma_(sigma), b_{u.x, u.v} {
  this->problem().stiffness(u, K_);
}

void PeerExponential::prepare(const Settings& settings) {
  tolerance_ = std::get<double>(settings.at("tolerance"));
  counted_ = &count_anew();
}

Outcome PeerExponential::run(State& result) {
  FirstOrderMatrix A(problem(), K_, sigma_);
  Vec y = A.enter(b_);
  const Outcome outcome = peer_->exponential(A, h_, tolerance_, y, counted_->work());
  result = A.leave(y);
  return outcome;
}

}  // namespace stiffbench
