// Chebyshev expansion on an interval round the spectrum of A. All inputs of a request go through
// one three-term recurrence side by side, so that K is read once for them all, and what every
// output takes from T_k and T_{k+1} is added in one pass over memory. No inner products, no basis.
//
// An error delta in f is delta |b| where input and output are of the same part (f(A) commutes with
// the root of A), at most omega_max delta |b| from velocities to positions, and delta |x|_M from
// positions to velocities, whose x' K x may be far below omega_max^2 x' M x.

#include "integrators/kernels/symmetric_product.hpp"
#include "integrators/phi/half_size/half_size.hpp"
#include "integrators/phi/spectrum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiffbench::phi {
namespace {

/// The expansion is cut where what is left out is below this fraction of the tolerance. What is
/// left out is the same function in every step, so that it adds up over a run, and every further
/// degree makes it smaller by a factor that only grows.
constexpr double cut = 0.01;
/// What coefficients can be computed to, relative to the scale of their function.
constexpr double coefficient_noise = 5e-16;
/// A last coefficient above this is no round-off.
constexpr double round_off = 1e-13;
/// In the norm of M no T_k(A) b is longer than b, unless an eigenvalue lies outside the interval.
constexpr double allowed_growth = 2;
constexpr int check_every = 16;
constexpr double epsilon = 2.2e-16;
/// Of the roundings that phases() counts, what is seen in the end: measured with check phi.
constexpr double phase_noise = 0.3;
constexpr int most_estimates = 5;

/// Chebyshev coefficients, one column for each term of a request.
struct Expansion {
  Eigen::MatrixXd coefficients;
  /// Row k: what T_k of each input gives to each output, the outputs of one input together.
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> shares;
  Eigen::MatrixXd tails;  // tails(k, t): the sum of |coefficients| of degrees above k
  Eigen::ArrayXd noise;   // of each function: what its coefficients are known to
  double last = 0;        // the largest last coefficient, relative to the scale of its function
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
Expansion expand(const HalfSizeRequest& request, const Interval& interval) {
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

  Expansion e;
  e.coefficients.resize(count, values.cols());
  Vec row(count);
  for (int k = 0; k < count; ++k) {
    for (long j = 0; j < count; ++j)
      row[j] = cosine[static_cast<size_t>(k * (2 * j + 1) % (4 * count))];
    e.coefficients.row(k) = (2.0 / count) * (row.transpose() * values.matrix());
  }
  e.coefficients.row(0) /= 2;
  e.noise = coefficient_noise * table.scale;
  const auto outputs = static_cast<Eigen::Index>(request.outputs.size());
  e.shares.setZero(count, static_cast<Eigen::Index>(request.inputs.size()) * outputs);
  for (size_t t = 0; t < request.terms.size(); ++t)
    e.shares.col(request.terms[t].input * outputs + request.terms[t].output) +=
        e.coefficients.col(static_cast<Eigen::Index>(t));
  e.tails.setZero(count, values.cols());
  for (Eigen::Index t = 0; t < values.cols(); ++t) {
    const double last = std::abs(e.coefficients(count - 1, t));
    if (table.scale[t] > 0) e.last = std::max(e.last, last / table.scale[t]);
    for (int k = count - 2; k >= 0; --k) {
      const double next = std::abs(e.coefficients(k + 1, t));
      e.tails(k, t) = e.tails(k + 1, t) + (next > e.noise[t] ? next : 0);
    }
  }
  return e;
}

class ChebyshevHalfSize final : public HalfSizeFunctions {
 public:
  std::unique_ptr<HalfSizeFunctions> copy() const override {
    return std::make_unique<ChebyshevHalfSize>(*this);
  }

  void init(const CountedProblem& problem, double tolerance) override {
    problem_ = &problem;
    const Mass& mass = problem.mass();
    inverse_ =
        mass.is_diagonal() ? Vec(mass.diagonal().cwiseInverse()) : Vec(Vec::Ones(mass.size()));
    tolerance_ = tolerance;
    requests_.clear();
    for (Vec* norms : {&mass_, &size_, &growth_}) norms->resize(0);
    known_ = false;
  }

