// The phi back end "chebyshev": for problems of any size, products with K only, about h omega_max /
// 2 for every vector. It is a Chebyshev expansion on an interval round the spectrum of A. All
// inputs of a request go through one three-term recurrence side by side, so that K is read once for
// them all, and what every output takes from T_k and T_{k+1} is added in one pass over memory. No
// inner products, no basis.
//
// An error delta in f is delta |b| where input and output are of the same part (f(A) commutes with
// the root of A), at most omega_max delta |b| from velocities to positions, and delta |x|_M from
// positions to velocities, whose x' K x may be far below omega_max^2 x' M x.

#include "integrators/phi/half_size/chebyshev_recurrence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench::phi {
namespace {

/// The expansion is cut where what is left out is below this fraction of the tolerance. What is
/// left out is the same function in every step, so that it adds up over a run, and every further
/// degree makes it smaller by a factor that only grows.
constexpr double cut = 0.01;
/// A last coefficient above this is no round-off.
constexpr double round_off = 1e-13;
/// In the norm of M no T_k(A) b is longer than b, unless an eigenvalue lies outside the interval.
constexpr double allowed_growth = 2;
constexpr int check_every = 16;
constexpr double epsilon = 2.2e-16;
/// The part of the roundings that round_offs() counts which is seen in the end: measured with check
/// phi.
constexpr double phase_noise = 0.3;
constexpr int most_estimates = 5;

class ChebyshevHalfSize final : public HalfSizeFunctions {
 public:
  std::unique_ptr<HalfSizeFunctions> copy() const override {
    return std::make_unique<ChebyshevHalfSize>(*this);
  }
  BackendFacts facts() const override { return {.worst_case_round_off = true}; }

  void init(const CountedProblem& problem, double tolerance) override {
    problem_ = &problem;
    const Mass& mass = problem.mass();
    inverse_ =
        mass.is_diagonal() ? Vec(mass.diagonal().cwiseInverse()) : Vec(Vec::Ones(mass.size()));
    tolerance_ = tolerance;
    requests_.clear();
    for (Vec* norms : {&mass_, &size_, &growth_}) norms->resize(0);
    estimated_ = false;
  }

  int add(HalfSizeRequest request) override {
    const Eigen::Index inputs = request.inputs.size();
    for (Vec* norms : {&mass_, &size_, &growth_})
      norms->conservativeResize(std::max(norms->size(), inputs));
    requests_.push_back({});
    requests_.back().request = std::move(request);
    return static_cast<int>(requests_.size()) - 1;
  }

  void set_tolerance(double tolerance) override { tolerance_ = tolerance; }

  Outcome set_stiffness(const Mat& K) override {
    K_ = &K;
    product_.assign(K, problem_->block_size());
    return estimated_ ? Outcome{} : widen(spectrum_start(K.rows()));
  }

  std::optional<long> products_ahead(int index) override {
    Prepared& prepared = refreshed(index);
    const auto& parts = prepared.request.inputs;
    mass_.setOnes();
    size_.setOnes();
    // Positions as smooth as this cost a few products more.
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (parts[i] == Part::position) mass_[i] = 1 / omega();
    return std::ssize(parts) * choose_degree(prepared);
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
    HalfSizeRequest request;
    Expansion expansion;
    bool fresh = false;  // the expansion belongs to the present interval
    ChebyshevVectors vectors;
  };

  Prepared& refreshed(int index) {
    Prepared& prepared = requests_[index];
    if (!prepared.fresh) prepared.expansion = expand(prepared.request, interval_);
    prepared.fresh = true;
    return prepared;
  }

  /// Makes the interval hold what Lanczos finds from `start`, which is rich in eigenvectors outside
  /// the present one.
  Outcome widen(const Vec& start) {
    const Interval estimate = estimate_spectrum(*problem_, *K_, start);
    if (!std::isfinite(estimate.low) || !std::isfinite(estimate.high))
      return {Status::diverged, "the stiffness matrix or a vector for it is not finite"};
    // Vectors that grow although Lanczos finds nothing new: the margin was too small.
    const double length = estimated_ ? 1.02 * (interval_.high - interval_.low) : 1e-100;
    interval_.low = std::min(interval_.low, estimate.low);
    interval_.high = std::max({interval_.high, estimate.high, interval_.low + length});
    estimated_ = true;
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
    const bool from = request.inputs[term.input] == Part::position,
               to = request.outputs[term.output] == Part::position;
    if (from == to) return size_[term.input];
    return to ? std::sqrt(interval_.high + shift()) * size_[term.input] : mass_[term.input];
  }

