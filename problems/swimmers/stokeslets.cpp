#include "problems/swimmers/stokeslets.hpp"

#include <Eigen/Cholesky>

#include <cmath>
#include <limits>
#include <numbers>

namespace stiffbench {

using Eigen::Index;

template <class Scalar>
Stokeslets<Scalar>::Stokeslets(const StokesFluid& fluid, const Points& x)
    : x_(x),
      squared_blob_(static_cast<Scalar>(fluid.blob) * static_cast<Scalar>(fluid.blob)),
      scale_(1 / (8 * std::numbers::pi_v<Scalar> * static_cast<Scalar>(fluid.viscosity))),
      factor_(3 * x.cols(), 3 * x.cols()) {
  for (Index j = 0; j < x.cols(); ++j)
    for (Index i = j; i < x.cols(); ++i)
      factor_.template block<3, 3>(3 * i, 3 * j) = block(x.col(i) - x.col(j));
  const Eigen::LLT<Eigen::Ref<Matrix>> llt(factor_);
  if (llt.info() != Eigen::Success) factor_.setConstant(std::numeric_limits<Scalar>::quiet_NaN());
}

template <class Scalar>
auto Stokeslets<Scalar>::block(const Vector& r) const -> Block {
  const Scalar squared = r.squaredNorm(), q = squared + squared_blob_;
  const Block numerator = (q + squared_blob_) * Block::Identity() + r * r.transpose();
  return scale_ / (q * std::sqrt(q)) * numerator;
}

template <class Scalar>
auto Stokeslets<Scalar>::gradient(const Vector& r, const Vector& g) const -> Block {
  const Scalar q = r.squaredNorm() + squared_blob_, along = r.dot(g);
  const Vector numerator = (q + squared_blob_) * g + along * r;
  const Block change =
      (2 * g - 3 / q * numerator) * r.transpose() + along * Block::Identity() + r * g.transpose();
  return scale_ / (q * std::sqrt(q)) * change;
}

template <class Scalar>
auto Stokeslets<Scalar>::velocities(const VecOf<Scalar>& g) const -> VecOf<Scalar> {
  const VecOf<Scalar> half = factor_.template triangularView<Eigen::Lower>().transpose() * g;
  return factor_.template triangularView<Eigen::Lower>() * half;
}

template <class Scalar>
auto Stokeslets<Scalar>::solve(Matrix right) const -> Matrix {
  factor_.template triangularView<Eigen::Lower>().solveInPlace(right);
  factor_.template triangularView<Eigen::Lower>().transpose().solveInPlace(right);
  return right;
}

template <class Scalar>
auto Stokeslets<Scalar>::pushes(const VecOf<Scalar>& v) const -> VecOf<Scalar> {
  return solve(v);
}

template <class Scalar>
auto Stokeslets<Scalar>::resistance() const -> Matrix {
  const Matrix R = solve(Matrix::Identity(factor_.rows(), factor_.cols()));
  return (R + R.transpose()) / 2;  // it is symmetric but for round-off
}

template <class Scalar>
auto Stokeslets<Scalar>::velocity_change(const VecOf<Scalar>& g, const VecOf<Scalar>& dx) const
    -> VecOf<Scalar> {
  VecOf<Scalar> change = VecOf<Scalar>::Zero(dx.size());
  for (Index i = 0; i < x_.cols(); ++i)
    for (Index j = 0; j < x_.cols(); ++j)
      if (j != i)
        change.template segment<3>(3 * i) +=
            gradient(x_.col(i) - x_.col(j), g.template segment<3>(3 * j)) *
            (dx.template segment<3>(3 * i) - dx.template segment<3>(3 * j));
  return change;
}

template <class Scalar>
auto Stokeslets<Scalar>::push_gradient(const VecOf<Scalar>& g) const -> Matrix {
  Matrix change = Matrix::Zero(g.size(), g.size());
  for (Index i = 0; i < x_.cols(); ++i)
    for (Index j = 0; j < x_.cols(); ++j) {
      if (j == i) continue;
      const Block of_pair = gradient(x_.col(i) - x_.col(j), g.template segment<3>(3 * j));
      change.template block<3, 3>(3 * i, 3 * i) += of_pair;
      change.template block<3, 3>(3 * i, 3 * j) -= of_pair;
    }
  return -solve(std::move(change));
}

template class Stokeslets<double>;
template class Stokeslets<long double>;

}  // namespace stiffbench