  int add(HalfSizeRequest request) override {
    const auto inputs = static_cast<Eigen::Index>(request.inputs.size());
    for (Vec* norms : {&mass_, &size_, &growth_})
      norms->conservativeResize(std::max(norms->size(), inputs));
    requests_.push_back({});
    requests_.back().wanted = std::move(request);
    return static_cast<int>(requests_.size()) - 1;
  }

  void set_tolerance(double tolerance) override { tolerance_ = tolerance; }

  Outcome set_stiffness(const Mat& K) override {
    K_ = &K;
    product_.assign(K, problem_->block_size());
    return known_ ? Outcome{} : widen(start_vector());
  }

  std::optional<long> products_ahead(int index) override {
    Prepared& prepared = refreshed(index);
    const auto inputs = static_cast<Eigen::Index>(prepared.wanted.inputs.size());
    mass_.setOnes();
    size_.setOnes();
    // Positions as smooth as this cost a few products more.
    for (Eigen::Index i = 0; i < inputs; ++i)
      if (prepared.wanted.inputs[static_cast<size_t>(i)] == Part::position) mass_[i] = 1 / omega();
    return inputs * choose_degree(prepared);
  }

  Outcome evaluate(int index, std::span<const Vec* const> in, std::span<Vec* const> out) override {
    for (int attempt = 0; attempt < most_estimates; ++attempt) {
      Prepared& prepared = refreshed(index);
      if (Outcome outcome = converged(prepared.expansion); !outcome.ok()) return outcome;
      bool inside = false;
      if (Outcome outcome = recur(prepared, in, inside); !outcome.ok()) return outcome;
      if (inside) return finish(prepared, out);
      if (Outcome outcome = widen(worst_); !outcome.ok()) return outcome;
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
    bool fresh = false;  // the expansion belongs to the present interval
    Vectors now, next, force, sums;
  };

  Prepared& refreshed(int index) {
    Prepared& prepared = requests_[static_cast<size_t>(index)];
    if (!prepared.fresh) prepared.expansion = expand(prepared.wanted, interval_);
    prepared.fresh = true;
    return prepared;
  }

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
    if (expansion.last <= std::max(cut * tolerance_, round_off)) return {};
    return {
        Status::krylov_stagnated,
        fmt::format("the last of {} Chebyshev coefficients on [{:.6g}, {:.6g}] 1/s^2 is {:.3g}, "
                    "not below the tolerance {:.3g}",
                    expansion.coefficients.rows(), interval_.low, interval_.high, expansion.last,
                    tolerance_)};
  }

  double omega() const { return std::sqrt(std::max(interval_.high, -interval_.low)); }
  double shift() const { return -2 * std::min(0.0, interval_.low); }

  /// How much an error in the function of this term counts in its output, for inputs whose norms
  /// are in mass_ (by M) and size_ (in their part).
  double weight(const HalfSizeRequest& request, const HalfSizeRequest::Term& term) const {
    const bool from = request.inputs[static_cast<size_t>(term.input)] == Part::position,
               to = request.outputs[static_cast<size_t>(term.output)] == Part::position;
    if (from == to) return size_[term.input];
    return to ? std::sqrt(interval_.high + shift()) * size_[term.input] : mass_[term.input];
  }

  /// What the error of an output is measured by.
  double reference(const HalfSizeRequest& request, int output) const {
    double sum = 0;
    for (const auto& term : request.terms)
      if (term.output == output)
        sum += term.bound * std::exp(term.span * std::sqrt(shift() / 2)) * size_[term.input];
    return sum;
  }

  /// The smallest degree, one for all inputs, at which what is left out of every output is below
  /// the cut.
  int choose_degree(const Prepared& prepared) const {
    const HalfSizeRequest& request = prepared.wanted;
    const Expansion& e = prepared.expansion;
    int degree = 0;
    for (size_t t = 0; t < request.terms.size(); ++t) {
      const auto& term = request.terms[t];
      const double allowed = cut * tolerance_ * reference(request, term.output),
                   counts = weight(request, term);
      const auto column = static_cast<Eigen::Index>(t);
      while (degree + 1 < e.tails.rows() && e.tails(degree, column) * counts > allowed) ++degree;
    }
    return degree;
  }

