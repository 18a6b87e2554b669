// Lanczos in the inner product of M with an operator B that is A or a function of A:
//   B V = V T + beta v e_m^T,  f(A) b ~ |b| V F(T) e_1,  F(theta) = f(lambda(theta))
// (rational: van den Eshof, Hochbruck, 10.1137/040605461). With p_k the polynomials that make the
// vectors, v_k = p_k(B) b / |b|, and c = |b| F(T) e_1, the error is e(B) b / |b| with
//   e(theta) = |b| F(theta) - sum_k c_k p_k(theta),
// which is zero at the eigenvalues of T. How much of b can lie between them? With q_1i^2 the
// weights of Gauss quadrature, two neighbours' weights bound what is in the open interval between
// them (Chebyshev, Markov, Stieltjes), and what is in one mode is at most 1 / sum_k p_k^2 there
// (Christoffel; both in Golub, Meurant, 10.1515/9781400833887, and of |b|^2 = 1). The largest
// product of that with e^2 in every interval makes a bound on the error. What it takes on trust:
// that samples meet the largest product, and that modes near each other share what one may hold.

#include "integrators/phi/half_size/krylov.hpp"

#include "integrators/kernels/multiply.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

namespace stiffbench::phi {
namespace {

using Eigen::Index;

constexpr double epsilon = std::numeric_limits<double>::epsilon();
/// Where |e| is looked at between neighbouring eigenvalues of T, and in how many such cells at
/// once.
constexpr Index samples = 8, cells_at_once = 16;
/// Round-off in a product moves slow frequencies, more than others; each time step by this (swept
/// with check phi).
constexpr double phase_noise = 0.3;
/// A coupling below this fraction of the largest number in T is round-off: b lies in the space.
constexpr double invariant = 1e-14;

/// The sizes of T at which approximants are looked at.
std::vector<Index> sizes(Index first, Index limit) {
  std::vector<Index> all;
  for (Index m = first; m < limit; m += std::max<Index>(4, m / 4)) all.push_back(m);
  all.push_back(limit);
  return all;
}

/// Some rows of T, its eigenpairs and what belongs to them.
struct Projection {
  explicit Projection(Index m)
      : eigen(m), diagonal(m), below(m - 1), theta(m), lambda(m), moved(m) {}
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen;
  Vec diagonal, below;
  Eigen::ArrayXd theta, lambda, moved;
};

/// Room for every size of T, made once. It holds nothing between evaluations: a copy has room of
/// its own.
class Levels {
 public:
  Levels() = default;
  Levels(Index first, Index limit) {
    const std::vector<Index> all = sizes(first, limit);
    levels_.reserve(all.size());
    for (const Index m : all) levels_.emplace_back(m);
  }
  Levels(const Levels& other)
      : Levels(other.levels_.empty() ? Levels() : Levels(other.first(), other.limit())) {}
  Levels(Levels&&) noexcept = default;
  Levels& operator=(Levels other) noexcept {
    levels_ = std::move(other.levels_);
    return *this;
  }

  Index first() const { return levels_.front().theta.size(); }
  Index limit() const { return levels_.back().theta.size(); }
  size_t count() const { return levels_.size(); }
  Projection& operator[](size_t level) { return levels_[level]; }

 private:
  std::vector<Projection> levels_;
};

/// A request with room for its functions at every level, and at samples.
struct Known {
  using Table = HalfSizeRequest::Table;
  struct Tables {
    Table all, moved;
  };
  static Table table(Index rows, Index terms) {
    return {Eigen::ArrayXXd(rows, terms), Eigen::ArrayXd(terms), Eigen::ArrayXd(terms)};
  }

  HalfSizeRequest wanted;
  std::vector<Tables> tables;
  Table sampled;
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
    levels_ = Levels(operator_->first_look(), limit);
    basis_.resize(n, limit + 1);
    alpha_.resize(limit);
    beta_.resize(limit);
    inner_.resize(limit + 1);
    for (Vec* coefficients : {&modal_, &moves_}) coefficients->resize(limit);
    for (Eigen::MatrixXd* columns : {&now_, &added_}) columns->resize(limit, 0);
    for (Vec* norms : {&stiff_, &heavy_}) norms->resize(0);
  }

