#pragma once

#include "problems/contract/problem.hpp"

#include <array>
#include <random>

/// Masses of 1 kg on a jittered grid of n^3 vertices, with springs of 1 N/m on the edges of its
/// Kuhn tetrahedra and to the ground, linear about their rest. `skew` is added to one entry off the
/// diagonal of each block off the diagonal, which is then not symmetric.
class SpringGrid final : public stiffbench::Problem {
 public:
  SpringGrid(int n, double skew)
      : n_(n), mass_(stiffbench::Vec(stiffbench::Vec::Ones(3 * n * n * n))) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> jitter(-0.2, 0.2);
    places_.resize(3, n * n * n);
    for (int i = 0; i < n * n * n; ++i)
      places_.col(i) << i / (n * n) + jitter(random), i / n % n + jitter(random),
          i % n + jitter(random);
    assemble(skew);
  }

  stiffbench::State start() const override {
    return {0, stiffbench::Vec::Zero(dof()), stiffbench::Vec::Zero(dof())};
  }
  const stiffbench::Mass& mass() const override { return mass_; }
  stiffbench::ProblemTraits traits() const override { return {.linear = true}; }
  int block_size() const override { return 3; }
  void force(const stiffbench::State& u, stiffbench::Vec& f) const override { f = -(K_ * u.x); }
  void jacobian_times(const stiffbench::State&, const stiffbench::Vec& dx, const stiffbench::Vec&,
                      stiffbench::Vec& df) const override {
    df = -(K_ * dx);
  }
  void stiffness(const stiffbench::State&, stiffbench::Mat& K) const override { K = K_; }
  const stiffbench::Mat& linear_stiffness() const override { return K_; }
  double potential(const stiffbench::State& u) const override { return u.x.dot(K_ * u.x) / 2; }
  double default_end_time() const override { return 1; }

 private:
  /// Calls visit(other vertex) for the neighbours of a vertex, in ascending order, itself among
  /// them: those that differ by 0 or 1, or by 0 or -1, in every direction.
  template <class Visit>
  void each_neighbour(int vertex, const Visit& visit) const {
    const std::array<int, 3> at{vertex / (n_ * n_), vertex / n_ % n_, vertex % n_};
    for (int step = -7; step <= 7; ++step) {
      int other = 0;
      bool inside = true;
      for (int axis = 0; axis < 3; ++axis) {
        const int bit = std::abs(step) >> (2 - axis) & 1, to = at[axis] + (step < 0 ? -bit : bit);
        inside = inside && to >= 0 && to < n_;
        other = other * n_ + to;
      }
      if (inside) visit(other);
    }
  }
  Eigen::Matrix3d spring(int i, int j) const {
    const Eigen::Vector3d e = (places_.col(j) - places_.col(i)).normalized();
    const Eigen::Matrix3d block = e * e.transpose();
    return (block + block.transpose()) / 2;
  }
  void assemble(double skew) {
    const int vertices = n_ * n_ * n_;
    std::vector<int> start{0}, columns;
    std::vector<double> values;
    for (int i = 0; i < vertices; ++i) {
      Eigen::Matrix3d sum = Eigen::Matrix3d::Identity();
      each_neighbour(i, [&](int j) {
        if (j != i) sum += spring(i, j);
      });
      for (int row = 0; row < 3; ++row) {
        each_neighbour(i, [&](int j) {
          Eigen::Matrix3d block = j == i ? sum : Eigen::Matrix3d(-spring(i, j));
          if (j != i) (j > i ? block(0, 1) : block(1, 0)) += skew;
          for (int column = 0; column < 3; ++column) {
            columns.push_back(3 * j + column);
            values.push_back(block(row, column));
          }
        });
        start.push_back(static_cast<int>(columns.size()));
      }
    }
    K_ = Eigen::Map<const stiffbench::Mat>(3 * vertices, 3 * vertices,
                                           static_cast<Eigen::Index>(values.size()), start.data(),
                                           columns.data(), values.data());
  }

  int n_;
  stiffbench::Mass mass_;
  Eigen::Matrix3Xd places_;
  stiffbench::Mat K_;
};
