#pragma once

#include "problems/contract/problem.hpp"

namespace stiffbench::test {

/// M x'' = -K x - c |x|^2 x - D v - d |v|^2 v + load(t), load = l0 + l1 t + l2 cos(3 t): every term
/// that a method can forget, each of them optional.
class Everything final : public Problem {
 public:
  struct Data {
    Mass mass{Vec::Ones(1)};
    Mat K, D = {};  // an empty D: undamped
    double cubic = 0, cubic_damping = 0;
    Vec load0 = {}, load1 = {}, load2 = {};  // empty: zero
    State start = {};
    double end_time = 1;
    std::optional<Rayleigh> rayleigh = {};  // what D consists of
    int block_size = 1;
  };
  explicit Everything(Data data);

  State start() const override { return d_.start; }
  const Mass& mass() const override { return d_.mass; }
  ProblemTraits traits() const override;
  void force(const State& u, Vec& f) const override;
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override;
  void stiffness(const State& u, Mat& K) const override;
  void damping(const State& u, Mat& D) const override;
  void time_derivative(const State& u, Vec& rate) const override;
  const Mat& linear_stiffness() const override { return d_.K; }
  void load(double t, Vec& f) const override;
  double potential(const State& u) const override;
  double default_end_time() const override { return d_.end_time; }
  int block_size() const override { return d_.block_size; }

  const Mat& D() const { return d_.D; }

 private:
  bool damped() const { return d_.D.rows() > 0; }
  Data d_;
};

/// Entries in [-1, 1], the same in every run.
Vec random_vector(Eigen::Index n, unsigned seed);

/// Masses between 1/2 and 3/2.
Mass lumped_mass(Eigen::Index n);

/// A chain's mass matrix with neighbours coupled.
Mass consistent_mass(Eigen::Index n);

/// A matrix Q diag(eigenvalues) Q^T with a random orthogonal Q.
Mat with_eigenvalues(const Vec& eigenvalues, unsigned seed = 3);

}  // namespace stiffbench::test