  int add(HalfSizeRequest request) override {
    for (const auto& term : request.terms) span_ = std::max(span_, term.span);
    const auto terms = static_cast<Index>(request.terms.size()),
               inputs = static_cast<Index>(request.inputs.size());
    terms_.reserve(request.terms.size());
    const auto outputs = static_cast<Index>(request.outputs.size());
    now_.resize(operator_->limit(), std::max(now_.cols(), terms));
    added_.resize(operator_->limit(), std::max(added_.cols(), outputs));
    errors_.resize(Points::RowsAtCompileTime, added_.cols());
    squares_.resize(added_.cols());
    for (Vec* norms : {&stiff_, &heavy_}) norms->resize(std::max(norms->size(), inputs));
    Known known{std::move(request), {}, Known::table(points_.size(), terms)};
    for (size_t level = 0; level < levels_.count(); ++level) {
      const Index rows = levels_[level].theta.size();
      known.tables.push_back({Known::table(rows, terms), Known::table(rows, terms)});
    }
    requests_.push_back(std::move(known));
    return static_cast<int>(requests_.size()) - 1;
  }

  void set_tolerance(double tolerance) override { tolerance_ = tolerance; }

  Outcome set_stiffness(const Mat& K) override {
    K_ = &K;
    lowest_ = 0;
    if (!K.coeffs().allFinite()) return {Status::diverged, "the stiffness matrix is not finite"};
    sums_.setZero(K.rows());
    for (Index row = 0; row < K.outerSize(); ++row)
      for (Mat::InnerIterator entry(K, row); entry; ++entry) sums_[row] += std::abs(entry.value());
    omega_ = std::sqrt((sums_ / problem_->mass().diagonal().array()).maxCoeff());
    return operator_->set_stiffness(K, span_, omega_);
  }

  void limit_vectors(Index most) override { most_ = most; }

  Outcome evaluate(int index, std::span<const Vec* const> in, std::span<Vec* const> out) override {
    Known& known = requests_[static_cast<size_t>(index)];
    estimate_ = 0;
    made_ = 0;
    measure_inputs(known.wanted, in);
    for (Vec* output : out) output->setZero(K_->rows());
    for (size_t i = 0; i < in.size(); ++i)
      if (Outcome outcome = run(known, static_cast<int>(i), *in[i], out); !outcome.ok())
        return outcome;
    return {};
  }

  double error_estimate() const override { return estimate_; }

 private:
  using Points = Eigen::Array<double, samples * cells_at_once, 1>;

  double mass_square(const Vec& v) {
    problem_->mass().times(v, weighted_);
    return v.dot(weighted_);
  }

