// Lanczos in the inner product of M with an operator B that is A or a function of A:
//   B V = V T + beta v e_m^T,  f(A) b ~ |b| V F(T) e_1,  F(theta) = f(lambda(theta))
// (rational: van den Eshof, Hochbruck, 10.1137/040605461). The error is exactly
//   |b| beta g(B) v,  g(mu) = sum_i q_1i q_mi (F(mu) - F(theta_i)) / (mu - theta_i)
// with theta_i and q_i the eigenpairs of T. When T has grown by a quarter, two numbers say how
// large that was before: how far the approximant has moved since, and the norm of g(B) v by the
// Gauss quadrature that the new rows of T are. The first alone lies on a plateau, where
// approximants hardly move and yet have far to go: it looks at g where B was looked at, near the
// theta_i.

#include "integrators/phi/krylov_half_size.hpp"

#include "integrators/kernels/multiply.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace stiffbench::phi {
namespace {

using Eigen::Index;

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr Index first_check = 4;
/// An estimate that has fallen by more than this since the one before is a chance, and waits for
/// the next: a few rows of T are few samples.
constexpr double steepest = 1e3;
constexpr double safety = 0.3;
constexpr double near_round_off = 1e-11;  // below it estimates fall no further, and none is spared
/// Round-off in a product moves slow frequencies, more than others; each time step by this (swept
/// with check phi).
constexpr double phase_noise = 0.3;
/// A coupling below this fraction of the largest number in T is round-off: b lies in the space.
constexpr double invariant = 1e-14;

/// Eigenvalues closer than this, relative to T, are no two: their divided difference is round-off.
constexpr double close = 1e-12;

Index check_after(Index m) { return m + std::max<Index>(4, m / 4); }

/// f(T) e_1 for one size of T.
struct Projection {
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen;
  Vec diagonal, below;
  Eigen::ArrayXd theta, lambda, moved;
  HalfSizeRequest::Table table, moved_table;
};

class KrylovHalfSize final : public HalfSizeFunctions {
 public:
  explicit KrylovHalfSize(std::unique_ptr<KrylovOperator> kind) : operator_(std::move(kind)) {}

  std::unique_ptr<HalfSizeFunctions> copy() const override {
    return std::make_unique<KrylovHalfSize>(*this);
  }

  void init(const CountedProblem& problem, double tolerance) override {
    problem_ = &problem;
    tolerance_ = tolerance;
    span_ = 0;
    most_ = std::numeric_limits<Index>::max();
    requests_.clear();
    operator_->init(problem);
    const Index n = problem.dof(), limit = operator_->limit();
    basis_.resize(n, limit + 1);
    alpha_.resize(limit);
    beta_.resize(limit);
    inner_.resize(limit + 1);
  }

  int add(HalfSizeRequest request) override {
    for (const auto& term : request.terms) span_ = std::max(span_, term.span);
    requests_.push_back(std::move(request));
    return static_cast<int>(requests_.size()) - 1;
  }

  Outcome set_stiffness(const Mat& K) override {
    K_ = &K;
    lowest_ = 0;
    if (!K.coeffs().allFinite()) return {Status::diverged, "the stiffness matrix is not finite"};
    Eigen::ArrayXd sums = Eigen::ArrayXd::Zero(K.rows());
    for (Index row = 0; row < K.outerSize(); ++row)
      for (Mat::InnerIterator entry(K, row); entry; ++entry) sums[row] += std::abs(entry.value());
    omega_ = std::sqrt((sums / problem_->mass().diagonal().array()).maxCoeff());
    return operator_->set_stiffness(K, span_, omega_);
  }

  void limit_vectors(Index most) override { most_ = most; }

  Outcome evaluate(int index, std::span<const Vec* const> in, std::span<Vec* const> out) override {
    const HalfSizeRequest& request = requests_[static_cast<size_t>(index)];
    estimate_ = 0;
    made_ = 0;
    measure_inputs(request, in);
    for (Vec* output : out) output->setZero(K_->rows());
    for (size_t i = 0; i < in.size(); ++i)
      if (Outcome outcome = run(request, static_cast<int>(i), *in[i], out); !outcome.ok())
        return outcome;
    return {};
  }

