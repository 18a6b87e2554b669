#pragma once

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace stiffbench::test {

/// A second writing of the hair: positions in the room, roots that move as functions of time,
/// springs by their lengths, contacts by brute force. Slow and obvious; it shares no line with what
/// it judges. Lengths are in mm, masses in mg, times in ms.
class PlainHair {
 public:
  using Points = Eigen::Matrix3Xd;
  using Vector = Eigen::Vector3d;

  int fibres = 9, fewest = 2, most = 4;
  double segment = 6, youngs = 3.6e4, reach = 1.5, contact = 1, amplitude = 0.5, period = 100,
         onset = 30, damping = 0.002;

  void make() {
    std::mt19937 random(1);
    const Vector crown(-std::sin(0.9), 0, std::cos(0.9)), left(0, 1, 0),
        front(std::cos(0.9), 0, std::sin(0.9));
    const double p = 1.6075, ab = 95.0 * 75, ac = 95.0 * 110, bc = 75.0 * 110;
    const double area =
        4 * pi * std::pow((std::pow(ab, p) + std::pow(ac, p) + std::pow(bc, p)) / 3, 1 / p);
    for (int fibre = 0; fibre < fibres; ++fibre) {
      const double z = 1 - (2 * fibre + 1) / std::floor(area),
                   angle = pi * (3 - std::sqrt(5)) * fibre;
      const Vector out = front * std::cos(angle) + left * std::sin(angle);
      const Vector at = crown * z + out * std::sqrt(1 - z * z);
      const Vector normal = (at.array() / half.array()).matrix().normalized();
      // Away from the crown along the surface: the derivative of the place by its latitude.
      const Vector away =
          (half.array() * (z * out - std::sqrt(1 - z * z) * crown).array()).matrix().normalized();
      const Vector along = std::cos(1.0) * normal + std::sin(1.0) * away, side = normal.cross(away),
                   other = side.cross(along);
      grow(fibre, fewest + static_cast<int>(random() % unsigned(most - fewest + 1)),
           (half.array() * at.array()).matrix(), other, side, along);
    }
  }

  const Points& rest() const { return rest_; }  // of particles that move
  Points forces(double t, const Points& x, const Points& v) const {
    Points f = -damping * (v.array().rowwise() * mass_.transpose()).matrix();
    const Eigen::Matrix3d turn = head(t);
    for (const Spring& s : springs_) {
      const Vector a = s.held ? Vector(turn * roots_[std::size_t(s.a)]) : Vector(x.col(s.a));
      const Vector d = x.col(s.b) - a;
      const Vector pull = s.k * (d.norm() - s.length) * d.normalized();
      if (!s.held) f.col(s.a) += pull;
      f.col(s.b) -= pull;
    }
    for (int i = 0; i < x.cols(); ++i) {
      for (int j = 0; j < i; ++j) {
        const Vector d = x.col(i) - x.col(j);
        if (fibre_[std::size_t(i)] == fibre_[std::size_t(j)] || d.norm() >= reach) continue;
        const Vector push = contact * reach * std::pow(1 - d.norm() / reach, 4) * d.normalized();
        f.col(i) += push;
        f.col(j) -= push;
      }
      // The gradient of contact reach^2 (1 - gap / reach)^5 / 5, gap = 75 (s - 1).
      const Vector place = turn.transpose() * x.col(i);
      const double s = (place.array() / half.array()).matrix().norm(), gap = 75 * (s - 1);
      if (gap >= reach) continue;
      const Vector slope = 75 * (place.array() / half.array().square()).matrix() / s;
      f.col(i) += turn * (contact * reach * std::pow(1 - gap / reach, 4) * slope);
    }
    return f;
  }
  double energy(double t, const Points& x) const {
    double sum = 0;
    const Eigen::Matrix3d turn = head(t);
    for (const Spring& s : springs_) {
      const Vector a = s.held ? Vector(turn * roots_[std::size_t(s.a)]) : Vector(x.col(s.a));
      sum += s.k / 2 * std::pow((x.col(s.b) - a).norm() - s.length, 2);
    }
    const auto of_gap = [&](double gap) {
      return gap < reach ? contact * reach * reach / 5 * std::pow(1 - gap / reach, 5) : 0;
    };
    for (int i = 0; i < x.cols(); ++i) {
      for (int j = 0; j < i; ++j)
        if (fibre_[std::size_t(i)] != fibre_[std::size_t(j)])
          sum += of_gap((x.col(i) - x.col(j)).norm());
      const Vector place = turn.transpose() * x.col(i);
      sum += of_gap(75 * ((place.array() / half.array()).matrix().norm() - 1));
    }
    return sum;
  }
  const Eigen::ArrayXd& masses() const { return mass_; }

 private:
  static constexpr double pi = std::numbers::pi, hull = 0.09;
  const Vector half{95, 75, 110};
  struct Spring {
    bool held;  // a is a root
    int a, b;
    double k, length;
  };

  Eigen::Matrix3d head(double t) const {
    const double part = t / onset;
    const double angle = amplitude * std::sin(2 * pi * t / period) * (1 - std::exp(-part * part));
    return Eigen::AngleAxisd(angle, Vector::UnitZ()).toRotationMatrix();
  }

  void grow(int fibre, int segments, const Vector& root, const Vector& x, const Vector& y,
            const Vector& z) {
    const auto first = static_cast<int>(rest_.cols()), first_root = static_cast<int>(roots_.size());
    const auto corner = [&](int section, int c) -> Vector {
      return root + (c % 2 == 1 ? hull / 2 : -hull / 2) * x +
             (c / 2 == 1 ? hull / 2 : -hull / 2) * y + section * segment * z;
    };
    rest_.conservativeResize(3, first + 4 * segments);
    mass_.conservativeResize(first + 4 * segments);
    for (int c = 0; c < 4; ++c) roots_.push_back(corner(0, c));
    for (int i = 0; i < 4 * segments; ++i) {
      rest_.col(first + i) = corner(i / 4 + 1, i % 4);
      fibre_.push_back(fibre);
      const int below = i / 4;
      mass_[first + i] = cuboid_mass(below, segments) / 8;
      if (below + 1 < segments) mass_[first + i] += cuboid_mass(below + 1, segments) / 8;
    }
    for (int s = 1; s <= segments; ++s)
      for (int c = 0; c < 4; ++c) {
        const int here = first + 4 * (s - 1) + c;
        for (int d = 0; d < 4; ++d) {
          const bool held = s == 1;
          const double length = (corner(s, c) - corner(s - 1, d)).norm();
          springs_.push_back({held, held ? first_root + d : here - c - 4 + d, here,
                              stiffness(s - 1, segments, c ^ d), length});
          if (d < c)
            springs_.push_back({false, here - c + d, here, stiffness(s - 1, segments, 3),
                                (corner(s, c) - corner(s, d)).norm()});
        }
      }
  }
  static double thickness(int s, int segments) { return 0.09 - 0.05 * (s + 0.5) / segments; }
  double cuboid_mass(int s, int segments) const {
    return 1.3 * segment * std::pow(thickness(s, segments), 2);
  }
  /// With chi = 1/2: half of the bending stiffness is that of the faces' diagonals.
  double stiffness(int s, int segments, int differ) const {
    const double a = thickness(s, segments), h = segment, b2 = hull * hull;
    const double half_bending = youngs * std::pow(a, 4) / 12 / (h * b2) / 2;
    const double faces = half_bending * (h * h + b2) / (h * h);
    if (differ == 0) return half_bending;
    if (differ != 3) return faces;
    return (youngs * a * a / h - 12 * half_bending) * (h * h + 2 * b2) / (4 * h * h);
  }

  Points rest_;
  std::vector<Vector> roots_;
  Eigen::ArrayXd mass_;
  std::vector<int> fibre_;
  std::vector<Spring> springs_;
};

}  // namespace stiffbench::test