  /// Round-off in a product moves an eigenvalue omega^2 by a rounding of the highest one, and so
  /// the phase h omega by h omega_max^2 / (2 omega) roundings, (h omega_max)^2 / 2 at most. Of
  /// positions, which count omega times, that is h omega_max^2 / 2 in all modes.
  double round_offs(bool position, double h_omega) const {
    if (position) return (1 + phase_noise * h_omega) * omega();
    return 1 + phase_noise * std::max(h_omega, h_omega * h_omega / 2);
  }

  /// What is left out and what round-off adds, relative to what outputs are measured by.
  void estimate(const Prepared& prepared, int degree) {
    const HalfSizeRequest& request = prepared.wanted;
    truncation_ = floor_ = 0;
    for (int o = 0; o < static_cast<int>(request.outputs.size()); ++o) {
      double left = 0, noise = 0;
      for (size_t t = 0; t < request.terms.size(); ++t) {
        const auto& term = request.terms[t];
        if (term.output != o) continue;
        const auto column = static_cast<Eigen::Index>(t);
        const bool position = request.inputs[static_cast<size_t>(term.input)] == Part::position;
        left += prepared.expansion.tails(degree, column) * weight(request, term);
        noise +=
            prepared.expansion.noise[column] * weight(request, term) +
            epsilon * term.bound * round_offs(position, term.span * omega()) * mass_[term.input];
      }
      const double scale = reference(request, o);
      if (!(scale > 0)) continue;
      truncation_ = std::max(truncation_, left / scale);
      floor_ = std::max(floor_, noise / scale);
    }
  }

  /// Sums all functions of all inputs; not `inside` when the interval is too small, and then worst_
  /// holds a vector that shows it.
  Outcome recur(Prepared& p, std::span<const Vec* const> in, bool& inside) {
    const HalfSizeRequest& request = p.wanted;
    const Eigen::Index n = K_->rows(), inputs = static_cast<Eigen::Index>(in.size());
    p.now.resize(n, inputs);
    p.next.setZero(n, inputs);
    p.sums.setZero(n, static_cast<Eigen::Index>(request.outputs.size()));
    for (Eigen::Index i = 0; i < inputs; ++i) p.now.col(i) = *in[static_cast<size_t>(i)];
    norms(p.now, mass_);
    if (!mass_.head(inputs).allFinite())
      return {Status::diverged, "a vector for a function is not finite"};
    product_.times(p.now, p.force, problem_->work());
    size_.head(inputs) = mass_.head(inputs);
    for (Eigen::Index i = 0; i < inputs; ++i)
      if (request.inputs[static_cast<size_t>(i)] == Part::position)
        size_[i] = std::sqrt(
            std::max(0.0, p.now.col(i).dot(p.force.col(i)) + shift() * mass_[i] * mass_[i]));
    const int degree = choose_degree(p);
    estimate(p, degree);
    problem_->work().krylov_vectors += inputs * (degree + 1);
    for (int k = 0; k < degree; ++k) {  // now = T_k b, next = T_{k-1} b, then T_{k+1} b
      if (k > 0) product_.times(p.now, p.force, problem_->work());
      advance(p, k);
      p.now.swap(p.next);
      if (((k + 1) % check_every == 0 || k + 1 == degree) && !bounded(p.now)) return {};
    }
    if (degree % 2 == 0) p.sums.noalias() += p.now.lazyProduct(shares(p, degree));
    inside = true;
    return {};
  }

  using Shares =
      Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
  static Shares shares(const Prepared& p, int k) {
    const auto outputs = static_cast<Eigen::Index>(p.wanted.outputs.size());
    return {p.expansion.shares.row(k).data(), p.now.cols(), outputs};
  }

  void advance(Prepared& p, int k) {
    if (!problem_->mass().is_diagonal())
      for (Eigen::Index i = 0; i < p.now.cols(); ++i) {
        column_ = p.force.col(i);
        problem_->mass().solve(column_, solved_);
        p.force.col(i) = solved_;
      }
    switch (p.now.cols()) {
      case 1:
        return advance_inputs<1>(p, k);
      case 2:
        return advance_inputs<2>(p, k);
      default:
        return advance_inputs<Eigen::Dynamic>(p, k);
    }
  }

