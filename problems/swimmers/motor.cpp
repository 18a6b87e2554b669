#include "problems/swimmers/motor.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>
#include <utility>

namespace stiffbench {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

constexpr double full_turn = 2 * std::numbers::pi;

/// Returns the matrix of a cross product from the left: cross_matrix(a) c = a x c.
Matrix3d cross_matrix(const Vector3d& a) {
  Matrix3d matrix;
  matrix << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
  return matrix;
}

/// Returns the force on a vertex at r from A for a torque of 1 about b.
Vector3d force_of(const Vector3d& b, const Vector3d& r) {
  const Vector3d m = b.cross(r);
  return b.norm() / m.squaredNorm() * m;
}

/// Returns the position of the vertex along the axis: 0 at A, 1 at B. It is the fraction of the
/// reaction at B.
double place_of(const Vector3d& b, const Vector3d& r) { return r.dot(b) / b.squaredNorm(); }

}  // namespace

Motor::Motor(double torque, Shaft shaft, const Eigen::Matrix3Xd& rest)
    : torque_(torque), shaft_(std::move(shaft)), rest_(rest) {
  const Vec none = Vec::Zero(3 * rest.cols());
  for (const int from : shaft_.stator)
    for (const int to : shaft_.rotor) rest_angles_.push_back(angle(from, to, none));
}

template <class Visit>
void Motor::each(Visit&& visit) const {
  for (const int vertex : shaft_.rotor)
    visit(vertex, torque_ / static_cast<double>(shaft_.rotor.size()));
  for (const int vertex : shaft_.stator)
    visit(vertex, -torque_ / static_cast<double>(shaft_.stator.size()));
}

void Motor::add_force(const Vec& u, Vec& f) const {
  const Vector3d A = at(shaft_.from, u), b = at(shaft_.to, u) - A;
  each([&](int vertex, double share) {
    const Vector3d r = at(vertex, u) - A, force = share * force_of(b, r);
    const double place = place_of(b, r);
    f.segment<3>(3 * vertex) += force;
    f.segment<3>(3 * shaft_.from) -= (1 - place) * force;
    f.segment<3>(3 * shaft_.to) -= place * force;
  });
}

// With m = b x r, the force is |b| m / |m|^2, and the lever is the position along the axis times
// the force.
auto Motor::change(const Vector3d& b, const Vector3d& r) -> Change {
  const Vector3d m = b.cross(r), force = force_of(b, r);
  const double length = b.norm(), squared = b.squaredNorm(), place = place_of(b, r);
  const Matrix3d with_m =
      length / m.squaredNorm() * (Matrix3d::Identity() - 2 / m.squaredNorm() * m * m.transpose());
  Change change;
  change.of_force_with_r = with_m * cross_matrix(b);
  change.of_force_with_b = with_m * cross_matrix(-r) + force * b.transpose() / squared;
  change.of_lever_with_r = place * change.of_force_with_r + force * b.transpose() / squared;
  change.of_lever_with_b =
      place * change.of_force_with_b + force * (r - 2 * place * b).transpose() / squared;
  return change;
}

void Motor::add_jacobian_times(const Vec& u, const Vec& du, Vec& df) const {
  const Vector3d A = at(shaft_.from, u), b = at(shaft_.to, u) - A;
  const Vector3d dA = du.segment<3>(3 * shaft_.from), db = du.segment<3>(3 * shaft_.to) - dA;
  each([&](int vertex, double share) {
    const Change is = change(b, at(vertex, u) - A);
    const Vector3d dr = du.segment<3>(3 * vertex) - dA;
    const Vector3d force = share * (is.of_force_with_b * db + is.of_force_with_r * dr);
    const Vector3d lever = share * (is.of_lever_with_b * db + is.of_lever_with_r * dr);
    df.segment<3>(3 * vertex) += force;
    df.segment<3>(3 * shaft_.from) -= force - lever;
    df.segment<3>(3 * shaft_.to) -= lever;
  });
}

void Motor::add_stiffness(const Vec& u, Eigen::MatrixXd& K) const {
  const Vector3d A = at(shaft_.from, u), b = at(shaft_.to, u) - A;
  each([&](int vertex, double share) {
    const Change is = change(b, at(vertex, u) - A);
    const int columns[] = {vertex, shaft_.to, shaft_.from};
    const Matrix3d force[] = {is.of_force_with_r, is.of_force_with_b,
                              -is.of_force_with_r - is.of_force_with_b};
    const Matrix3d lever[] = {is.of_lever_with_r, is.of_lever_with_b,
                              -is.of_lever_with_r - is.of_lever_with_b};
    for (int c = 0; c < 3; ++c) {
      K.block<3, 3>(3 * vertex, 3 * columns[c]) -= share * force[c];
      K.block<3, 3>(3 * shaft_.from, 3 * columns[c]) += share * (force[c] - lever[c]);
      K.block<3, 3>(3 * shaft_.to, 3 * columns[c]) += share * lever[c];
    }
  });
}

double Motor::angle(int from, int to, const Vec& u) const {
  const Vector3d A = at(shaft_.from, u), b = at(shaft_.to, u) - A;
  const Vector3d first = b.cross(at(from, u) - A), second = b.cross(at(to, u) - A);
  return std::atan2(first.cross(second).dot(b) / b.norm(), first.dot(second));
}

double Motor::turned(const Vec& u) const {
  return std::remainder(angle(shaft_.stator[0], shaft_.rotor[0], u) - rest_angles_[0], full_turn);
}

double Motor::potential(const Vec& u) const {
  const double first = turned(u);  // the angles of the other pairs are within half a turn of it
  double sum = 0;
  auto rest_angle = rest_angles_.begin();
  for (const int from : shaft_.stator)
    for (const int to : shaft_.rotor)
      sum += first + std::remainder(angle(from, to, u) - *rest_angle++ - first, full_turn);
  return -torque_ * sum / static_cast<double>(rest_angles_.size());
}

}  // namespace stiffbench