  double error_estimate() const override { return estimate_; }

 private:
  double mass_square(const Vec& v) {
    problem_->mass().times(v, weighted_);
    return v.dot(weighted_);
  }

  void measure_inputs(const HalfSizeRequest& request, std::span<const Vec* const> in) {
    stiff_.resize(static_cast<Index>(in.size()));
    heavy_.resize(static_cast<Index>(in.size()));
    for (size_t i = 0; i < in.size(); ++i) {
      const auto at = static_cast<Index>(i);
      heavy_[at] = mass_square(*in[i]);
      stiff_[at] = 0;
      if (request.inputs[i] == Part::velocity || heavy_[at] == 0) continue;
      multiply(*K_, problem_->block_size(), *in[i], image_, problem_->work());
      stiff_[at] = in[i]->dot(image_);
    }
  }

  /// The norm of an input in its part, and how much of it round-off may be.
  double size(const HalfSizeRequest& request, Index i) const {
    if (request.inputs[static_cast<size_t>(i)] == Part::velocity) return std::sqrt(heavy_[i]);
    return std::sqrt(std::max(0.0, stiff_[i] + shift() * heavy_[i]));
  }
  double noise(const HalfSizeRequest& request, Index i) const {
    const bool position = request.inputs[static_cast<size_t>(i)] == Part::position;
    return epsilon * std::sqrt(heavy_[i]) * (1 + phase_noise * span_ * omega_) *
           (position ? omega_ : 1);
  }
  double shift() const { return -2 * lowest_; }

  Outcome run(const HalfSizeRequest& request, int input, const Vec& b, std::span<Vec* const> out) {
    terms_.clear();
    for (size_t t = 0; t < request.terms.size(); ++t)
      if (request.terms[t].input == input) terms_.push_back(static_cast<Index>(t));
    const double norm = std::sqrt(heavy_[input]);
    if (!std::isfinite(norm)) return {Status::diverged, "a vector for a function is not finite"};
    if (norm == 0 || terms_.empty()) return {};
    basis_.col(0) = b / norm;
    const Index most = std::min(operator_->limit(), most_ - made_);
    Index next = first_check, before = 0;
    double last = std::numeric_limits<double>::infinity();  // error estimate
    for (Index m = 1; m <= most; ++m) {
      const bool more = extend(m);
      ++made_;
      if (!std::isfinite(beta_[m - 1]) || !std::isfinite(alpha_[m - 1]))
        return {Status::diverged, "a Lanczos vector is not finite"};
      if (more && m < next && m < most) continue;
      Projection& p = projections_[m];
      if (!project(request, 0, m, p))
        return {Status::krylov_stagnated, "the eigenvalues of T did not converge"};
      lowest_ = std::min(lowest_, p.lambda.minCoeff());
      request.functions(p.moved, p.moved_table);
      coefficients(p, norm);
      if (!more) return accept(request, input, m, 0, p, norm, out);
      if (before > 0) {
        const double error = std::max(compare(request, m, before), tail(request, m, before, norm));
        const double allowed = (tolerance_ > near_round_off ? safety : 1) * tolerance_ /
                               static_cast<double>(heavy_.size());
        if (error <= allowed && last <= steepest * allowed)
          return accept(request, input, m, error, p, norm, out);
        last = error;
      }
      kept_ = now_;
      before = m;
      next = check_after(m);
    }
    if (!std::isfinite(last)) last = 1;  // no comparison yet: nothing is known
    estimate_ = std::max(estimate_, last);
    return {Status::krylov_stagnated,
            fmt::format("after {} Lanczos vectors the error is still {:.3g}: {}", made_, last,
                        operator_->advice())};
  }

