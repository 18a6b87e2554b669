#include "problems/contact/friction/collision_friction.hpp"

namespace stiffbench {

using Eigen::Matrix3d;
using Eigen::Vector3d;

CollisionFriction::CollisionFriction(const FrictionLaw& law, const ContactFrame& frame,
                                     const Points<4>& v)
    : frame_(frame), mu_(law.mu), v_(v), relative_(v * frame.weights) {
  slip_ = relative_ - frame.normal.dot(relative_) * frame.normal;
  const double speed = slip_.norm();
  secant_ = law.secant(speed);
  slope_ = secant_ * Matrix3d::Identity() + law.bend(speed) * slip_ * slip_.transpose();
}

Vec12 CollisionFriction::force() const {
  Vec12 all;
  for (int i = 0; i < 4; ++i) all.segment<3>(3 * i) = -mu_ * secant_ * frame_.weights[i] * slip_;
  return all;
}

Mat12 CollisionFriction::tangential(const Matrix3d& inner) const {
  const Matrix3d T = Matrix3d::Identity() - frame_.normal * frame_.normal.transpose();
  const Matrix3d block = mu_ * T * inner * T;
  Mat12 all;
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 4; ++i)
      all.block<3, 3>(3 * i, 3 * j) = frame_.weights[i] * frame_.weights[j] * block;
  return all;
}

Mat12 CollisionFriction::stiffness() const {
  const ContactFrame& at = frame_;
  if (!at.turns) return Mat12::Zero();
  const Matrix3d T = Matrix3d::Identity() - at.normal * at.normal.transpose();
  // The change of the slip by the normal: the slip is relative - n (n . relative).
  const Matrix3d by_normal =
      -(at.normal.dot(relative_) * Matrix3d::Identity() + at.normal * relative_.transpose());
  const Matrix3d fixed = at.fixed_tangents() / at.distance;
  Mat12 all;
  for (int j = 0; j < 4; ++j) {
    // Derivatives of the normal, of the free coordinates and of the slip by vertex j.
    Matrix3d turn = at.weights[j] * fixed, slip = Matrix3d::Zero();
    Vector3d coordinate[2];
    for (int k = 0; k < at.free; ++k) {
      const double inverse = at.inverse_length[k], c = at.directions(j, k);
      turn -= inverse * c * at.axes.col(k) * at.normal.transpose();
      coordinate[k] =
          -inverse * (at.weights[j] * at.axes.col(k) + at.distance * inverse * c * at.normal);
      slip += T * (v_ * at.directions.col(k)) * coordinate[k].transpose();
    }
    slip += by_normal * turn;
    const Matrix3d bent = mu_ * slope_ * slip;
    for (int i = 0; i < 4; ++i) {
      Matrix3d block = at.weights[i] * bent;
      for (int k = 0; k < at.free; ++k)
        block += mu_ * secant_ * at.directions(i, k) * slip_ * coordinate[k].transpose();
      all.block<3, 3>(3 * i, 3 * j) = block;
    }
  }
  return all;
}

Vec12 CollisionFriction::force_change(const Points<4>& dx, const Points<4>& dv) const {
  const ContactFrame& at = frame_;
  const Vector3d moved = dv * at.weights;
  Vector3d slip = moved - at.normal.dot(moved) * at.normal;
  Vec12 all = Vec12::Zero();
  if (at.turns) {
    const ContactFrame::Change change = at.change(dx);
    Vector3d turn = at.fixed_tangents() * (dx * at.weights) / at.distance;
    for (int k = 0; k < at.free; ++k) {
      const double across = at.normal.dot(dx * at.directions.col(k));
      turn -= at.inverse_length[k] * across * at.axes.col(k);
      const Vector3d slide = change.coordinate[k] * (v_ * at.directions.col(k));
      slip += slide - at.normal.dot(slide) * at.normal;
      for (int i = 0; i < 4; ++i)
        all.segment<3>(3 * i) -= mu_ * secant_ * at.directions(i, k) * change.coordinate[k] * slip_;
    }
    slip -= at.normal.dot(relative_) * turn + at.normal * relative_.dot(turn);
  }
  const Vector3d bent = mu_ * (slope_ * slip);
  for (int i = 0; i < 4; ++i) all.segment<3>(3 * i) -= at.weights[i] * bent;
  return all;
}

}  // namespace stiffbench
