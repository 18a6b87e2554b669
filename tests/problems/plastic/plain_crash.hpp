#pragma once

// A second writing of the whole crash at its small size, straight from the recipe: own car, own
// springs in positions, own flow and own integration. Slow and obvious; it shares no line with what
// it judges.

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <vector>

namespace stiffbench::test {

class PlainCrash {
 public:
  using Points = Eigen::Matrix3Xd;
  struct Spring {
    int a, b;
    double k, L0, L;  // L: rest length now
  };

  /// Laws of flow: full relaxation, or a share of what is beyond the yield.
  enum class Law { flow, relax };

  PlainCrash(double speed, double gap) : gap_(gap), x_(3, 100), v_(3, 100) {
    for (int i = 0; i <= 4; ++i)
      for (int j = 0; j <= 3; ++j)
        for (int k = 0; k <= 4; ++k) x_.col(number(i, j, k)) = place(i / 4.0, j / 3.0, k / 4.0);
    v_.setZero();
    v_.row(0).setConstant(speed);
    for (int a = 0; a < 100; ++a)
      for (int b = a + 1; b < 100; ++b) join(a, b);
  }

  /// Advances by steps of h with the classical Runge-Kutta method.
  void step(double h) {
    const Points k1 = acceleration(x_), x2 = x_ + h / 2 * v_, v2 = v_ + h / 2 * k1;
    const Points k2 = acceleration(x2), x3 = x_ + h / 2 * v2, v3 = v_ + h / 2 * k2;
    const Points k3 = acceleration(x3), x4 = x_ + h * v3, v4 = v_ + h * k3;
    const Points k4 = acceleration(x4);
    x_ += h / 6 * (v_ + 2 * v2 + 2 * v3 + v4);
    v_ += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  /// Changes the rest lengths; `share` is that of what is beyond the yield.
  void flow(Law law, double yield, double share = 1) {
    const double before = springs_energy(x_);
    for (Spring& s : springs_) {
      const double r = length(s, x_), eps = (r - s.L) / s.L0;
      if (std::abs(eps) <= yield) continue;
      const double sign = eps > 0 ? 1 : -1;
      const double flowed = law == Law::relax ? r : r - sign * yield * s.L0;
      s.L += share * (flowed - s.L);
    }
    work_ += before - springs_energy(x_);
  }

  Points acceleration(const Points& x) const {
    Points force = Points::Zero(3, 100);
    for (const Spring& s : springs_) {
      const Eigen::Vector3d d = x.col(s.b) - x.col(s.a);
      const Eigen::Vector3d pull = s.k * (d.norm() - s.L) / d.norm() * d;
      force.col(s.a) += pull;
      force.col(s.b) -= pull;
    }
    for (int i = 0; i < 100; ++i)
      if (const double g = gap_ - x(0, i); g < 0.1)
        force(0, i) -= 1e5 * 0.1 * std::pow(1 - g / 0.1, 4);
    return force / 4;  // 400 kg on 100 particles
  }
  double energy() const {
    double sum = springs_energy(x_) + 4 * v_.squaredNorm() / 2;
    for (int i = 0; i < 100; ++i)
      if (const double g = gap_ - x_(0, i); g < 0.1)
        sum += 1e5 * 0.01 * std::pow(1 - g / 0.1, 5) / 5;
    return sum;
  }
  double work() const { return work_; }
  const Points& x() const { return x_; }
  const Points& v() const { return v_; }
  const std::vector<Spring>& springs() const { return springs_; }

 private:
  static int number(int i, int j, int k) { return 20 * i + 5 * j + k; }

  /// All cells of 4 x 3 x 4 but the two by two of the middle: those of 1 <= i < 3, j = 1, 1 <= k <
  /// 3.
  static bool is_cell(int i, int j, int k) {
    const bool inside = i >= 0 && i < 4 && j >= 0 && j < 3 && k >= 0 && k < 4;
    return inside && !(i >= 1 && i < 3 && j == 1 && k >= 1 && k < 3);
  }
  static double length(const Spring& s, const Points& x) {
    return (x.col(s.b) - x.col(s.a)).norm();
  }
  double springs_energy(const Points& x) const {
    double sum = 0;
    for (const Spring& s : springs_) sum += s.k / 2 * std::pow(length(s, x) - s.L, 2);
    return sum;
  }

  /// From the rear: trunk, rear window, roof, windscreen, bonnet.
  static Eigen::Vector3d place(double t, double up, double side) {
    double top = 0.95 + 0.03 * t / 0.12;
    if (t > 0.12) top = 0.98 + 0.42 * (t - 0.12) / 0.16;
    if (t > 0.28) top = 1.4;
    if (t > 0.6) top = 1.4 - 0.45 * (t - 0.6) / 0.15;
    if (t > 0.75) top = 0.95 - 0.2 * (t - 0.75) / 0.25;
    const double y = 0.25 + (top - 0.25) * up, z = 2 * side - 1;
    const double narrow = y > 0.95 ? 1 - 0.25 * (y - 0.95) / 0.45 : 1;
    return {4.2 * (t - 1) - 0.25 * z * z * t * t * t * t, y, 0.85 * z * narrow};
  }

  void join(int a, int b) {
    const Eigen::Array3i p(a / 20, a / 5 % 4, a % 5), q(b / 20, b / 5 % 4, b % 5);
    const Eigen::Array3i d = (q - p).abs();
    if (d.maxCoeff() == 1 && d.sum() <= 2 && in_one_cell(p, q)) add(a, b, 1e4);
    if (d.maxCoeff() == 2 && d.sum() == 2) {
      const Eigen::Array3i middle = (p + q) / 2;
      if (in_one_cell(p, middle) && in_one_cell(middle, q)) add(a, b, 100);
    }
  }
  static bool in_one_cell(const Eigen::Array3i& p, const Eigen::Array3i& q) {
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 4; ++k) {
          const Eigen::Array3i low(i, j, k);
          const bool has =
              (p >= low).all() && (p <= low + 1).all() && (q >= low).all() && (q <= low + 1).all();
          if (has && is_cell(i, j, k)) return true;
        }
    return false;
  }
  void add(int a, int b, double k) {
    const double L = (x_.col(b) - x_.col(a)).norm();
    springs_.push_back({a, b, k, L, L});
  }

  double gap_, work_ = 0;
  Points x_, v_;
  std::vector<Spring> springs_;
};

}  // namespace stiffbench::test
