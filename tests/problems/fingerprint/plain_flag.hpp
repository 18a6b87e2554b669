#pragma once

#include "problems/contract/state.hpp"

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace stiffbench::test {

/// A second writing of the flag, slow and obvious: positions and lengths, one pair of particles
/// after the other. It shares no line with what it judges. Particles column by column, the first
/// column held.
class PlainFlag {
 public:
  using Points = Eigen::Matrix3Xd;
  struct Spring {
    int a, b;
    double k, L;
  };

  PlainFlag(int rows, int columns, double tau) : rows_(rows), columns_(columns), tau_(tau) {
    rest_.resize(3, rows * columns);
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i) {
        rest_.col(at(i, j)) << 0.01 * j, 0.01 * i, 0;
        for (int right = 0; right <= 2; ++right)
          for (int down = -2; down <= 2; ++down) join(i, j, down, right);
      }
  }
  const Points& rest() const { return rest_; }
  const std::vector<Spring>& springs() const { return springs_; }
  bool held(Eigen::Index particle) const { return particle < rows_; }

  Points pull(const Points& x) const {
    Points force = Points::Zero(3, x.cols());
    for (const auto& [a, b, k, L] : springs_) {
      const Eigen::Vector3d d = x.col(b) - x.col(a);
      const double l = d.norm(), eps = (l - L) / L;
      const Eigen::Vector3d pull = k * eps * (1e-4 + eps * eps) / l * d;
      force.col(a) += pull;
      force.col(b) -= pull;
    }
    return force;
  }
  double energy(const Points& x) const {
    double sum = 0;
    for (const auto& [a, b, k, L] : springs_) {
      const double eps = ((x.col(b) - x.col(a)).norm() - L) / L;
      sum += k * L * (1e-4 * eps * eps / 2 + std::pow(eps, 4) / 4);
    }
    return sum;
  }
  /// Weight and wind.
  Points load(double t) const {
    const double r = 1 - std::exp(-std::pow(t / tau_, 2));
    const double along = 20 * (1 + 0.3 * std::sin(2 * std::numbers::pi * 0.7 * t));
    Points force(3, rows_ * columns_);
    for (int j = 0; j < columns_; ++j)
      for (int i = 0; i < rows_; ++i) {
        const double phase = 2 * std::numbers::pi * (2 * t - j * 0.01 / 0.7) + i / 49.0;
        force.col(at(i, j)) = 1e-5 * r * Eigen::Vector3d(along, -9.81, 5 * std::sin(phase));
      }
    return force;
  }
  Points damping(const Points& v) const {
    Points force = -1e-5 * 2 * v;
    for (int j = 0; j < columns_; ++j)
      for (int i = 0; i < rows_; ++i)
        for (const auto& [down, right] : {std::pair{0, 1}, {1, 0}, {0, -1}, {-1, 0}})
          if (inside(i + down, j + right))
            force.col(at(i, j)) += 1e-5 * 1000 * (v.col(at(i + down, j + right)) - v.col(at(i, j)));
    return force;
  }
  /// Undamped; of the held particles too.
  Points acceleration(double t, const Points& x) const { return (pull(x) + load(t)) / 1e-5; }

 private:
  int at(int i, int j) const { return j * rows_ + i; }
  bool inside(int i, int j) const { return i >= 0 && j >= 0 && i < rows_ && j < columns_; }
  void join(int i, int j, int down, int right) {
    if ((right == 0 && down <= 0) || !inside(i + down, j + right)) return;
    const int squared = down * down + right * right;
    const double k = squared == 1 ? 1e4 : squared == 2 ? 1e3 : squared == 4 ? 1e2 : 0;
    if (k == 0) return;
    springs_.push_back({at(i, j), at(i + down, j + right), k, 0.01 * std::sqrt(squared)});
  }

  int rows_, columns_;
  double tau_;
  Points rest_;
  std::vector<Spring> springs_;
};

}  // namespace stiffbench::test
