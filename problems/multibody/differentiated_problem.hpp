#pragma once

#include "problems/contract/optional/extended_force.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <unsupported/Eigen/AutoDiff>

namespace stiffbench {

/// A problem whose derivatives come from its force by automatic differentiation (forward mode), for
/// small systems whose force is too long to be differentiated by hand. `Derived` has the template
///   void force_of(const StateOf<Scalar>&, VecOf<Scalar>&) const
/// as for ExtendedProblem, in which the time is a Scalar, too. K and D have all entries.
template <class Derived>
class DifferentiatedProblem : public ExtendedProblem<Derived> {
 public:
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const final {
    StateOf<Dual<1>> at = u.cast<Dual<1>>();
    for (Eigen::Index i = 0; i < dx.size(); ++i) {
      at.x[i].derivatives()[0] = dx[i];
      at.v[i].derivatives()[0] = dv[i];
    }
    df = derivatives(at);
  }
  void stiffness(const State& u, Mat& K) const final {
    negative_gradient(u, &StateOf<Batch>::x, K);
  }
  void damping(const State& u, Mat& D) const final { negative_gradient(u, &StateOf<Batch>::v, D); }
  void time_derivative(const State& u, Vec& dfdt) const final {
    StateOf<Dual<1>> at = u.cast<Dual<1>>();
    at.t.derivatives()[0] = 1;
    dfdt = derivatives(at);
  }

 private:
  /// A number with its derivatives along this many directions.
  template <int directions>
  using Dual = Eigen::AutoDiffScalar<Eigen::Matrix<double, directions, 1>>;
  static constexpr int width = 8;
  using Batch = Dual<width>;

  /// Returns the derivative of the force along every direction, one a column.
  template <int directions>
  Eigen::Matrix<double, Eigen::Dynamic, directions> derivatives(
      const StateOf<Dual<directions>>& at) const {
    VecOf<Dual<directions>> f;
    static_cast<const Derived&>(*this).force_of(at, f);
    Eigen::Matrix<double, Eigen::Dynamic, directions> all(f.size(), directions);
    for (Eigen::Index i = 0; i < f.size(); ++i) all.row(i) = f[i].derivatives();
    return all;
  }
  void negative_gradient(const State& u, VecOf<Batch> StateOf<Batch>::*argument,
                         Mat& matrix) const {
    const Eigen::Index n = this->dof();
    if (matrix.rows() != n || matrix.nonZeros() != n * n) {
      matrix = Eigen::MatrixXd::Ones(n, n).sparseView();
      matrix.makeCompressed();
    }
    Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> all(
        matrix.valuePtr(), n, n);
    for (Eigen::Index first = 0; first < n; first += width) {
      const Eigen::Index count = std::min<Eigen::Index>(width, n - first);
      StateOf<Batch> at = u.cast<Batch>();
      for (Eigen::Index i = 0; i < count; ++i) (at.*argument)[first + i].derivatives()[i] = 1;
      all.middleCols(first, count) = -derivatives(at).leftCols(count);
    }
  }
};

}  // namespace stiffbench
