// Lanczos in the inner product of M with an operator B that is A or a function of A:
//   B V = V T + beta v e_m^T,  f(A) b ~ |b| V F(T) e_1,  F(theta) = f(lambda(theta))
// (rational: van den Eshof, Hochbruck, 10.1137/040605461). The error is exactly
//   |b| beta g(B) v,  g(mu) = sum_i q_1i q_mi (F(mu) - F(theta_i)) / (mu - theta_i)
// with theta_i and q_i the eigenpairs of T. When T has grown by a quarter, two numbers say how
// large that was before: how far the approximant has moved since, and the norm of g(B) v by the
// Gauss quadrature that the new rows of T are. The first alone lies on a plateau, where
// approximants hardly move and yet have far to go: it looks at g where B was looked at, near the
// theta_i. Both are estimates: where b has slow modes close to each other, and in all stiff modes
// together less than a tenth of the tolerance, A itself (polynomial Lanczos) can deceive both, by
// two powers of ten at h omega = 1000. The integral of the defect would be a bound, and asks for
// nearly as many vectors as Chebyshev.

#include "integrators/phi/krylov_half_size.hpp"

#include "integrators/kernels/multiply.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

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

/// The sizes of T at which approximants are looked at.
std::vector<Index> sizes_up_to(Index limit) {
  std::vector<Index> all;
  for (Index m = first_check; m < limit; m += std::max<Index>(4, m / 4)) all.push_back(m);
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
  struct Level {
    Index m;
    Projection all, added;  // rows 0 to m of T, and those that the size before does not have
  };

  Levels() = default;
  explicit Levels(Index limit) {
    const std::vector<Index> sizes = sizes_up_to(limit);
    levels_.reserve(sizes.size());
    Index before = 0;
    for (const Index m : sizes) {
      levels_.push_back({m, Projection(m), Projection(m - before)});
      before = m;
    }
  }
  Levels(const Levels& other) : Levels(other.levels_.empty() ? Levels() : Levels(other.limit())) {}
  Levels(Levels&&) noexcept = default;
  Levels& operator=(Levels other) noexcept {
    levels_ = std::move(other.levels_);
    return *this;
  }

  Index limit() const { return levels_.back().m; }
  size_t count() const { return levels_.size(); }
  Level& operator[](size_t level) { return levels_[level]; }

 private:
  std::vector<Level> levels_;
};

