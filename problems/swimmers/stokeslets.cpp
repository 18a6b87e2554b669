#include "problems/swimmers/stokeslets.hpp"

#include <Eigen/Cholesky>

#include <cmath>
#include <limits>
#include <numbers>

namespace stiffbench {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector3d;

Stokeslets::Stokeslets(const StokesFluid& fluid, const Matrix3Xd& x)
    : x_(x),
      squared_blob_(fluid.blob * fluid.blob),
      scale_(1 / (8 * std::numbers::pi * fluid.viscosity)),
      factor_(3 * x.cols(), 3 * x.cols()) {
  for (Index j = 0; j < x.cols(); ++j)
    for (Index i = j; i < x.cols(); ++i)
      factor_.block<3, 3>(3 * i, 3 * j) = block(x.col(i) - x.col(j));
  const Eigen::LLT<Eigen::Ref<MatrixXd>> llt(factor_);
  if (llt.info() != Eigen::Success) factor_.setConstant(std::numeric_limits<double>::quiet_NaN());
}

Matrix3d Stokeslets::block(const Vector3d& r) const {
  const double squared = r.squaredNorm(), q = squared + squared_blob_;
  const Matrix3d numerator = (q + squared_blob_) * Matrix3d::Identity() + r * r.transpose();
  return scale_ / (q * std::sqrt(q)) * numerator;
}

Matrix3d Stokeslets::gradient(const Vector3d& r, const Vector3d& g) const {
  const double q = r.squaredNorm() + squared_blob_, along = r.dot(g);
  const Vector3d numerator = (q + squared_blob_) * g + along * r;
  const Matrix3d change = (2 * g - 3 / q * numerator) * r.transpose() +
                          along * Matrix3d::Identity() + r * g.transpose();
  return scale_ / (q * std::sqrt(q)) * change;
}

Vec Stokeslets::velocities(const Vec& g) const {
  const Vec half = factor_.triangularView<Eigen::Lower>().transpose() * g;
  return factor_.triangularView<Eigen::Lower>() * half;
}

MatrixXd Stokeslets::solve(MatrixXd right) const {
  factor_.triangularView<Eigen::Lower>().solveInPlace(right);
  factor_.triangularView<Eigen::Lower>().transpose().solveInPlace(right);
  return right;
}

Vec Stokeslets::pushes(const Vec& v) const { return solve(v); }

MatrixXd Stokeslets::resistance() const {
  const MatrixXd R = solve(MatrixXd::Identity(factor_.rows(), factor_.cols()));
  return (R + R.transpose()) / 2;  // symmetric except for round-off
}

Vec Stokeslets::velocity_change(const Vec& g, const Vec& dx) const {
  Vec change = Vec::Zero(dx.size());
  for (Index i = 0; i < x_.cols(); ++i)
    for (Index j = 0; j < x_.cols(); ++j)
      if (j != i)
        change.segment<3>(3 * i) += gradient(x_.col(i) - x_.col(j), g.segment<3>(3 * j)) *
                                    (dx.segment<3>(3 * i) - dx.segment<3>(3 * j));
  return change;
}

MatrixXd Stokeslets::push_gradient(const Vec& g) const {
  MatrixXd change = MatrixXd::Zero(g.size(), g.size());
  for (Index i = 0; i < x_.cols(); ++i)
    for (Index j = 0; j < x_.cols(); ++j) {
      if (j == i) continue;
      const Matrix3d of_pair = gradient(x_.col(i) - x_.col(j), g.segment<3>(3 * j));
      change.block<3, 3>(3 * i, 3 * i) += of_pair;
      change.block<3, 3>(3 * i, 3 * j) -= of_pair;
    }
  return -solve(std::move(change));
}

}  // namespace stiffbench
