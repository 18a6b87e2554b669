#include "integrators/peers/newton_matrix.hpp"

#include "integrators/kernels/linear/skew_part.hpp"

#include <array>

namespace stiffbench {

NewtonMatrix::NewtonMatrix(const FirstOrder& system, const std::string& kind)
    : problem_(system.problem()),
      n_(system.dof()),
      half_size_(kind == "half_size"),
      identity_(n_, n_) {
  identity_.setIdentity();
  if (kind == "klu") klu_.emplace();
}

void NewtonMatrix::evaluate(const State& u) {
  problem_.stiffness(u, K_);
  problem_.damping(u, D_);
}

void NewtonMatrix::assign(const Mat& K) {
  K_ = K;
  D_.resize(n_, n_);
}

const Columns& NewtonMatrix::half_size() {
  return sum_.assemble(n_, std::array{Term{&problem_.mass().matrix(), 1}, Term{&D_, gamma_},
                                      Term{&K_, gamma_ * gamma_}});
}

const Columns& NewtonMatrix::first_order() {
  return sum_.assemble(2 * n_, std::array{Term{&identity_, 1}, Term{&identity_, -gamma_, 0, n_},
                                          Term{&K_, gamma_, n_, 0}, Term{&D_, gamma_, n_, n_},
                                          Term{&problem_.mass().matrix(), 1, n_, n_}});
}

Outcome NewtonMatrix::factorize(double gamma) {
  gamma_ = gamma;
  if (klu_) return klu_->factorize(first_order(), problem_.work());
  const bool symmetric = half_size_ && is_symmetric(problem_, K_);
  return solver_.factorize(half_size_ ? half_size() : first_order(), symmetric, problem_.work());
}

void NewtonMatrix::solve(const double* b, double* z) {
  const Eigen::Map<const Vec> bx(b, n_), bv(b + n_, n_);
  Eigen::Map<Vec> zx(z, n_), zv(z + n_, n_);
  if (half_size_) {
    right_ = problem_.mass().matrix() * bv - gamma_ * (K_ * bx);
    ++problem_.work().stiffness_products;
    solver_.solve(right_, unknown_, problem_.work());
    zv = unknown_;
    zx = bx + gamma_ * zv;
  } else {
    right_.resize(2 * n_);
    right_ << bx, problem_.mass().matrix() * bv;
    if (klu_)
      klu_->solve(right_, unknown_, problem_.work());
    else
      solver_.solve(right_, unknown_, problem_.work());
    Vec::Map(z, 2 * n_) = unknown_;
  }
}

}  // namespace stiffbench
