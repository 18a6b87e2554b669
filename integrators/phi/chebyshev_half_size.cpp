#include "integrators/kernels/multiply.hpp"
#include "integrators/phi/half_size.hpp"
#include "integrators/phi/spectrum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiffbench::phi {
namespace {

/// The expansion is cut where its coefficients fall below this fraction of the tolerance: positions
/// count omega times as much as velocities.
constexpr double cut = 1e-3;
/// What coefficients can be computed to, relative to the scale of their function.
constexpr double coefficient_noise = 5e-16;
/// A last coefficient above this is no round-off.
constexpr double round_off = 1e-13;
/// In the norm of M no T_k(A) b is longer than b, unless an eigenvalue lies outside the interval.
constexpr double allowed_growth = 2;
constexpr int check_every = 16;
constexpr int most_estimates = 5;

/// Chebyshev coefficients, one column for each term of a request.
struct Expansion {
  Eigen::MatrixXd coefficients;
  std::vector<int> degrees;
  double tail = 0;  // the largest last coefficient, relative to the scale of its function
};

/// The degree at which every function of the request has converged to round-off on an interval of
/// this length: for cos(z sqrt(lambda)) from the decay of Bessel functions of order above Z/2, for
/// exp(-d lambda) from that of modified ones, exp(-k^2/2t) with t = d (high - low) / 2.
int degree_cap(const HalfSizeRequest& request, const Interval& interval) {
  double span = 0, decay = 0;
  for (const auto& term : request.terms) {
    span = std::max(span, term.span);
    decay = std::max(decay, term.decay);
  }
  const double length = interval.high - interval.low, half = span * std::sqrt(length) / 2;
  return static_cast<int>(
      std::ceil(half + 7.5 * std::cbrt(half) + 9 * std::sqrt(decay * length / 2) + 25));
}

/// a_k = 2/N sum_j f(lambda_j) cos(pi k (2j + 1) / 2N) at the N zeros of T_N; a_0 halved.
Expansion expand(const HalfSizeRequest& request, const Interval& interval, double tolerance) {
  const int count = degree_cap(request, interval) + 1;
  const double centre = (interval.high + interval.low) / 2,
               radius = (interval.high - interval.low) / 2;
  std::vector<double> cosine(static_cast<size_t>(4 * count));
  for (int m = 0; m < 4 * count; ++m)
    cosine[static_cast<size_t>(m)] = std::cos(std::numbers::pi * m / (2 * count));
  Eigen::ArrayXd lambda(count);
  for (int j = 0; j < count; ++j)
    lambda[j] = centre + radius * cosine[static_cast<size_t>(2 * j + 1)];
  HalfSizeRequest::Table table;
  request.functions(lambda, table);
  const Eigen::ArrayXXd& values = table.values;

  Expansion expansion{Eigen::MatrixXd(count, values.cols()), {}, 0};
  Vec row(count);
  for (int k = 0; k < count; ++k) {
    for (long j = 0; j < count; ++j)
      row[j] = cosine[static_cast<size_t>(k * (2 * j + 1) % (4 * count))];
    expansion.coefficients.row(k) = (2.0 / count) * (row.transpose() * values.matrix());
  }
  expansion.coefficients.row(0) /= 2;
  for (Eigen::Index t = 0; t < values.cols(); ++t) {
    const double noise = std::max(cut * tolerance, coefficient_noise) * table.scale[t];
    int degree = count - 1;
    while (degree > 0 && std::abs(expansion.coefficients(degree, t)) <= noise) --degree;
    expansion.degrees.push_back(degree);
    if (table.scale[t] > 0)
      expansion.tail =
          std::max(expansion.tail, std::abs(expansion.coefficients(count - 1, t)) / table.scale[t]);
  }
  return expansion;
}

/// Three-term recurrence T_{k+1} b = 2 (A - centre)/radius T_k b - T_{k-1} b for each input; all
/// the functions of an input are summed from the one sequence. No inner products, no basis kept.
class ChebyshevHalfSize final : public HalfSizeFunctions {
 public:
  std::unique_ptr<HalfSizeFunctions> copy() const override {
    return std::make_unique<ChebyshevHalfSize>(*this);
  }

  void init(const CountedProblem& problem, double tolerance) override {
    problem_ = &problem;
    tolerance_ = tolerance;
    requests_.clear();
    known_ = false;
  }

  int add(HalfSizeRequest request) override {
    requests_.push_back({std::move(request), {}, false});
    return static_cast<int>(requests_.size()) - 1;
  }

  Outcome set_stiffness(const Mat& K) override {
    K_ = &K;
    return known_ ? Outcome{} : widen(start_vector());
  }

