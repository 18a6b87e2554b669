#include "integrators/phi/half_size/krylov_bound.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiffbench::phi {

using Eigen::Index;

void KrylovBound::add(const HalfSizeRequest& request) {
  const Index outputs = request.outputs.size();
  errors_.resize(points, std::max(errors_.cols(), outputs));
  squares_.resize(errors_.cols());
}

const Eigen::ArrayXd& KrylovBound::squares(const KrylovOperator& B, const LanczosProcess& process,
                                           const Projection& p, const Approximants& of) {
  const Index m = p.theta.size(), outputs = of.request.outputs.size();
  const auto q = p.eigen.vectors().row(0);
  squares_.setZero();
  for (Index first = 0; first <= m; first += cells_at_once) {
    place(B, p, first);
    of.request.functions(lambda_, of.room);
    measure_errors(process, of, m);
    for (Index cell = first; cell <= std::min(m, first + cells_at_once - 1); ++cell) {
      const double weight =
          (cell > 0 ? q[cell - 1] * q[cell - 1] : 0) + (cell < m ? q[cell] * q[cell] : 0);
      const Index at = (cell - first) * samples;
      shares_ = (weight * unit_.segment<samples>(at)).min(christoffel_.segment<samples>(at));
      for (Index o = 0; o < outputs; ++o)
        squares_[o] += (shares_ * errors_.col(o).segment<samples>(at)).maxCoeff();
    }
  }
  return squares_;
}

/// Places the samples in cells from `first` on; cell i ends at theta_i, the last at the range's
/// end.
void KrylovBound::place(const KrylovOperator& B, const Projection& p, Index first) {
  const Index m = p.theta.size();
  const Interval range = B.range({p.theta[0], p.theta[m - 1]});
  for (Index i = 0; i < points; ++i) {
    const Index cell = std::min(first + i / samples, m);
    const double low = cell > 0 ? p.theta[cell - 1] : range.low,
                 high = cell < m ? p.theta[cell] : range.high;
    // Samples are denser at the ends, and never in step with an oscillation.
    const double phase =
        std::sin(std::numbers::pi / 2 * (static_cast<double>(i % samples) + 0.5) / samples);
    points_[i] = low + (high - low) * phase * phase;
    lambda_[i] = B.eigenvalue(points_[i]);
  }
}

/// Computes at the samples: errors_, which is e^2 for each output in its measure; christoffel_; and
/// unit_, which is 1. All three are divided by a power of ten where polynomials would overflow.
void KrylovBound::measure_errors(const LanczosProcess& process, const Approximants& of, Index m) {
  const HalfSizeRequest& request = of.request;
  const Index outputs = request.outputs.size();
  errors_.leftCols(outputs).setZero();
  for (const Index t : of.terms)
    errors_.col(request.terms[t].output) += of.norm * of.room.values.col(t);
  Points now = Points::Ones(), before = Points::Zero(), next, sum = Points::Zero(), shrink;
  unit_.setOnes();
  for (Index k = 0; k < m; ++k) {
    sum += now.square();
    for (Index o = 0; o < outputs; ++o) errors_.col(o) -= of.coefficients(k, o) * now;
    next = ((points_ - process.alpha(k)) * now - (k > 0 ? process.beta(k - 1) : 0) * before) /
           process.beta(k);
    before = now;
    now = next;
    if (!(sum > 1e100).any()) continue;
    shrink = (sum > 1e100).select(Points::Constant(1e-60), Points::Ones());
    for (Points* one : {&now, &before, &unit_}) *one *= shrink;
    sum *= shrink.square();
    for (Index o = 0; o < outputs; ++o) errors_.col(o) *= shrink;
  }
  christoffel_ = 1 / sum;
  unit_ = 1 / unit_.square();
  for (Index o = 0; o < outputs; ++o) {
    errors_.col(o) = errors_.col(o).square();
    if (request.outputs[o] == Part::position) errors_.col(o) *= (lambda_ + of.shift).max(0);
  }
}

}  // namespace stiffbench::phi
