#include "integrators/kernels/iterative/conjugate_gradients.hpp"

#include "integrators/kernels/linear/multiply.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace stiffbench {

Outcome ConjugateGradients::assign(const Columns& S, int block_size) {
  if (!S.coeffs().allFinite()) return {Status::diverged, "the matrix to solve with is not finite"};
  if (pattern_.same(S))  // symmetric, so that its columns are its rows
    std::copy_n(S.valuePtr(), S.nonZeros(), S_.valuePtr());
  else
    S_ = S.transpose();
  if (!invert_blocks(block_size))
    return {Status::indefinite, "a diagonal block of the matrix is not positive definite"};
  if (block_size != 1) product_.assign(S_, block_size);
  falls_.reserve(static_cast<std::size_t>(S_.rows()) + 64);  // round-off may delay convergence
  return {};
}

bool ConjugateGradients::invert_blocks(int block_size) {
  block_size_ = block_size;
  inverses_.resize(S_.rows() * block_size);
  if (block_size == 1) {
    inverses_ = S_.diagonal();
    if (!(inverses_.minCoeff() > 0)) return false;
    inverses_ = inverses_.cwiseInverse();
    return true;
  }
  for (Eigen::Index first = 0; first < S_.rows(); first += 3) {
    Eigen::Matrix3d block;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) block(i, j) = S_.coeff(first + i, first + j);
    if (Eigen::LLT<Eigen::Matrix3d>(block).info() != Eigen::Success) return false;
    Eigen::Map<Eigen::Matrix3d>(inverses_.data() + 3 * first) = block.inverse();
  }
  return true;
}

double ConjugateGradients::precondition() {
  if (block_size_ == 1) {
    z_ = inverses_.cwiseProduct(r_);
    return r_.dot(z_);
  }
  z_.resize(r_.size());
  double sum = 0;
  for (Eigen::Index first = 0; first < r_.size(); first += 3) {
    const Eigen::Map<const Eigen::Matrix3d> inverse(inverses_.data() + 3 * first);
    const Eigen::Vector3d r = r_.segment<3>(first), z = inverse * r;
    z_.segment<3>(first) = z;
    sum += r.dot(z);
  }
  return sum;
}

double ConjugateGradients::estimate() const {
  const auto steps = std::ssize(falls_), eighth = std::max<std::ptrdiff_t>(1, steps / 8);
  if (steps < 2) return std::numeric_limits<double>::infinity();
  return std::sqrt(std::accumulate(falls_.end() - eighth, falls_.end(), 0.0));
}

Outcome ConjugateGradients::solve(const Vec& b, const Accuracy& accuracy, long most, Vec& x,
                                  Work& work) {
  x.setZero(b.size());
  falls_.clear();
  error_ = 0;
  r_ = b;
  double rz = precondition(), sum = 0;
  p_ = z_;
  for (long products = 0; rz != 0; ++products) {
    if (products == most)
      return {Status::krylov_stagnated,
              fmt::format("after {} products with the matrix the error of the update is {:.1e} of "
                          "it, in the energy norm; {:.1e} was to be reached",
                          products, error_ / std::sqrt(sum), accuracy.relative)};
    if (block_size_ == 1)
      multiply(S_, 1, p_, q_, work);
    else
      product_.times(p_, q_, work);
    const double curvature = p_.dot(q_);
    if (!std::isfinite(curvature) || !std::isfinite(rz))
      return {Status::diverged, "a product of conjugate gradients is not finite"};
    if (!(curvature > 0))
      return {Status::indefinite, "conjugate gradients met a direction of negative curvature"};
    const double step = rz / curvature;
    x += step * p_;
    r_ -= step * q_;
    falls_.push_back(step * rz);
    sum += step * rz;
    error_ = estimate();
    if (error_ <= std::max(accuracy.relative * std::sqrt(sum), accuracy.absolute)) return {};
    const double next = precondition();
    p_ = z_ + next / rz * p_;
    rz = next;
  }
  error_ = 0;  // the residual is exactly zero
  return {};
}

}  // namespace stiffbench
