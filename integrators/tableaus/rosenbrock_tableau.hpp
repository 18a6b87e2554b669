#pragma once

#include "integrators/tableaus/claims.hpp"
#include "integrators/tableaus/eigen.hpp"
#include "integrators/tableaus/runge_kutta.hpp"

#include <array>
#include <tuple>

namespace stiffbench {

/// A Rosenbrock method of S stages on y' = F(t, y), J = dF/dy, in the form that needs no product
/// with J (Hairer, Wanner, DOI 10.1007/978-3-642-05221-7, section IV.7):
///   (I / (h gamma) - J) u_i = F(t + alpha_i h, y + sum_j a_ij u_j) + sum_j (c_ij / h) u_j
///                             + gamma_i h dF/dt,      y+ = y + sum_i m_i u_i.
template <int S>
struct RosenbrockTableau {
  const char *name, *title, *doi;
  int order;
  double gamma;
  std::array<std::array<double, S>, S> a, c;
  std::array<double, S> m;
  StabilityClaims claims = {};
  EmbeddedMethod<S> embedded = {};  ///< its weights of the u_i, in the place of m

  static constexpr int stages = S;
  constexpr auto coefficients() const {
    return std::tie(order, gamma, a, c, m, embedded.order, embedded.b);
  }
};

/// The matrices of a Rosenbrock method in its original form,
///   k_i = h F(t + alpha_i h, y + sum_j alpha_ij k_j) + h J sum_j gamma_ij k_j + gamma_i h^2 dF/dt,
///   y+ = y + sum_i b_i k_i,  alpha_i = sum_j alpha_ij,  gamma_i = sum_j gamma_ij.
/// The forms are related by u = Gamma k: Gamma^-1 = I / gamma - C, alpha = a Gamma, b = m Gamma.
struct RosenbrockMatrices {
  Eigen::MatrixXd alpha, gamma;
  Eigen::VectorXd b, alpha_sums, gamma_sums;

  template <int S>
  explicit RosenbrockMatrices(const RosenbrockTableau<S>& table)
      : RosenbrockMatrices(table.gamma, matrix_of(table.a), matrix_of(table.c),
                           vector_of(table.m)) {}

 private:
  RosenbrockMatrices(double diagonal, const Eigen::MatrixXd& a, const Eigen::MatrixXd& c,
                     const Eigen::VectorXd& m);
};

}  // namespace stiffbench
