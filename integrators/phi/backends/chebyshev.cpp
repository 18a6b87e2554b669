// The phi back end "chebyshev", for problems of any size. It needs only products with K, about h
// omega_max / 2 for every vector. It is a Chebyshev expansion on an interval around the spectrum of
// A. All inputs of a request go through one three-term recurrence side by side, so that K is read
// once for all of them, and the terms with T_k and T_{k+1} are added to every output in one pass
// over memory. There are no inner products and no basis.

#include "integrators/phi/half_size/chebyshev_error.hpp"
#include "integrators/phi/half_size/chebyshev_recurrence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench::phi {
namespace {

/// A last coefficient above this is not round-off.
constexpr double round_off = 1e-13;
/// In the norm of M no T_k(A) b is longer than b, unless an eigenvalue lies outside the interval.
constexpr double allowed_growth = 2;
constexpr int check_every = 16;
constexpr int most_estimates = 5;

class ChebyshevHalfSize final : public HalfSizeFunctions {
 public:
  BackendFacts facts() const override { return {.worst_case_round_off = true}; }

  void init(const CountedProblem& problem, double tolerance) override {
    problem_ = &problem;
    recurrence_ = best_recurrence(problem);
    error_.tolerance = tolerance;
    requests_.clear();
    for (Vec* norms : {&error_.mass, &error_.size, &growth_}) norms->resize(0);
    estimated_ = false;
  }

  int add(HalfSizeRequest request) override {
    const Eigen::Index inputs = request.inputs.size();
    for (Vec* norms : {&error_.mass, &error_.size, &growth_})
      norms->conservativeResize(std::max(norms->size(), inputs));
    requests_.push_back({});
    requests_.back().request = std::move(request);
    return static_cast<int>(requests_.size()) - 1;
  }

  void set_tolerance(double tolerance) override { error_.tolerance = tolerance; }

  Outcome set_stiffness(const Mat& K) override {
    K_ = &K;
    recurrence_->set_stiffness(K);
    return estimated_ ? Outcome{} : widen(spectrum_start(K.rows()));
  }

  std::optional<long> products_ahead(int index) override {
    RequestData& data = refresh(index);
    const auto& parts = data.request.inputs;
    error_.mass.setOnes();
    error_.size.setOnes();
    // This is the smallest |x|_M of positions; smoother ones need a few products more.
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (parts[i] == Part::position) error_.mass[i] = 1 / error_.omega();
    return std::ssize(parts) * error_.degree(data.request, data.expansion);
  }

  Outcome evaluate(int index, std::span<const Vec* const> in, std::span<Vec* const> out) override {
    for (int attempt = 0; attempt < most_estimates; ++attempt) {
      RequestData& data = refresh(index);
      if (Outcome outcome = converged(data.expansion); !outcome.ok()) return outcome;
      bool inside = false;
      if (Outcome outcome = recur(index, in, inside); !outcome.ok()) return outcome;
      if (inside) return finish(out);
      if (Outcome outcome = widen(worst_); !outcome.ok()) return outcome;
    }
    return {Status::krylov_stagnated,
            fmt::format("Chebyshev vectors still grow on [{:.6g}, {:.6g}] 1/s^2, the {}th estimate "
                        "of the spectrum of M^-1 K",
                        error_.interval.low, error_.interval.high, most_estimates)};
  }

  double error_estimate() const override { return estimate_.truncation + estimate_.floor; }

 private:
  struct RequestData {
    HalfSizeRequest request;
    Expansion expansion;
    bool fresh = false;  // the expansion belongs to the present interval
  };

  RequestData& refresh(int index) {
    RequestData& data = requests_[index];
    if (!data.fresh) data.expansion = expand(data.request, error_.interval);
    data.fresh = true;
    return data;
  }