/// A request with room for its functions at every level.
struct Known {
  struct Tables {
    Tables(Index rows, Index further_rows, Index terms) {
      for (HalfSizeRequest::Table* table : {&all, &moved, &added}) {
        table->values.resize(table == &added ? further_rows : rows, terms);
        table->scale.resize(terms);
        table->summands.resize(terms);
      }
    }
    HalfSizeRequest::Table all, moved, added;
  };
  HalfSizeRequest wanted;
  std::vector<Tables> tables;
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
    levels_ = Levels(limit);
    basis_.resize(n, limit + 1);
    alpha_.resize(limit);
    beta_.resize(limit);
    inner_.resize(limit + 1);
    for (Vec* coefficients : {&modal_, &delta_, &moves_}) coefficients->resize(limit);
    for (Eigen::MatrixXd* columns : {&now_, &kept_}) columns->resize(limit, 0);
    for (Vec* norms : {&stiff_, &heavy_}) norms->resize(0);
  }

  int add(HalfSizeRequest request) override {
    for (const auto& term : request.terms) span_ = std::max(span_, term.span);
    const auto terms = static_cast<Index>(request.terms.size()),
               inputs = static_cast<Index>(request.inputs.size());
    terms_.reserve(request.terms.size());
    for (Eigen::MatrixXd* columns : {&now_, &kept_})
      columns->resize(operator_->limit(), std::max(columns->cols(), terms));
    for (Vec* norms : {&stiff_, &heavy_}) norms->resize(std::max(norms->size(), inputs));
    Known known{std::move(request), {}};
    for (size_t level = 0; level < levels_.count(); ++level)
      known.tables.emplace_back(levels_[level].m, levels_[level].added.theta.size(), terms);
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
    const double allowed = (tolerance_ > near_round_off ? safety : 1) * tolerance_ /
                           static_cast<double>(request.inputs.size());
    double last = std::numeric_limits<double>::infinity();  // error estimate
    Index m = 0;
    for (size_t level = 0; level < levels_.count() && levels_[level].m <= most_ - made_ + m;
         ++level) {
      bool more = true;
      while (more && m < levels_[level].m) {
        more = extend(++m);
        ++made_;
        if (!std::isfinite(beta_[m - 1]) || !std::isfinite(alpha_[m - 1]))
          return {Status::diverged, "a Lanczos vector is not finite"};
      }
      if (!more) pad(m, levels_[level].m);
      if (!approximate(known, level, m, norm))
        return {Status::krylov_stagnated, "the eigenvalues of T did not converge"};
      if (!more) return accept(known, level, input, m, 0, norm, out);
      if (level > 0) {
        const double error = std::max(compare(request, level), tail(known, level, norm));
        if (error <= allowed && last <= steepest * allowed)
          return accept(known, level, input, m, error, norm, out);
        last = error;
      }
      kept_.swap(now_);
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

  /// T ends with row m - 1, in fact; rows up to `level` that nothing couples to change nothing.
  void pad(Index m, Index level) {
    alpha_.segment(m, level - m).setConstant(alpha_[0]);
    beta_.segment(m - 1, level - m + 1).setZero();
  }

  /// The eigenpairs of the rows of T from `from` on.
  bool decompose(Index from, Projection& p) {
    const Index m = p.theta.size();
    // Eigen's tridiagonal QR compares with absolute numbers: entries of order 1.
    const double unit = largest_ > 0 ? largest_ : 1;
    p.diagonal = alpha_.segment(from, m) / unit;
    p.below = beta_.segment(from, m - 1) / unit;
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
    Projection& p = levels_[level].all;
    Known::Tables& tables = known.tables[level];
    if (!decompose(0, p)) return false;
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

  /// The largest difference of the approximants of this level and of the one before, relative.
  double compare(const HalfSizeRequest& request, size_t level) {
    const Index m = levels_[level].m, before = levels_[level - 1].m;
    double worst = 0;
    for (size_t t = 0; t < terms_.size(); ++t) {
      const auto at = static_cast<Index>(t);
      const int output = request.terms[static_cast<size_t>(terms_[t])].output;
      auto delta = delta_.head(m);
      delta = now_.col(at).head(m);
      delta.head(before) -= kept_.col(at).head(before);
      const double scale = reference(request, output);
      const double length = length_of(request.outputs[static_cast<size_t>(output)], delta);
      if (scale > 0) worst = std::max(worst, length / scale);
    }
    return worst;
  }

  /// The largest error that the approximants of the level before had, relative, as the rows of T
  /// since then see it.
  double tail(Known& known, size_t level, double norm) {
    const HalfSizeRequest& request = known.wanted;
    const Projection& p = levels_[level - 1].all;
    const auto& values = known.tables[level - 1].all.values;
    const Index before = levels_[level - 1].m;
    Projection& rest = levels_[level].added;
    HalfSizeRequest::Table& table = known.tables[level].added;
    if (!decompose(before, rest)) return std::numeric_limits<double>::infinity();
    request.functions(rest.lambda, table);
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
            g += q(0, i) * q(before - 1, i) * (table.values(j, t) - values(i, t)) / distance;
        }
        g *= rest.eigen.eigenvectors()(0, j);
        square += g * g * (position ? std::max(0.0, rest.lambda[j] + shift()) : 1);
      }
      worst = std::max(worst, norm * beta_[before - 1] * std::sqrt(square) / scale);
    }
    return worst;
  }

  double length_of(Part part, const Eigen::Ref<const Vec>& c) {
    if (part == Part::velocity) return c.norm();
    difference_.noalias() = basis_.leftCols(c.size()) * c;
    multiply(*K_, problem_->block_size(), difference_, image_, problem_->work());
    return std::sqrt(std::max(0.0, difference_.dot(image_) + shift() * c.squaredNorm()));
  }

  Outcome accept(const Known& known, size_t level, int input, Index m, double remainder,
                 double norm, std::span<Vec* const> out) {
    const HalfSizeRequest& request = known.wanted;
    const Projection& p = levels_[level].all;
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
  Vec stiff_, heavy_;           // of each input b, b' K b and b' M b
  Eigen::MatrixXd now_, kept_;  // of the last two levels
  Vec modal_, delta_, moves_;
  Eigen::ArrayXd sums_;
  Vec current_, image_, weighted_, difference_;
};

}  // namespace

std::unique_ptr<HalfSizeFunctions> krylov_half_size(std::unique_ptr<KrylovOperator> kind) {
  return std::make_unique<KrylovHalfSize>(std::move(kind));
}

}  // namespace stiffbench::phi