  /// Vector m (from 0), row m - 1 of T; false when b lies in the span of the vectors so far.
  bool extend(Index m) {
    current_ = basis_.col(m - 1);
    operator_->apply(current_, image_);
    ++problem_->work().krylov_vectors;
    auto inner = inner_.head(m);
    problem_->mass().times(image_, weighted_);
    if (operator_->reorthogonalizes()) {
      inner.noalias() = basis_.leftCols(m).transpose() * weighted_;
      alpha_[m - 1] = inner[m - 1];
      image_.noalias() -= basis_.leftCols(m) * inner;
      problem_->mass().times(image_, weighted_);
      inner.noalias() = basis_.leftCols(m).transpose() * weighted_;
      image_.noalias() -= basis_.leftCols(m) * inner;
    } else {
      alpha_[m - 1] = current_.dot(weighted_);
      image_ -= alpha_[m - 1] * current_;
      if (m > 1) image_ -= beta_[m - 2] * basis_.col(m - 2);
    }
    beta_[m - 1] = std::sqrt(std::max(0.0, mass_square(image_)));
    if (m == 1) largest_ = 0;
    largest_ = std::max({largest_, std::abs(alpha_[m - 1]), beta_[m - 1]});
    if (!(beta_[m - 1] > invariant * largest_) ||
        (operator_->reorthogonalizes() && m == basis_.rows()))
      return false;
    basis_.col(m) = image_ / beta_[m - 1];
    return true;
  }

  /// The eigenpairs of rows `from` to `to` of T, and the functions there.
  bool project(const HalfSizeRequest& request, Index from, Index to, Projection& p) {
    const Index m = to - from;
    // Eigen's tridiagonal QR compares with absolute numbers: entries of order 1.
    const double unit = largest_ > 0 ? largest_ : 1;
    p.diagonal = alpha_.segment(from, m) / unit;
    p.below = beta_.segment(from, m - 1) / unit;
    p.eigen.computeFromTridiagonal(p.diagonal, p.below);
    if (p.eigen.info() != Eigen::Success) return false;
    p.theta = unit * p.eigen.eigenvalues().array();
    p.lambda.resize(m);
    p.moved.resize(m);
    for (Index j = 0; j < m; ++j) {
      p.lambda[j] = operator_->eigenvalue(p.theta[j]);
      p.moved[j] = p.lambda[j] + operator_->uncertainty(p.theta[j]);
    }
    request.functions(p.lambda, p.table);
    return true;
  }

  /// now_: one column of coefficients in the basis for each term of this input.
  void coefficients(const Projection& p, double norm) {
    const Index m = p.lambda.size();
    const auto& q = p.eigen.eigenvectors();
    modal_.resize(m, static_cast<Index>(terms_.size()));
    for (size_t t = 0; t < terms_.size(); ++t)
      modal_.col(static_cast<Index>(t)) =
          norm * p.table.values.col(terms_[t]) * q.row(0).transpose().array();
    now_.noalias() = q * modal_;
  }

  /// What one input leads to may be wrong by this times the tolerance.
  double reference(const HalfSizeRequest& request, int output) const {
    double sum = 0;
    for (const auto& term : request.terms)
      if (term.output == output)
        sum += term.bound * std::exp(term.span * std::sqrt(-lowest_)) * size(request, term.input);
    return sum;
  }

  /// The largest difference of the approximants of m and of `before` vectors, relative.
  double compare(const HalfSizeRequest& request, Index m, Index before) {
    double worst = 0;
    for (size_t t = 0; t < terms_.size(); ++t) {
      const auto at = static_cast<Index>(t);
      const int output = request.terms[static_cast<size_t>(terms_[t])].output;
      delta_ = now_.col(at);
      delta_.head(before) -= kept_.col(at);
      const double scale = reference(request, output);
      const double length = length_of(request.outputs[static_cast<size_t>(output)], delta_, m);
      if (scale > 0) worst = std::max(worst, length / scale);
    }
    return worst;
  }