  /// Extends the interval by the one that Lanczos finds from `start`, which is rich in eigenvectors
  /// outside the present interval.
  Outcome widen(const Vec& start) {
    const Interval estimate = estimate_spectrum(*problem_, *K_, start);
    if (!std::isfinite(estimate.low) || !std::isfinite(estimate.high))
      return {Status::diverged, "the stiffness matrix or a vector for it is not finite"};
    // If vectors grow although Lanczos finds nothing new, the margin was too small.
    const double length = estimated_ ? 1.02 * (error_.interval.high - error_.interval.low) : 1e-100;
    error_.interval.low = std::min(error_.interval.low, estimate.low);
    error_.interval.high =
        std::max({error_.interval.high, estimate.high, error_.interval.low + length});
    estimated_ = true;
    for (auto& request : requests_) request.fresh = false;
    return {};
  }

  Outcome converged(const Expansion& expansion) const {
    if (expansion.last <= std::max(error_.cut(), round_off)) return {};
    return {
        Status::krylov_stagnated,
        fmt::format("the last of {} Chebyshev coefficients on [{:.6g}, {:.6g}] 1/s^2 is {:.3g}, "
                    "not below the tolerance {:.3g}",
                    expansion.coefficients.rows(), error_.interval.low, error_.interval.high,
                    expansion.last, error_.tolerance)};
  }

  /// Sums all functions of all inputs. `inside` stays false when the interval is too small; worst_
  /// then holds a vector that shows it.
  Outcome recur(int index, std::span<const Vec* const> in, bool& inside) {
    const RequestData& p = requests_[index];
    const HalfSizeRequest& request = p.request;
    const Eigen::Index inputs = in.size();
    recurrence_->start(index, in, std::ssize(request.outputs));
    recurrence_->norms(error_.mass);
    if (!error_.mass.head(inputs).allFinite())
      return {Status::diverged, "a vector for a function is not finite"};
    recurrence_->energies(error_.size);
    for (Eigen::Index i = 0; i < inputs; ++i)
      error_.size[i] =
          request.inputs[i] == Part::position
              ? std::sqrt(std::max(
                    0.0, error_.size[i] + error_.shift() * error_.mass[i] * error_.mass[i]))
              : error_.mass[i];
    const int degree = error_.degree(request, p.expansion);
    estimate_ = error_.estimate(request, p.expansion, degree);
    problem_->work().krylov_vectors += inputs * (degree + 1);
    for (int k = 0; k < degree; k += check_every) {
      recurrence_->advance(p.expansion, error_.interval, k, std::min(check_every, degree - k));
      if (!bounded(inputs)) return {};
    }
    if (degree % 2 == 0) recurrence_->add_last(p.expansion, degree);
    inside = true;
    return {};
  }

  bool bounded(Eigen::Index inputs) {
    recurrence_->norms(growth_);
    for (Eigen::Index i = 0; i < inputs; ++i)
      if (!(growth_[i] <= allowed_growth * error_.mass[i])) {
        recurrence_->vector(i, worst_);
        return false;
      }
    return true;
  }

  Outcome finish(std::span<Vec* const> out) {
    for (std::size_t o = 0; o < out.size(); ++o) recurrence_->sum(o, *out[o]);
    if (estimate_.floor <= 10 * error_.tolerance) return {};
    return {
        Status::krylov_stagnated,
        fmt::format("round-off allows no error below {:.3g}, and the tolerance is {:.3g}: raise it",
                    estimate_.floor, error_.tolerance)};
  }

  const CountedProblem* problem_ = nullptr;
  ChebyshevError error_;
  ChebyshevError::Estimate estimate_;
  std::vector<RequestData> requests_;
  const Mat* K_ = nullptr;
  Cloned<ChebyshevRecurrence> recurrence_;
  bool estimated_ = false;  // error_.interval holds an estimate
  Vec growth_;              // norms of T_k of the inputs, by M
  Vec worst_;
};

const bool enrolled =
    enrol_half_size("chebyshev", []() -> Cloned<HalfSizeFunctions> { return ChebyshevHalfSize(); });

}  // namespace
}  // namespace stiffbench::phi
