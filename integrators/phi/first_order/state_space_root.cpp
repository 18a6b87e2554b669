#include "base/dense.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "integrators/phi/first_order/square_root.hpp"
#include "integrators/phi/first_order/state_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace stiffbench::phi {
namespace {

/// The number of power iterations for the norm of Omega^-1 A_n Omega^-1, and a margin for its
/// error.
constexpr int power_steps = 12;
constexpr double margin = 1.1;

/// The coordinates y = (Omega L' x, L' v) with M = L L', A_n = L^-1 K_n L^-T and Omega^2 = A_0:
///   J y = (Omega y_v, -(Omega + (A_n - A_0) Omega^-1) y_x - L^-1 D L^-T y_v).
/// The inner product is Euclidean, which for K_n = K0 is that of the energy. The difference from K0
/// is kept separate, because Omega^-1 magnifies rounding errors by the condition number of Omega.
class RootSpace final : public StateSpace {
 public:
  void init(const CountedProblem& problem, double h, const Options& options) override;
  Outcome linearise(const Mat& K, const Mat& D) override;
  bool weighted() const override { return false; }
  void enter(const Pair& b, bool position, Eigen::Ref<Vec> y) override;
  void leave(const Eigen::Ref<const Vec>& y, double factor, bool velocity, Pair& sum) override;
  void apply(const Eigen::Ref<const Vec>& y, const Eigen::Ref<const Vec>&,
             Eigen::Ref<Vec> image) override;
  void weigh(const Eigen::Ref<const Vec>& y, Eigen::Ref<Vec> weight) override { weight = y; }
  Norm norm(const Eigen::Ref<const Vec>& y, const Eigen::Ref<const Vec>&) const override {
    const double x = y.head(n_).squaredNorm(), v = y.tail(n_).squaredNorm();
    return {std::sqrt(x + v), std::sqrt(stretch_ * x + v), false};
  }
  double perturbation() const override { return h_ * root_of_K0_.perturbation; }
  std::string blemish() const override {
    return fmt::format(
        "square_root = {} has lost too many digits, |A - Omega^2|/|A| = {:.3g} after {} iterations",
        name_of(method_), root_of_K0_.residual, root_of_K0_.iterations);
  }

 private:
  Eigen::MatrixXd symmetrized(const Mat& K) const;
  double largest_stretch();
  /// Compute x <- L^-T x and f <- L^-1 f.
  void from_coordinates(Vec& x) const {
    if (lumped_)
      x.array() *= inverse_root_.array();
    else
      factor_->solve_upper(x);
  }
  void to_coordinates(Vec& f) const {
    if (lumped_)
      f.array() *= inverse_root_.array();
    else
      factor_->solve_lower(f);
  }

  RootMethod method_ = RootMethod::eigen;
  std::optional<dense::Cholesky> factor_;  // of a consistent mass
  SquareRoot root_of_K0_;
  Outcome fault_;
  SparseSum difference_;  // K_n - K0
  bool changed_ = false;  // the difference is not zero
  double stretch_ = 1;    // the largest eigenvalue of Omega^-1 (A_n + s) Omega^-1, or 1
  Vec position_, velocity_, force_, power_;
};

void RootSpace::init(const CountedProblem& problem, double h, const Options& options) {
  begin(problem, h);
  method_ = options.square_root;
  difference_ = {};
  if (!lumped_) factor_.emplace(problem.mass().matrix());
  ++problem.work().one_time_setups;
  fault_ = square_root(symmetrized(problem.linear_stiffness()), method_, root_of_K0_);
}

/// Computes L^-1 K L^-T.
Eigen::MatrixXd RootSpace::symmetrized(const Mat& K) const {
  Eigen::MatrixXd A = K;
  if (lumped_) return inverse_root_.asDiagonal() * A * inverse_root_.asDiagonal();
  factor_->make_congruent(A);
  return 0.5 * (A + A.transpose());
}

Outcome RootSpace::linearise(const Mat& K, const Mat& D) {
  if (!fault_.ok()) return fault_;
  if (Outcome outcome = estimate(K, D); !outcome.ok()) return outcome;
  const Term terms[] = {{&K, 1}, {&problem_->linear_stiffness(), -1}};
  const Columns& difference = difference_.assemble(n_, terms);
  changed_ = difference.nonZeros() > 0 && difference.coeffs().abs().maxCoeff() > 0;
  entries_ += (changed_ ? 3.0 : 2.0) * static_cast<double>(n_ * n_);
  stretch_ = changed_ || shift_ > 0 ? largest_stretch() : 1;
  return {};
}

double RootSpace::largest_stretch() {
  Vec &y = velocity_, &z = power_;
  y.setOnes(n_);
  double largest = 1;
  for (int k = 0; k < power_steps; ++k) {
    y.normalize();
    position_.noalias() = root_of_K0_.inverse * y;
    z = shift_ * position_;
    from_coordinates(position_);
    K_.times(position_, force_, problem_->work());
    to_coordinates(force_);
    z += force_;
    y.noalias() = root_of_K0_.inverse * z;
    largest = std::max(largest, margin * y.norm());
  }
  return largest;
}

void RootSpace::enter(const Pair& b, bool position, Eigen::Ref<Vec> y) {
  if (!position) {
    y.head(n_).setZero();
  } else {
    if (lumped_)
      position_ = b.x.cwiseProduct(root_);
    else
      position_ = factor_->times_upper(b.x);
    y.head(n_).noalias() = root_of_K0_.root * position_;
  }
  if (lumped_)
    y.tail(n_) = b.v.cwiseProduct(root_);
  else
    y.tail(n_) = factor_->times_upper(b.v);
}

void RootSpace::leave(const Eigen::Ref<const Vec>& y, double factor, bool velocity, Pair& sum) {
  position_.noalias() = root_of_K0_.inverse * y.head(n_);
  from_coordinates(position_);
  sum.x += factor * position_;
  if (!velocity) return;
  velocity_ = y.tail(n_);
  from_coordinates(velocity_);
  sum.v += factor * velocity_;
}

void RootSpace::apply(const Eigen::Ref<const Vec>& y, const Eigen::Ref<const Vec>&,
                      Eigen::Ref<Vec> image) {
  image.head(n_).noalias() = h_ * root_of_K0_.root * y.tail(n_);
  image.tail(n_).noalias() = -h_ * root_of_K0_.root * y.head(n_);
  ++problem_->work().stiffness_products;  // a dense product: Omega serves both parts
  if (changed_) {
    position_.noalias() = root_of_K0_.inverse * y.head(n_);
    from_coordinates(position_);
    ++problem_->work().stiffness_products;
    force_.noalias() = difference_.sum() * position_;
    to_coordinates(force_);
    image.tail(n_) -= h_ * force_;
  }
  if (damped_) {
    velocity_ = y.tail(n_);
    from_coordinates(velocity_);
    damping_times(velocity_, force_);
    to_coordinates(force_);
    image.tail(n_) -= h_ * force_;
  }
}

}  // namespace

Cloned<StateSpace> root_space() { return RootSpace(); }

}  // namespace stiffbench::phi