  Outcome evaluate(int index, std::span<const Vec* const> in, std::span<Vec* const> out) override {
    Prepared& prepared = requests_[static_cast<size_t>(index)];
    for (int attempt = 0; attempt < most_estimates; ++attempt) {
      if (!prepared.fresh) prepared.expansion = expand(prepared.wanted, interval_, tolerance_);
      prepared.fresh = true;
      if (Outcome outcome = converged(prepared.expansion); !outcome.ok()) return outcome;
      for (Vec* output : out) output->setZero(K_->rows());
      bool inside = true;
      for (int i = 0; i < static_cast<int>(in.size()) && inside; ++i)
        inside = recur(prepared, i, *in[static_cast<size_t>(i)], out);
      if (inside) {
        estimate_ = prepared.expansion.tail + cut * tolerance_;
        return {};
      }
      if (Outcome outcome = widen(now_); !outcome.ok()) return outcome;
    }
    return {Status::krylov_stagnated,
            fmt::format("Chebyshev vectors still grow on [{:.6g}, {:.6g}] 1/s^2, the {}th estimate "
                        "of the spectrum of M^-1 K",
                        interval_.low, interval_.high, most_estimates)};
  }

  double error_estimate() const override { return estimate_; }

 private:
  struct Prepared {
    HalfSizeRequest wanted;
    Expansion expansion;
    bool fresh;  // the expansion belongs to the present interval
  };

  /// The same numbers in every run, and no multiple of anything that a problem has.
  Vec start_vector() const {
    Vec start(K_->rows());
    for (Eigen::Index i = 0; i < start.size(); ++i)
      start[i] = 1 + 0.5 * std::sin(static_cast<double>(i * i % 1009) + 0.1);
    return start;
  }

  /// The interval grows to hold what Lanczos finds from `start`, which is rich in eigenvectors
  /// outside the present one.
  Outcome widen(const Vec& start) {
    const Interval found = estimate_spectrum(*problem_, *K_, start);
    if (!std::isfinite(found.low) || !std::isfinite(found.high))
      return {Status::diverged, "the stiffness matrix or a vector for it is not finite"};
    // Vectors that grow although Lanczos finds nothing new: the margin was too small.
    const double length = known_ ? 1.02 * (interval_.high - interval_.low) : 1e-100;
    interval_.low = std::min(interval_.low, found.low);
    interval_.high = std::max({interval_.high, found.high, interval_.low + length});
    known_ = true;
    for (auto& request : requests_) request.fresh = false;
    return {};
  }

  Outcome converged(const Expansion& expansion) const {
    if (expansion.tail <= std::max(tolerance_, round_off)) return {};
    return {
        Status::krylov_stagnated,
        fmt::format("the last of {} Chebyshev coefficients on [{:.6g}, {:.6g}] 1/s^2 is {:.3g}, "
                    "not below the tolerance {:.3g}",
                    expansion.coefficients.rows(), interval_.low, interval_.high, expansion.tail,
                    tolerance_)};
  }

  double mass_norm(const Vec& vector) {
    problem_->mass().times(vector, weighted_);
    return std::sqrt(vector.dot(weighted_));
  }

  /// Adds every function of this input to its output; false when the interval is too small, and
  /// then now_ holds a vector that shows it.
  bool recur(const Prepared& prepared, int input, const Vec& b, std::span<Vec* const> out) {
    active_.clear();
    int degree = 0;
    for (size_t t = 0; t < prepared.wanted.terms.size(); ++t) {
      if (prepared.wanted.terms[t].input != input) continue;
      active_.push_back(t);
      degree = std::max(degree, prepared.expansion.degrees[t]);
    }
    const double limit = allowed_growth * mass_norm(b);
    if (limit == 0) return true;
    const double centre = (interval_.high + interval_.low) / 2,
                 radius = (interval_.high - interval_.low) / 2;
    now_ = b;
    add_to(prepared, 0, out);
    for (int k = 1; k <= degree; ++k) {
      multiply(*K_, problem_->block_size(), now_, image_, problem_->work());
      problem_->mass().solve(image_, next_);
      if (k == 1)
        next_ = (next_ - centre * now_) / radius;
      else
        next_ = (2 / radius) * (next_ - centre * now_) - before_;
      before_.swap(now_);
      now_.swap(next_);
      add_to(prepared, k, out);
      if ((k % check_every == 0 || k == degree) && !(mass_norm(now_) <= limit)) return false;
    }
    return true;
  }

  /// Puts T_k b, which is in now_, into every sum that it belongs to.
  void add_to(const Prepared& prepared, int k, std::span<Vec* const> out) {
    ++problem_->work().krylov_vectors;
    for (const size_t t : active_)
      if (k <= prepared.expansion.degrees[t])
        *out[static_cast<size_t>(prepared.wanted.terms[t].output)] +=
            prepared.expansion.coefficients(k, static_cast<Eigen::Index>(t)) * now_;
  }

  const CountedProblem* problem_ = nullptr;
  double tolerance_ = 0, estimate_ = 0;
  std::vector<Prepared> requests_;
  const Mat* K_ = nullptr;
  Interval interval_;
  bool known_ = false;  // interval_ has been estimated
  std::vector<size_t> active_;
  Vec before_, now_, next_, image_, weighted_;
};

}  // namespace

std::unique_ptr<HalfSizeFunctions> chebyshev_half_size() {
  return std::make_unique<ChebyshevHalfSize>();
}

}  // namespace stiffbench::phi
