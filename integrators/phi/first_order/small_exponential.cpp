#include "integrators/phi/first_order/small_exponential.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stiffbench::phi {
namespace {

constexpr double longest_phase = 2;  // of ds |H|: terms then grow to 2 before they fall
constexpr int most_terms = 60;       // 2^60/60! = 1e-64
constexpr int most_sweeps = 20;      // of balancing

}  // namespace

void SmallExponential::start(const Eigen::MatrixXd& H, Eigen::Index m, int order, int upper) {
  m_ = m;
  order_ = order;
  tridiagonal_ = upper == 1;
  if (H_.rows() < H.rows()) {
    H_.resize(H.rows(), H.rows());
    for (Vec* v : {&below_, &diagonal_, &above_, &scale_, &z_, &next_, &term_, &image_})
      v->resize(H.rows());
  }
  for (Eigen::Index j = 0; j < m; ++j) {
    H_.col(j).head(m).setZero();
    const Eigen::Index from = upper < 0 ? 0 : std::max<Eigen::Index>(0, j - upper),
                       to = std::min(m - 1, j + 1);
    H_.col(j).segment(from, to - from + 1) = H.col(j).segment(from, to - from + 1);
  }
  balance(upper);
  double norm = 0;
  for (Eigen::Index j = 0; j < m; ++j) norm = std::max(norm, H_.col(j).head(m).lpNorm<1>());
  longest_ = longest_phase / std::max(norm, std::numeric_limits<double>::min());
  for (Eigen::Index j = 0; j < m; ++j) {
    diagonal_[j] = H_(j, j);
    below_[j] = j + 1 < m ? H_(j + 1, j) : 0;
    above_[j] = j > 0 ? H_(j - 1, j) : 0;
  }
  z_.head(m).setZero();
  if (order == 0) z_[0] = 1 / scale_[0];
  s_ = 0;
}

/// Replaces H by S^-1 H S with a diagonal S of powers of two, until rows and columns have similar
/// norms.
void SmallExponential::balance(int upper) {
  scale_.head(m_).setOnes();
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool changed = false;
    for (Eigen::Index j = 0; j < m_; ++j) {
      const Eigen::Index first = upper < 0 ? 0 : std::max<Eigen::Index>(0, j - upper),
                         last = upper < 0 ? m_ - 1 : std::min(m_ - 1, j + upper);
      double column = 0, row = 0;
      for (Eigen::Index i = first; i <= std::min(m_ - 1, j + 1); ++i)
        if (i != j) column += std::abs(H_(i, j));
      for (Eigen::Index i = std::max<Eigen::Index>(0, j - 1); i <= last; ++i)
        if (i != j) row += std::abs(H_(j, i));
      if (!(column > 0 && row > 0) || !std::isfinite(column + row)) continue;
      const double factor = std::exp2(std::round(0.5 * std::log2(row / column)));
      if (column * factor + row / factor >= 0.95 * (column + row)) continue;
      H_.col(j).head(m_) *= factor;
      H_.row(j).head(m_) /= factor;
      scale_[j] *= factor;
      changed = true;
    }
    if (!changed) return;
  }
}

void SmallExponential::times(const Vec& x, Vec& y) const {
  if (!tridiagonal_) {
    y.head(m_).noalias() = H_.topLeftCorner(m_, m_) * x.head(m_);
    return;
  }
  y.head(m_) = diagonal_.head(m_).cwiseProduct(x.head(m_));
  if (m_ == 1) return;
  y.segment(1, m_ - 1) += below_.head(m_ - 1).cwiseProduct(x.head(m_ - 1));
  y.head(m_ - 1) += above_.segment(1, m_ - 1).cwiseProduct(x.segment(1, m_ - 1));
}

void SmallExponential::advance(double ds) {
  ds_ = ds;
  // poly[i] = (d/ds)^i s^(p-1)/(p-1)!, and, later in the series, its terms
  std::array<double, most> poly{};
  for (int i = 0; i < order_; ++i) poly[i] = std::pow(s_, order_ - 1 - i) / std::tgamma(order_ - i);
  next_.head(m_) = term_.head(m_) = z_.head(m_);
  for (int k = 1; k <= most_terms; ++k) {
    times(term_, image_);
    if (order_ > 0) image_[0] += poly[0] / scale_[0];
    const double factor = ds / k;
    term_.head(m_) = factor * image_.head(m_);
    for (std::size_t i = 0; i + 1 < most; ++i) poly[i] = factor * poly[i + 1];
    next_.head(m_) += term_.head(m_);
    if (k > order_ && !(term_.head(m_).lpNorm<Eigen::Infinity>() >
                        1e-17 * next_.head(m_).lpNorm<Eigen::Infinity>()))
      return;
  }
}

void SmallExponential::accept() {
  z_.swap(next_);
  s_ += ds_;
}

}  // namespace stiffbench::phi