  void measure_inputs(const HalfSizeRequest& request, std::span<const Vec* const> in) {
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

  Outcome run(Known& known, int input, const Vec& b, std::span<Vec* const> out) {
    const HalfSizeRequest& request = known.wanted;
    terms_.clear();
    for (size_t t = 0; t < request.terms.size(); ++t)
      if (request.terms[t].input == input) terms_.push_back(static_cast<Index>(t));
    const double norm = std::sqrt(heavy_[input]);
    if (!std::isfinite(norm)) return {Status::diverged, "a vector for a function is not finite"};
    if (norm == 0 || terms_.empty()) return {};
    basis_.col(0) = b / norm;
    const double allowed = tolerance_ / static_cast<double>(request.inputs.size());
    double error = 1;  // no approximant yet: nothing is known
    Index m = 0;
    for (size_t level = 0;
         level < levels_.count() && levels_[level].theta.size() <= most_ - made_ + m; ++level) {
      const Index wanted = levels_[level].theta.size();
      bool more = true;
      while (more && m < wanted) {
        more = extend(++m);
        ++made_;
        if (!std::isfinite(beta_[m - 1]) || !std::isfinite(alpha_[m - 1]))
          return {Status::diverged, "a Lanczos vector is not finite"};
      }
      if (!more) pad(m, wanted);
      if (!approximate(known, level, m, norm))
        return {Status::krylov_stagnated, "the eigenvalues of T did not converge"};
      error = more ? bound(known, level, norm) : 0;
      if (error <= allowed) return accept(known, level, input, m, error, norm, out);
    }
    estimate_ = std::max(estimate_, error);
    return {Status::krylov_stagnated,
            fmt::format("after {} Lanczos vectors the error is still {:.3g}: {}", made_, error,
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

  /// T ends with row m - 1, in fact; rows up to `level` that nothing couples to change nothing.
  void pad(Index m, Index level) {
    alpha_.segment(m, level - m).setConstant(alpha_[0]);
    beta_.segment(m - 1, level - m + 1).setZero();
  }

  /// The eigenpairs of T.
  bool decompose(Projection& p) {
    const Index m = p.theta.size();
    // Eigen's tridiagonal QR compares with absolute numbers: entries of order 1.
    const double unit = largest_ > 0 ? largest_ : 1;
    p.diagonal = alpha_.head(m) / unit;
    p.below = beta_.head(m - 1) / unit;
    p.eigen.computeFromTridiagonal(p.diagonal, p.below);
    if (p.eigen.info() != Eigen::Success) return false;
    p.theta = unit * p.eigen.eigenvalues().array();
    for (Index j = 0; j < m; ++j) {
      p.lambda[j] = operator_->eigenvalue(p.theta[j]);
      p.moved[j] = p.lambda[j] + operator_->uncertainty(p.theta[j]);
    }
    return true;
  }

  /// now_: one column of coefficients in the basis for each term of this input.
  bool approximate(Known& known, size_t level, Index m, double norm) {
    Projection& p = levels_[level];
    Known::Tables& tables = known.tables[level];
    if (!decompose(p)) return false;
    lowest_ = std::min(lowest_, p.lambda.minCoeff());
    known.wanted.functions(p.lambda, tables.all);
    known.wanted.functions(p.moved, tables.moved);
    const auto& q = p.eigen.eigenvectors();
    auto modal = modal_.head(q.rows());
    for (size_t t = 0; t < terms_.size(); ++t) {
      modal = norm * tables.all.values.col(terms_[t]) * q.row(0).transpose().array();
      now_.col(static_cast<Index>(t)).head(m).noalias() = q.topRows(m) * modal;
    }
    return true;
  }

  /// What one input leads to may be wrong by this times the tolerance.
  double reference(const HalfSizeRequest& request, int output) const {
    double sum = 0;
    for (const auto& term : request.terms)
      if (term.output == output)
        sum += term.bound * std::exp(term.span * std::sqrt(-lowest_)) * size(request, term.input);
    return sum;
  }

  /// What the approximants of this level may be off by, relative; see the head of this file.
  double bound(Known& known, size_t level, double norm) {
    const HalfSizeRequest& request = known.wanted;
    const Projection& p = levels_[level];
    const Index m = p.theta.size(), outputs = static_cast<Index>(request.outputs.size());
    added_.topLeftCorner(m, outputs).setZero();
    for (size_t t = 0; t < terms_.size(); ++t)
      added_.col(request.terms[static_cast<size_t>(terms_[t])].output).head(m) +=
          now_.col(static_cast<Index>(t)).head(m);
    const auto q = p.eigen.eigenvectors().row(0);
    squares_.setZero();
    for (Index first = 0; first <= m; first += cells_at_once) {
      place(p, first);
      request.functions(lambda_, known.sampled);
      measure_errors(request, known.sampled, m, norm);
      for (Index cell = first; cell <= std::min(m, first + cells_at_once - 1); ++cell) {
        const double held =
            (cell > 0 ? q[cell - 1] * q[cell - 1] : 0) + (cell < m ? q[cell] * q[cell] : 0);
        const Index at = (cell - first) * samples;
        shares_ = (held * grown_.segment<samples>(at)).min(christoffel_.segment<samples>(at));
        for (Index o = 0; o < outputs; ++o)
          squares_[o] += (shares_ * errors_.col(o).segment<samples>(at)).maxCoeff();
      }
    }
    double worst = 0;
    for (Index o = 0; o < outputs; ++o)
      if (const double scale = reference(request, static_cast<int>(o)); scale > 0)
        worst = std::max(worst, std::sqrt(squares_[o]) / scale);
    return worst;
  }

  /// Samples in cells from `first` on; cell i ends at theta_i, and the last at the end of the
  /// range.
  void place(const Projection& p, Index first) {
    const Index m = p.theta.size();
    const Interval range = operator_->range({p.theta[0], p.theta[m - 1]});
    for (Index i = 0; i < points_.size(); ++i) {
      const Index cell = std::min(first + i / samples, m);
      const double low = cell > 0 ? p.theta[cell - 1] : range.low,
                   high = cell < m ? p.theta[cell] : range.high;
      // Denser at the ends, and never in step with an oscillation.
      const double phase =
          std::sin(std::numbers::pi / 2 * (static_cast<double>(i % samples) + 0.5) / samples);
      points_[i] = low + (high - low) * phase * phase;
      lambda_[i] = operator_->eigenvalue(points_[i]);
    }
  }

  /// At the samples: errors_, e^2 for each output in its measure, christoffel_, and grown_, 1, all
  /// three over a power of ten where polynomials would overflow.
  void measure_errors(const HalfSizeRequest& request, const HalfSizeRequest::Table& table, Index m,
                      double norm) {
    const auto outputs = static_cast<Index>(request.outputs.size());
    errors_.leftCols(outputs).setZero();
    for (const Index t : terms_)
      errors_.col(request.terms[static_cast<size_t>(t)].output) += norm * table.values.col(t);
    Points now = Points::Ones(), before = Points::Zero(), next, sum = Points::Zero(), shrink;
    grown_.setOnes();
    for (Index k = 0; k < m; ++k) {
      sum += now.square();
      for (Index o = 0; o < outputs; ++o) errors_.col(o) -= added_(k, o) * now;
      next = ((points_ - alpha_[k]) * now - (k > 0 ? beta_[k - 1] : 0) * before) / beta_[k];
      before = now;
      now = next;
      if (!(sum > 1e100).any()) continue;
      shrink = (sum > 1e100).select(Points::Constant(1e-60), Points::Ones());
      for (Points* one : {&now, &before, &grown_}) *one *= shrink;
      sum *= shrink.square();
      for (Index o = 0; o < outputs; ++o) errors_.col(o) *= shrink;
    }
    christoffel_ = 1 / sum;
    grown_ = 1 / grown_.square();
    for (Index o = 0; o < outputs; ++o) {
      errors_.col(o) = errors_.col(o).square();
      if (request.outputs[static_cast<size_t>(o)] == Part::position)
        errors_.col(o) *= (lambda_ + shift()).max(0);
    }
  }

  Outcome accept(const Known& known, size_t level, int input, Index m, double remainder,
                 double norm, std::span<Vec* const> out) {
    const HalfSizeRequest& request = known.wanted;
    const Projection& p = levels_[level];
    const Known::Tables& tables = known.tables[level];
    auto moves = moves_.head(p.theta.size()).array();
    double floor = 0;
    for (size_t t = 0; t < terms_.size(); ++t) {
      const auto& term = request.terms[static_cast<size_t>(terms_[t])];
      out[static_cast<size_t>(term.output)]->noalias() +=
          basis_.leftCols(m) * now_.col(static_cast<Index>(t)).head(m);
      const double scale = reference(request, term.output);
      if (!(scale > 0)) continue;
      moves = (tables.moved.values.col(terms_[t]) - tables.all.values.col(terms_[t])) *
              p.eigen.eigenvectors().row(0).transpose().array();
      if (request.outputs[static_cast<size_t>(term.output)] == Part::position)
        moves *= (p.lambda + shift()).max(0).sqrt();
      floor = std::max(floor,
                       (norm * moves.matrix().norm() + term.bound * noise(request, input)) / scale);
    }
    estimate_ = std::max(estimate_, remainder + floor);
    if (floor <= 10 * tolerance_) return {};
    return {Status::krylov_stagnated,
            fmt::format("round-off allows no error below {:.3g}: {}", floor, operator_->advice())};
  }

  const CountedProblem* problem_ = nullptr;
  double tolerance_ = 0, estimate_ = 0, span_ = 0;
  Cloned<KrylovOperator> operator_;
  std::vector<Known> requests_;
  const Mat* K_ = nullptr;
  double lowest_ = 0;  // the lowest eigenvalue of A seen, where it is negative
  double omega_ = 0;   // above the highest angular frequency
  Index most_ = 0, made_ = 0;
  Eigen::MatrixXd basis_;
  Vec alpha_, beta_, inner_;
  double largest_ = 0;  // entry of T
  Levels levels_;
  std::vector<Index> terms_;
  Vec stiff_, heavy_;            // of each input b, b' K b and b' M b
  Eigen::MatrixXd now_, added_;  // coefficients in the basis, of each term and of each output
  Vec modal_, moves_;
  Points points_, christoffel_, grown_;
  Eigen::Array<double, samples, 1> shares_;
  Eigen::ArrayXd lambda_{samples * cells_at_once};
  Eigen::ArrayXXd errors_;
  Eigen::ArrayXd squares_;
  Eigen::ArrayXd sums_;
  Vec current_, image_, weighted_;
};

}  // namespace

std::unique_ptr<HalfSizeFunctions> krylov_half_size(std::unique_ptr<KrylovOperator> kind) {
  return std::make_unique<KrylovHalfSize>(std::move(kind));
}

}  // namespace stiffbench::phi
