#include "problems/molecules/water_forces.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <vector>

namespace stiffbench {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Matrix6d = Eigen::Matrix<double, 6, 6>;

constexpr double coulomb = 138.935457644;  // kJ nm/(mol e^2)

/// Energy of two atoms at a distance, with its first two derivatives by it.
template <class Scalar>
struct Radial {
  Scalar energy, slope, curvature;
};

/// The energy of two atoms of different molecules: both are oxygens where `has_oxygens`.
template <class Scalar>
Radial<Scalar> between(const WaterModel& model, Scalar charges, bool has_oxygens, Scalar r) {
  const Scalar own = static_cast<Scalar>(coulomb) * charges / r;
  Radial<Scalar> all{own, -own / r, 2 * own / (r * r)};
  if (!has_oxygens) return all;
  const Scalar ratio = static_cast<Scalar>(model.sigma) / r, s2 = ratio * ratio, s6 = s2 * s2 * s2,
               four = 4 * static_cast<Scalar>(model.epsilon);
  all.energy += four * (s6 - 1) * s6;
  all.slope += four * (6 - 12 * s6) * s6 / r;
  all.curvature += four * (156 * s6 - 42) * s6 / (r * r);
  return all;
}

template <class Scalar>
Radial<Scalar> bond(const WaterModel& model, Scalar r) {
  const Scalar k = static_cast<Scalar>(model.bond), e = r - static_cast<Scalar>(model.length);
  return {k * e * e / 2, k * e, k};
}

/// Returns the 3 x 3 matrix of second derivatives by the difference d of two positions; projected:
/// without negative curvature.
template <bool projected>
Matrix3d second_derivative(const Radial<double>& radial, const Vector3d& d) {
  const auto clamped = [](double value) { return projected ? std::max(0., value) : value; };
  const double r = d.norm(), across = clamped(radial.slope / r);
  const Vector3d n = d / r;
  return (clamped(radial.curvature) - across) * n * n.transpose() + across * Matrix3d::Identity();
}

/// The angle between two bonds a and b, and the derivatives of its energy by its cosine c.
template <class Scalar>
struct Angle {
  using Vec3 = Eigen::Matrix<Scalar, 3, 1>;
  Angle(const WaterModel& model, const Vec3& first, const Vec3& second)
      : length{first.norm(), second.norm()}, n{first / length[0], second / length[1]} {
    using std::acos, std::sqrt;
    c = std::clamp<Scalar>(n[0].dot(n[1]), -1, 1);
    const Scalar k = static_cast<Scalar>(model.angle_stiffness), sine = sqrt(1 - c * c),
                 e = acos(c) - static_cast<Scalar>(model.angle);
    energy = k * e * e / 2;
    slope = -k * e / sine;
    curvature = k * (1 - e * c / sine) / (sine * sine);
    for (int i = 0; i < 2; ++i) gradient[i] = (n[1 - i] - c * n[i]) / length[i];
  }
  Scalar length[2];
  Vec3 n[2], gradient[2];  // unit vectors along the bonds; of c by a and b
  Scalar c, energy, slope, curvature;
};

/// Returns the second derivatives of the energy by bonds i and j of the angle.
Matrix3d second_derivative(const Angle<double>& angle, int i, int j) {
  const auto &g = angle.gradient, &n = angle.n;
  const Vector3d &a = n[i], &b = n[j];
  const auto across = [](const Vector3d& unit) {
    return Matrix3d(Matrix3d::Identity() - unit * unit.transpose());
  };
  Matrix3d of_cosine;
  if (i == j)
    of_cosine =
        -(a * g[i].transpose() + g[i] * a.transpose() + angle.c / angle.length[i] * across(a)) /
        angle.length[i];
  else
    of_cosine = (across(b) - a * a.transpose() + angle.c * a * b.transpose()) /
                (angle.length[i] * angle.length[j]);
  return angle.curvature * g[i] * g[j].transpose() + angle.slope * of_cosine;
}

/// Returns the 6 x 6 matrix of second derivatives by both bonds; projected: without negative
/// curvature.
template <bool projected>
Matrix6d second_derivative(const Angle<double>& angle) {
  Matrix6d all;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) all.block<3, 3>(3 * i, 3 * j) = second_derivative(angle, i, j);
  if (!projected) return all;
  const Eigen::SelfAdjointEigenSolver<Matrix6d> modes(all);
  return modes.eigenvectors() * modes.eigenvalues().cwiseMax(0).asDiagonal() *
         modes.eigenvectors().transpose();
}

template <class Scalar>
auto atom(const VecOf<Scalar>& x, Index i) {
  return x.template segment<3>(3 * i);
}

}  // namespace

/// Calls use(i, j, charge_i charge_j, both are oxygens) for all atoms i < j of two molecules.
template <class Use>
void WaterForces::each_pair(const Use& use) const {
  const auto charge = [&](Index atom) { return (atom % 3 == 0 ? -2 : 1) * model_.charge; };
  for (Index i = 0; i < 3 * molecules_; ++i)
    for (Index j = i - i % 3 + 3; j < 3 * molecules_; ++j)
      if (const bool oxygens = i % 3 == 0 && j % 3 == 0; oxygens || model_.charge != 0)
        use(i, j, charge(i) * charge(j), oxygens);
}