  template <int inputs>
  void advance_inputs(Prepared& p, int k) {
    switch (p.sums.cols()) {
      case 1:
        return advance<inputs, 1>(p, k);
      case 2:
        return advance<inputs, 2>(p, k);
      case 3:
        return advance<inputs, 3>(p, k);
      case 4:
        return advance<inputs, 4>(p, k);
      default:
        return advance<inputs, Eigen::Dynamic>(p, k);
    }
  }

  /// The recurrence, and for even k the sums: both T_k and T_{k+1} are at hand then.
  template <int known_inputs, int known_outputs>
  void advance(Prepared& p, int k) {
    const Eigen::Index inputs = known_inputs == Eigen::Dynamic ? p.now.cols() : known_inputs,
                       outputs = known_outputs == Eigen::Dynamic ? p.sums.cols() : known_outputs,
                       n = p.now.rows();
    const bool summing = k % 2 == 0;
    const double centre = (interval_.high + interval_.low) / 2,
                 factor = (k == 0 ? 2 : 4) / (interval_.high - interval_.low), old = k == 0 ? 0 : 1;
    const double *own = p.expansion.shares.row(k).data(),
                 *other = p.expansion.shares.row(k + 1).data();
    const double *now = p.now.data(), *force = p.force.data();
    double* __restrict next = p.next.data(), * __restrict sums = p.sums.data();
    for (Eigen::Index row = 0; row < n; ++row) {
      for (Eigen::Index i = 0; i < inputs; ++i)
        next[i] = factor * (inverse_[row] * force[i] - centre * now[i]) - old * next[i];
      if (summing)
        for (Eigen::Index o = 0; o < outputs; ++o) {
          double sum = sums[o];
          for (Eigen::Index i = 0; i < inputs; ++i)
            sum += own[i * outputs + o] * now[i] + other[i * outputs + o] * next[i];
          sums[o] = sum;
        }
      now += inputs;
      force += inputs;
      next += inputs;
      sums += outputs;
    }
  }

  /// In the norm of M, one number for each vector.
  void norms(const Vectors& vectors, Vec& result) {
    for (Eigen::Index i = 0; i < vectors.cols(); ++i) {
      column_ = vectors.col(i);
      problem_->mass().times(column_, solved_);
      result[i] = std::sqrt(column_.dot(solved_));
    }
  }

  bool bounded(const Vectors& vectors) {
    norms(vectors, growth_);
    for (Eigen::Index i = 0; i < vectors.cols(); ++i)
      if (!(growth_[i] <= allowed_growth * mass_[i])) {
        worst_ = vectors.col(i);
        return false;
      }
    return true;
  }

  Outcome finish(const Prepared& p, std::span<Vec* const> out) {
    for (size_t o = 0; o < out.size(); ++o) *out[o] = p.sums.col(static_cast<Eigen::Index>(o));
    estimate_ = truncation_ + floor_;
    if (floor_ <= 10 * tolerance_) return {};
    return {
        Status::krylov_stagnated,
        fmt::format("round-off allows no error below {:.3g}, and the tolerance is {:.3g}: raise it",
                    floor_, tolerance_)};
  }

  const CountedProblem* problem_ = nullptr;
  double tolerance_ = 0, estimate_ = 0;
  double truncation_ = 0, floor_ = 0;  // of the last evaluation
  std::vector<Prepared> requests_;
  const Mat* K_ = nullptr;
  SymmetricProduct product_;
  Interval interval_;
  bool known_ = false;  // interval_ has been estimated
  Vec inverse_;         // of the masses; 1 where they are consistent
  // Norms of the inputs, by M and in their part, and of T_k of them, by M; as long as the longest
  // request, so that none allocates.
  Vec mass_, size_, growth_;
  Vec worst_, column_, solved_;
};

}  // namespace

std::unique_ptr<HalfSizeFunctions> chebyshev_half_size() {
  return std::make_unique<ChebyshevHalfSize>();
}

}  // namespace stiffbench::phi
