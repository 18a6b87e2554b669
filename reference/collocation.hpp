#pragma once

#include "reference/archive.hpp"
#include "reference/equation.hpp"

#include <cmath>
#include <limits>
#include <string>

namespace stiffbench::references {

/// Gauss-Legendre collocation with 8 stages and order 16, for any force (Butcher,
/// DOI 10.1090/S0025-5718-1964-0159424-9). Fixed-point iteration solves the stage equations. If a
/// step is too large for the iteration to converge, the resulting state is not finite.
template <class Scalar>
class Collocation {
 public:
  static std::string name() { return "Gauss-Legendre collocation, order 16"; }
  static constexpr int stages = 8;
  static constexpr int order = 2 * stages;
  static constexpr double evaluations = 16 * stages;  ///< approximate, for one step
  using Matrix = Eigen::Matrix<Scalar, stages, stages>;
  using Row = Eigen::Matrix<Scalar, stages, 1>;

  Collocation(const Equation<Scalar>& equation, Scalar h)
      : equation_(equation), h_(h), x_(equation.dof()), v_(equation.dof()) {
    make_tableau();
  }

  void step(StateOf<Scalar>& u) {
    if (a_.rows() == 0) {
      equation_.acceleration(u, now_);
      a_ = now_.replicate(1, stages);
    } else {  // extrapolates the collocation polynomial of the last step
      a_ = (a_ * onward_.transpose()).eval();
    }
    if (!solve(u)) u.x.setConstant(std::numeric_limits<Scalar>::quiet_NaN());
    x_.add(u.x, (h_ * u.v + h_ * h_ * (a_ * (A_.transpose() * b_))).eval());
    v_.add(u.v, (h_ * (a_ * b_)).eval());
  }

  void serialize(Archive& archive) {
    archive(a_);
    x_.serialize(archive);
    v_.serialize(archive);
  }

  const Row& nodes() const { return c_; }
  const Row& weights() const { return b_; }
  const Matrix& coefficients() const { return A_; }

 private:
  /// Iterates until the stages no longer change. If the changes are small and no longer shrink,
  /// only round-off remains, and the iteration ends, too. Returns false if it does not converge.
  bool solve(const StateOf<Scalar>& u) {
    Scalar last = std::numeric_limits<Scalar>::infinity();
    int stagnant = 0;
    for (int i = 0; i < 200; ++i) {
      const Scalar change = iterate(u), size = a_.cwiseAbs().maxCoeff();
      if (!std::isfinite(change)) return false;
      if (change <= std::numeric_limits<Scalar>::epsilon() * size) return true;
      if (change < close_change * size && change >= last && ++stagnant == 2) return true;
      last = change;
    }
    return false;
  }
  static constexpr double close_change = 1e-6;

  /// Updates a_i = M^-1 f(x + c_i h v + h^2 (A A a)_i, v + h (A a)_i), stage by stage, and returns
  /// the largest change (m/s^2).
  Scalar iterate(const StateOf<Scalar>& u) {
    Scalar change = 0;
    for (int i = 0; i < stages; ++i) {
      at_.t = u.t + c_[i] * h_;
      at_.x = u.x + c_[i] * h_ * u.v + h_ * h_ * (a_ * AA_.row(i).transpose());
      at_.v = u.v + h_ * (a_ * A_.row(i).transpose());
      equation_.acceleration(at_, now_);
      const Scalar difference = (now_ - a_.col(i)).cwiseAbs().maxCoeff();
      if (!(difference <= change)) change = difference;
      a_.col(i) = now_;
    }
    return change;
  }

  /// Returns the Legendre polynomials P_0 to P_(stages+1) at z, by their recurrence.
  static Eigen::Matrix<Scalar, stages + 2, 1> legendre(Scalar z) {
    Eigen::Matrix<Scalar, stages + 2, 1> P;
    P[0] = 1;
    P[1] = z;
    for (int k = 1; k <= stages; ++k)
      P[k + 1] = (Scalar(2 * k + 1) * z * P[k] - Scalar(k) * P[k - 1]) / Scalar(k + 1);
    return P;
  }

  // The interpolating polynomial is a Legendre series, whose coefficients Gauss quadrature of its
  // values at the nodes gives exactly.

  /// Returns the weights of the values at the nodes in the value of the polynomial at z.
  Row values_at(Scalar z, const Matrix& P, const Row& w) const {
    const auto Q = legendre(z);
    Row value = Row::Zero();
    for (int k = 0; k < stages; ++k)
      value += (Scalar(2 * k + 1) / 2 * Q[k]) * w.cwiseProduct(P.col(k));
    return value;
  }
  /// Returns the weights of the values at the nodes in the polynomial's integral from -1 to z.
  Row integrals_to(Scalar z, const Matrix& P, const Row& w) const {
    const auto Q = legendre(z);
    Row integral = (z + 1) / 2 * w;
    for (int k = 1; k < stages; ++k)
      integral += ((Q[k + 1] - Q[k - 1]) / 2) * w.cwiseProduct(P.col(k));
    return integral;
  }

  void make_tableau() {
    const Scalar pi = std::acos(Scalar(-1));
    Row z, w;
    Matrix P;
    for (int i = 0; i < stages; ++i) {
      z[i] = -std::cos(pi * (Scalar(i) + Scalar(0.75)) / (Scalar(stages) + Scalar(0.5)));
      Scalar slope = 1;
      for (int newton = 0; newton < 10; ++newton) {
        const auto Q = legendre(z[i]);
        slope = Scalar(stages) * (z[i] * Q[stages] - Q[stages - 1]) / (z[i] * z[i] - 1);
        z[i] -= Q[stages] / slope;
      }
      w[i] = 2 / ((1 - z[i] * z[i]) * slope * slope);
      P.row(i) = legendre(z[i]).template head<stages>().transpose();
    }
    for (int i = 0; i < stages; ++i) {
      A_.row(i) = integrals_to(z[i], P, w).transpose() / 2;
      onward_.row(i) = values_at(z[i] + 2, P, w).transpose();
    }
    c_ = (z.array() + 1) / 2;
    b_ = w / 2;
    AA_ = A_ * A_;
  }

  const Equation<Scalar>& equation_;
  Scalar h_;
  Matrix A_, AA_, onward_;
  Row b_, c_;
  Eigen::Matrix<Scalar, Eigen::Dynamic, stages> a_;
  VecOf<Scalar> now_;
  StateOf<Scalar> at_;
  CompensatedSum<Scalar> x_, v_;
};

}  // namespace stiffbench::references