template <class Scalar>
void WaterForces::force(const VecOf<Scalar>& x, Part part, VecOf<Scalar>& f) const {
  using Vec3 = Eigen::Matrix<Scalar, 3, 1>;
  f.setZero(x.size());
  const auto pull = [&](Index i, Index j, const Vec3& d, Scalar over_length) {
    f.template segment<3>(3 * i) -= over_length * d;
    f.template segment<3>(3 * j) += over_length * d;
  };
  for (Index m = 0; m < 3 * molecules_; m += 3) {
    const Vec3 bonds[] = {atom(x, m + 1) - atom(x, m), atom(x, m + 2) - atom(x, m)};
    const Angle<Scalar> angle(model_, bonds[0], bonds[1]);
    for (int k = 0; k < 2; ++k) {
      pull(m + 1 + k, m, bonds[k], bond(model_, angle.length[k]).slope / angle.length[k]);
      pull(m + 1 + k, m, angle.gradient[k], angle.slope);
    }
  }
  if (part == Part::within) return;
  each_pair([&](Index i, Index j, double charges, bool oxygens) {
    const Vec3 d = atom(x, i) - atom(x, j);
    const Scalar r = d.norm();
    pull(i, j, d, between(model_, static_cast<Scalar>(charges), oxygens, r).slope / r);
  });
}
template void WaterForces::force(const Vec& x, Part part, Vec& f) const;
template void WaterForces::force(const VecOf<long double>& x, Part part,
                                 VecOf<long double>& f) const;

double WaterForces::potential(const Vec& x) const {
  double sum = 0;
  for (Index m = 0; m < 3 * molecules_; m += 3) {
    const Angle<double> angle(model_, atom(x, m + 1) - atom(x, m), atom(x, m + 2) - atom(x, m));
    sum +=
        angle.energy + bond(model_, angle.length[0]).energy + bond(model_, angle.length[1]).energy;
  }
  each_pair([&](Index i, Index j, double charges, bool oxygens) {
    sum += between(model_, charges, oxygens, (atom(x, i) - atom(x, j)).norm()).energy;
  });
  return sum;
}

/// Calls add(i, j, block) with blocks of K; a pair of atoms may have several.
template <bool projected, class Add>
void WaterForces::each_block(const Vec& x, Part part, const Add& add) const {
  const auto add_pair = [&](Index i, Index j, const Matrix3d& block) {
    add(i, i, block);
    add(j, j, block);
    add(i, j, -block);
    add(j, i, -block);
  };
  for (Index m = 0; m < 3 * molecules_; m += 3) {
    const Vector3d bonds[] = {atom(x, m + 1) - atom(x, m), atom(x, m + 2) - atom(x, m)};
    const Angle<double> angle(model_, bonds[0], bonds[1]);
    const Matrix6d of_angle = second_derivative<projected>(angle);
    for (int k = 0; k < 2; ++k) {
      add_pair(m + 1 + k, m, second_derivative<projected>(bond(model_, angle.length[k]), bonds[k]));
      for (int l = 0; l < 2; ++l) {
        const Matrix3d block = of_angle.block<3, 3>(3 * k, 3 * l);
        add(m + 1 + k, m + 1 + l, block);
        add(m + 1 + k, m, -block);
        add(m, m + 1 + l, -block);
        add(m, m, block);
      }
    }
  }
  if (part == Part::within) return;
  each_pair([&](Index i, Index j, double charges, bool oxygens) {
    const Vector3d d = atom(x, i) - atom(x, j);
    add_pair(i, j, second_derivative<projected>(between(model_, charges, oxygens, d.norm()), d));
  });
}

void WaterForces::jacobian_times(const Vec& x, const Vec& dx, Vec& df) const {
  df.setZero(x.size());
  each_block<false>(x, Part::all, [&](Index i, Index j, const Matrix3d& block) {
    df.segment<3>(3 * i) -= block * atom(dx, j);
  });
}

Mat WaterForces::pattern(Part part) const {
  const Index n = 9 * molecules_, width = part == Part::all ? n : 9;
  Mat K(n, n);
  K.reserve(Vec::Constant(n, static_cast<double>(width)).cast<int>());
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < width; ++j) K.insert(i, (part == Part::all ? 0 : i - i % 9) + j) = 0;
  K.makeCompressed();
  return K;
}

template <bool projected>
void WaterForces::write(const Vec& x, Part part, Mat& K) const {
  if (K.rows() != x.size()) K = pattern(part);
  const Index width = part == Part::all ? x.size() : 9;
  Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> rows(
      K.valuePtr(), x.size(), width);
  rows.setZero();
  each_block<projected>(x, part, [&](Index i, Index j, const Matrix3d& block) {
    rows.block<3, 3>(3 * i, part == Part::all ? 3 * j : 3 * (j % 3)) += block;
  });
}

void WaterForces::stiffness(const Vec& x, Part part, Mat& K) const { write<false>(x, part, K); }
void WaterForces::projected_stiffness(const Vec& x, Mat& K) const { write<true>(x, Part::all, K); }

}  // namespace stiffbench
