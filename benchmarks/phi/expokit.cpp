#include "base/dense.hpp"
#include "benchmarks/phi/peers.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace stiffbench {
namespace {

constexpr int vectors = 30, most_rejections = 10, most_steps = 100000;
constexpr double safety = 0.9, acceptance = 1.2;
constexpr double breakdown = 1e-7;

/// Two significant digits, rounded up: steps that differ less are one step.
double rounded(double step) {
  const double unit = std::pow(10, std::floor(std::log10(step)) - 1);
  return std::ceil(step / unit) * unit;
}

class Expokit final : public ExponentialPeer {
 public:
  Outcome exponential(FirstOrderMatrix& A, double h, double tolerance, Vec& y, Work& work) override;

 private:
  /// Arnoldi's process from y; false where the space is invariant, of dimension size_.
  bool build(FirstOrderMatrix& A, const Vec& y, Work& work);
  /// The estimate of the local error with F = exp(tau H), and the order by which it falls.
  std::pair<double, double> local_error(const Eigen::MatrixXd& F) const;

  Eigen::MatrixXd V_, H_;
  int size_ = 0;
  double beta_ = 0, last_norm_ = 0;
};

bool Expokit::build(FirstOrderMatrix& A, const Vec& y, Work& work) {
  beta_ = y.norm();
  V_.resize(y.size(), vectors + 1);
  H_.setZero(vectors + 2, vectors + 2);
  V_.col(0) = y / beta_;
  Vec p(y.size());
  for (int j = 0; j < vectors; ++j) {
    A.times(V_.col(j).data(), p.data(), work);
    for (int i = 0; i <= j; ++i) {
      H_(i, j) = V_.col(i).dot(p);
      p -= H_(i, j) * V_.col(i);
    }
    size_ = j + 1;
    const double next = p.norm();
    if (next < breakdown) return false;
    H_(j + 1, j) = next;
    V_.col(j + 1) = p / next;
    ++work.krylov_vectors;
  }
  H_(vectors + 1, vectors) = 1;
  A.times(V_.col(vectors).data(), p.data(), work);
  last_norm_ = p.norm();
  return true;
}

std::pair<double, double> Expokit::local_error(const Eigen::MatrixXd& F) const {
  const double first = std::abs(beta_ * F(vectors, 0)),
               second = std::abs(beta_ * F(vectors + 1, 0)) * last_norm_;
  if (first > 10 * second) return {second, 1.0 / vectors};
  if (first > second) return {first * second / (first - second), 1.0 / vectors};
  return {first, 1.0 / (vectors - 1)};
}

Outcome Expokit::exponential(FirstOrderMatrix& A, double h, double tolerance, Vec& y, Work& work) {
  constexpr double m = vectors;
  const double allowed = tolerance * y.norm() / h;  // error per unit of time
  double step = 0;
  for (double t = 0, steps = 0; t < h; ++steps) {
    if (steps == most_steps) return {Status::krylov_stagnated, "too many steps"};
    const bool grown = build(A, y, work);
    if (step == 0) {
      const double norm = A.infinity_norm();
      const double factor =
          std::pow((m + 1) / std::numbers::e, m + 1) * std::sqrt(2 * std::numbers::pi * (m + 1));
      step = rounded(std::pow(factor * allowed / (4 * beta_ * norm), 1 / m) / norm);
    }
    double tau = grown ? std::min(h - t, step) : h - t;
    for (int rejections = 0;; ++rejections) {
      const int rows = grown ? vectors + 2 : size_;
      const Eigen::MatrixXd F = dense::exponential(tau * H_.topLeftCorner(rows, rows));
      const auto [error, power] = grown ? local_error(F) : std::pair(0.0, 1 / m);
      if (!std::isfinite(error)) return {Status::diverged, "the small exponential"};
      const double ratio = error > 0 ? tau * allowed / error : 1e10;
      if (ratio * acceptance >= 1) {
        const int used = grown ? vectors + 1 : size_;
        y.noalias() = V_.leftCols(used) * (beta_ * F.col(0).head(used));
        t = tau < h - t ? t + tau : h;
        step = rounded(safety * tau * std::pow(ratio, power));
        break;
      }
      if (rejections == most_rejections)
        return {Status::krylov_stagnated,
                fmt::format("step {:.1e} rejected at t = {:.6g}", tau, t)};
      tau = rounded(safety * tau * std::pow(ratio, power));
    }
  }
  return {};
}

}  // namespace

std::unique_ptr<ExponentialPeer> expokit() { return std::make_unique<Expokit>(); }

}  // namespace stiffbench