  /// The largest error that the approximants of `before` vectors had, relative, as the rows of T
  /// since then see it.
  double tail(const HalfSizeRequest& request, Index m, Index before, double norm) {
    const Projection& p = projections_[before];
    Projection& rest = tails_[m];
    if (!project(request, before, m, rest)) return std::numeric_limits<double>::infinity();
    const auto& q = p.eigen.eigenvectors();
    double worst = 0;
    for (const Index t : terms_) {
      const auto& term = request.terms[static_cast<size_t>(t)];
      const double scale = reference(request, term.output);
      if (!(scale > 0)) continue;
      const bool position = request.outputs[static_cast<size_t>(term.output)] == Part::position;
      double square = 0;
      for (Index j = 0; j < rest.theta.size(); ++j) {
        double g = 0;
        for (Index i = 0; i < before; ++i) {
          const double distance = rest.theta[j] - p.theta[i];
          if (std::abs(distance) > close * largest_)
            g += q(0, i) * q(before - 1, i) * (rest.table.values(j, t) - p.table.values(i, t)) /
                 distance;
        }
        g *= rest.eigen.eigenvectors()(0, j);
        square += g * g * (position ? std::max(0.0, rest.lambda[j] + shift()) : 1);
      }
      worst = std::max(worst, norm * beta_[before - 1] * std::sqrt(square) / scale);
    }
    return worst;
  }

  double length_of(Part part, const Vec& c, Index m) {
    if (part == Part::velocity) return c.norm();
    difference_.noalias() = basis_.leftCols(m) * c;
    multiply(*K_, problem_->block_size(), difference_, image_, problem_->work());
    return std::sqrt(std::max(0.0, difference_.dot(image_) + shift() * c.squaredNorm()));
  }

  Outcome accept(const HalfSizeRequest& request, int input, Index m, double remainder,
                 const Projection& p, double norm, std::span<Vec* const> out) {
    double floor = 0;
    for (size_t t = 0; t < terms_.size(); ++t) {
      const auto& term = request.terms[static_cast<size_t>(terms_[t])];
      out[static_cast<size_t>(term.output)]->noalias() +=
          basis_.leftCols(m) * now_.col(static_cast<Index>(t));
      const double scale = reference(request, term.output);
      if (!(scale > 0)) continue;
      moves_ = (p.moved_table.values.col(terms_[t]) - p.table.values.col(terms_[t])) *
               p.eigen.eigenvectors().row(0).transpose().array();
      if (request.outputs[static_cast<size_t>(term.output)] == Part::position)
        moves_ *= (p.lambda + shift()).max(0).sqrt();
      floor = std::max(
          floor, (norm * moves_.matrix().norm() + term.bound * noise(request, input)) / scale);
    }
    estimate_ = std::max(estimate_, remainder + floor);
    if (floor <= 10 * tolerance_) return {};
    return {Status::krylov_stagnated,
            fmt::format("round-off allows no error below {:.3g}: {}", floor, operator_->advice())};
  }

  const CountedProblem* problem_ = nullptr;
  double tolerance_ = 0, estimate_ = 0, span_ = 0;
  Cloned<KrylovOperator> operator_;
  std::vector<HalfSizeRequest> requests_;
  const Mat* K_ = nullptr;
  double lowest_ = 0;  // the lowest eigenvalue of A seen, where it is negative
  double omega_ = 0;   // above the highest angular frequency
  Index most_ = 0, made_ = 0;
  Eigen::MatrixXd basis_;
  Vec alpha_, beta_, inner_;
  double largest_ = 0;                               // entry of T
  std::map<Index, Projection> projections_, tails_;  // by their sizes
  std::vector<Index> terms_;
  Vec stiff_, heavy_;  // of each input b, b' K b and b' M b
  Eigen::MatrixXd modal_, now_, kept_;
  Eigen::ArrayXd moves_;
  Vec current_, image_, weighted_, delta_, difference_;
};

}  // namespace

std::unique_ptr<HalfSizeFunctions> krylov_half_size(std::unique_ptr<KrylovOperator> kind) {
  return std::make_unique<KrylovHalfSize>(std::move(kind));
}

}  // namespace stiffbench::phi