  /// The number that the error of an output is measured by.
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
    const HalfSizeRequest& request = prepared.request;
    const Expansion& e = prepared.expansion;
    int degree = 0;
    for (std::size_t t = 0; t < request.terms.size(); ++t) {
      const auto& term = request.terms[t];
      const double allowed = cut * tolerance_ * reference(request, term.output),
                   counts = weight(request, term);
      while (degree + 1 < e.tails.rows() && e.tails(degree, t) * counts > allowed) ++degree;
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

  /// Sets truncation_ and floor_: what is left out and what round-off adds, relative to what
  /// outputs are measured by.
  void estimate_errors(const Prepared& prepared, int degree) {
    const HalfSizeRequest& request = prepared.request;
    truncation_ = floor_ = 0;
    for (int o = 0; o < std::ssize(request.outputs); ++o) {
      double left = 0, noise = 0;
      for (std::size_t t = 0; t < request.terms.size(); ++t) {
        const auto& term = request.terms[t];
        if (term.output != o) continue;
        const bool position = request.inputs[term.input] == Part::position;
        left += prepared.expansion.tails(degree, t) * weight(request, term);
        noise +=
            prepared.expansion.noise[t] * weight(request, term) +
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
    const HalfSizeRequest& request = p.request;
    ChebyshevVectors& v = p.vectors;
    const Eigen::Index n = K_->rows(), inputs = in.size();
    v.now.resize(n, inputs);
    v.next.setZero(n, inputs);
    v.sums.setZero(n, request.outputs.size());
    for (Eigen::Index i = 0; i < inputs; ++i) v.now.col(i) = *in[i];
    norms(v.now, mass_);
    if (!mass_.head(inputs).allFinite())
      return {Status::diverged, "a vector for a function is not finite"};
    product_.times(v.now, v.force, problem_->work());
    size_.head(inputs) = mass_.head(inputs);
    for (Eigen::Index i = 0; i < inputs; ++i)
      if (request.inputs[i] == Part::position)
        size_[i] = std::sqrt(
            std::max(0.0, v.now.col(i).dot(v.force.col(i)) + shift() * mass_[i] * mass_[i]));
    const int degree = choose_degree(p);
    estimate_errors(p, degree);
    problem_->work().krylov_vectors += inputs * (degree + 1);
    for (int k = 0; k < degree; ++k) {  // now = T_k b, next = T_{k-1} b, then T_{k+1} b
      if (k > 0) product_.times(v.now, v.force, problem_->work());
      if (!problem_->mass().is_diagonal()) solve_masses(v.force);
      advance_chebyshev(v, p.expansion, k, interval_, inverse_);
      v.now.swap(v.next);
      if (((k + 1) % check_every == 0 || k + 1 == degree) && !bounded(v.now)) return {};
    }
    if (degree % 2 == 0) add_last_chebyshev(v, p.expansion, degree);
    inside = true;
    return {};
  }

  /// Every vector <- M^-1 times it.
  void solve_masses(Vectors& vectors) {
    for (Eigen::Index i = 0; i < vectors.cols(); ++i) {
      column_ = vectors.col(i);
      problem_->mass().solve(column_, solved_);
      vectors.col(i) = solved_;
    }
  }

  /// Norms of all vectors, by M.
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
    for (std::size_t o = 0; o < out.size(); ++o) *out[o] = p.vectors.sums.col(o);
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
  bool estimated_ = false;  // interval_ holds an estimate
  Vec inverse_;             // of the masses; 1 where they are consistent
  // Norms of the inputs, by M and in their part, and of T_k of them, by M; as long as the longest
  // request, so that none allocates.
  Vec mass_, size_, growth_;
  Vec worst_, column_, solved_;
};

const bool enrolled = enrol_half_size("chebyshev", []() -> std::unique_ptr<HalfSizeFunctions> {
  return std::make_unique<ChebyshevHalfSize>();
});

}  // namespace
}  // namespace stiffbench::phi
