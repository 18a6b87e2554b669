#include "integrators/phi/first_order/first_order.hpp"

#include "integrators/phi/half_size/half_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiffbench::phi {
namespace {

constexpr Eigen::Index first_dimension = 8;
/// The number of times that a march refines its step near the tolerance, and before its first step.
constexpr int refinements = 3, most_refinements = 12;
constexpr int most_march_steps = 5000;
/// The largest number of vectors of a sweep, per unit of h omega_max and in addition. A sound
/// process takes 1.5 to 10 per unit, depending on its capacity.
constexpr double vectors_per_phase = 12, further_vectors = 2000;
/// A full process grows by at most this factor at once, so that it does not miss the cheapest
/// dimension.
constexpr double growth_of_dimension = 1.3;

double factorial(int k) { return std::tgamma(k + 1); }

}  // namespace

std::string FirstOrderKrylov::why_not_applicable(const ProblemKind& problem,
                                                 const Options& options) const {
  if (options.formulation != Formulation::sqrt) {
    if (options.square_root == Options().square_root) return "";
    return fmt::format("square_root = {} is for formulation = sqrt", name_of(options.square_root));
  }
  if (options.inner_product != InnerProduct::automatic &&
      options.inner_product != InnerProduct::euclidean)
    return fmt::format("formulation = sqrt has the euclidean inner product of (Omega x, v), not {}",
                       name_of(options.inner_product));
  if (problem.dof() <= dense_limit) return "";
  return fmt::format("formulation = sqrt takes at most {} degrees of freedom; this has {}",
                     dense_limit, problem.dof());
}

void FirstOrderKrylov::init(const CountedProblem& problem, double h, const Options& options) {
  problem_ = &problem;
  tolerance_ = options.tolerance;
  requests_.clear();
  space_ = options.formulation == Formulation::sqrt ? root_space() : position_space();
  space_->init(problem, h, options);
  basis_.init(std::min(capacity_, space_->size() + 3 * max_k), length_);
}

int FirstOrderKrylov::add(Request request) {
  std::vector<Sweep> sweeps = make_sweeps(request);
  requests_.push_back({std::move(request), std::move(sweeps)});
  return static_cast<int>(requests_.size()) - 1;
}

Outcome FirstOrderKrylov::linearise(const Mat& K, const Mat& D) { return space_->linearise(K, D); }

Outcome FirstOrderKrylov::evaluate(int index, std::span<const Pair> in, std::span<Pair> out) {
  const RequestData& data = requests_[index];
  estimate_ = space_->perturbation();
  if (!(estimate_ <= tolerance_))
    return {Status::krylov_stagnated,
            fmt::format("{}: that moves J by {:.3g} over h, where {:.3g} is allowed",
                        space_->blemish(), estimate_, tolerance_)};
  norms_.resize(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    norms_[i] = space_->energy_norm(in[i], data.request.inputs[i].position);
    if (!std::isfinite(norms_[i]))
      return {Status::diverged, "a vector for a phi function is not finite"};
  }
  for (std::size_t o = 0; o < out.size(); ++o) {
    out[o].x.setZero(space_->size() / 2);
    if (data.request.outputs[o].velocity) out[o].v.setZero(space_->size() / 2);
  }
  for (const Sweep& sweep : data.sweeps) {
    load(data, sweep, in);
    if (scale_ == 0) continue;
    set_tolerances(sweep);
    if (Outcome outcome = solve(data, sweep, out); !outcome.ok()) return outcome;
  }
  return {};
}

/// Fills the b_k of a sweep, scaled so that the largest solution is about 1.
void FirstOrderKrylov::load(const RequestData& data, const Sweep& sweep, std::span<const Pair> in) {
  const Eigen::Index size = space_->size();
  if (loads_.rows() != size) loads_.resize(size, max_k + 1);
  loads_.leftCols(sweep.top + 1).setZero();
  coordinates_.resize(size);
  weight_.resize(size);
  for (const auto& load : sweep.loads) {
    space_->enter(in[load.input], data.request.inputs[load.input].position, coordinates_);
    loads_.col(load.k) += load.weight * coordinates_;
  }
  sizes_.assign(sweep.top + 1, 0);
  scale_ = 0;
  for (int k = 0; k <= sweep.top; ++k) {
    auto b = loads_.col(k);
    if (b.isZero(0)) continue;
    if (space_->weighted()) space_->weigh(b, weight_);
    const auto norm = space_->weighted() ? space_->norm(b, weight_) : space_->norm(b, b);
    sizes_[k] = std::max(norm.bound, norm.length);
    scale_ = std::max(scale_, sizes_[k] / factorial(k));
  }
  if (scale_ == 0) return;
  loads_.leftCols(sweep.top + 1) /= scale_;
  for (double& size_of_load : sizes_) size_of_load /= scale_;
}

/// Sets the error that phi::Options allows at every stop, relative to scale_ and before growth: an
/// error made at t grows like the solution by which it is measured.
void FirstOrderKrylov::set_tolerances(const Sweep& sweep) {
  tolerances_.clear();
  rates_.clear();
  for (const auto& stop : sweep.stops) {
    double sum = 0;
    for (const auto& load : sweep.loads)
      sum +=
          std::abs(load.weight) * std::pow(stop.c, load.k) / factorial(load.k) * norms_[load.input];
    double size = 0;
    for (std::size_t k = 0; k < sizes_.size(); ++k)
      size += sizes_[k] * std::pow(stop.c, k) / factorial(static_cast<int>(k));
    tolerances_.push_back(tolerance_ *
                          known_norm(sum / scale_, size, space_->size_of_operator(), tolerance_));
    rates_.push_back(tolerances_.back() / stop.c);
  }
  for (std::size_t i = rates_.size() - 1; i > 0; --i)
    rates_[i - 1] = std::min(rates_[i - 1], rates_[i]);
}

Outcome FirstOrderKrylov::solve(const RequestData& data, const Sweep& sweep, std::span<Pair> out) {
  order_ = prepare(sweep);
  const Eigen::Index columns = sweep.stops.size() + 1;
  if (landings_.cols() < columns) landings_.resize(basis_.capacity(), columns);
  u_ = loads_.col(0);
  error_ = round_off_ = 0;
  vectors_ = 0;
  guess_ = std::min(first_dimension, basis_.capacity());
  has_dimension_ = false;
  const double end = sweep.stops.back().c;
  const double most_vectors = vectors_per_phase * end * space_->span() + further_vectors;
  double t = 0;
  for (std::size_t stop = 0; stop < sweep.stops.size();) {
    Reach reach;
    if (Outcome outcome = substep(sweep, t, stop, reach); !outcome.ok()) return outcome;
    if (!(t + reach.s > t)) return stagnation(t, end, "a substep does not meet the tolerance");
    error_ += reach.error;
    round_off_ += reach.round_off;
    for (Eigen::Index column = 1; stop < reach.stop; ++stop, ++column) {
      finish(sweep.stops[stop].c - t, column, solution_);
      for (const auto& member : sweep.stops[stop].members) {
        const int o = member.output;
        space_->leave(solution_, scale_ * member.factor, data.request.outputs[o].velocity, out[o]);
      }
      const double growth = std::exp(sweep.stops[stop].c * space_->growth());
      estimate_ =
          std::max(estimate_, space_->perturbation() +
                                  tolerance_ * (error_ + round_off_ / growth) / tolerances_[stop]);
    }
    finish(reach.s, 0, solution_);
    u_.swap(solution_);
    t += reach.s;
    // stop early where the substeps so far show that the sweep would take too many vectors
    if (stop < sweep.stops.size() && static_cast<double>(vectors_) * end > most_vectors * t)
      return stagnation(t, end, "the substeps are too short");
  }
  return {};
}

Outcome FirstOrderKrylov::stagnation(double t, double end, const char* why) const {
  return {Status::krylov_stagnated,
          fmt::format("{}: {} vectors (h omega_max = {:.3g}) led to {:.3g} of {:.3g} h, with a "
                      "defect of {:.3g} and round-off of {:.3g}; allowed is {:.3g}",
                      why, vectors_, space_->span(), t, end, error_, round_off_ + round_off(0),
                      tolerances_.back())};
}

/// Grows the basis until it reaches the end, or until growth no longer pays.
Outcome FirstOrderKrylov::substep(const Sweep& sweep, double t, std::size_t stop, Reach& reach) {
  beta_ = basis_.start(*space_, begin(t));
  const double span = sweep.stops.back().c - t;
  Eigen::Index m = guess_;
  double cheapest = std::numeric_limits<double>::infinity();
  for (Eigen::Index before = 0;;) {
    if (beta_ > 0)
      if (Outcome outcome = basis_.extend(*space_, basis_loads_, m, *problem_); !outcome.ok())
        return outcome;
    vectors_ += basis_.size() - before;
    reach = march(sweep, t, stop);
    if (beta_ == 0 || reach.stop == sweep.stops.size()) return {};
    const double price = operations() / reach.s;
    if (basis_.invariant() || basis_.size() == basis_.capacity() || has_dimension_ ||
        price > cheapest)
      break;
    cheapest = price;
    guess_ = before = basis_.size();
    m = larger(reach.s, span);
  }
  has_dimension_ = length_ == 0 && reach.s > 0;
  if (!has_dimension_) guess_ = basis_.size();
  // the last substep may be short
  const double left = (span - reach.s) / reach.s;
  if (left < 1)
    guess_ =
        std::clamp(static_cast<Eigen::Index>(std::ceil(left * static_cast<double>(guess_))) + 6,
                   std::min(first_dimension, guess_), guess_);
  return {};
}

/// Returns a dimension that should reach `span` where the present one reaches `reached`: each
/// further vector covers a phase of 1, or more where the vectors so far have covered more.
Eigen::Index FirstOrderKrylov::larger(double reached, double span) const {
  const auto m = static_cast<double>(basis_.size());
  const double per_unit = std::min(space_->span(), m / reached);
  double next = m + std::max(2.0, std::ceil(0.9 * (span - reached) * per_unit));
  if (length_ == 0) next = std::min(next, growth_of_dimension * m + 2);
  return static_cast<Eigen::Index>(std::min(next, static_cast<double>(basis_.capacity())));
}

/// The number of floating-point operations for a basis of the present size.
double FirstOrderKrylov::operations() const {
  const auto m = static_cast<double>(basis_.size()), n = static_cast<double>(space_->size());
  const double against = length_ == 0 ? m / 2 : std::min<double>(length_, m);
  return m * (2 * space_->entries() + (6 + 4 * against) * n);
}

FirstOrderKrylov::Reach FirstOrderKrylov::march(const Sweep& sweep, double t, std::size_t stop) {
  Reach reach{0, 0, 0, stop};
  const Eigen::Index m = basis_.size();
  small_.start(basis_.H(), m, order_, basis_.upper());
  double ds = small_.longest_step();
  double integral = 0;
  int refined = 0;
  for (int steps = 0; reach.stop < sweep.stops.size() && steps < most_march_steps; ++steps) {
    const double landing = sweep.stops[reach.stop].c - t, left = landing - reach.s;
    const bool lands = left <= ds;
    const double step = lands ? left : ds, s = lands ? landing : reach.s + ds;
    small_.advance(step);
    double share = 0;
    if (m > 0)
      share = 0.5 * step * beta_ * (std::abs(small_.now(m - 1)) + std::abs(small_.next(m - 1)));
    const double error = (integral + share) * (m > 0 ? basis_.defect(s) : 0);
    const double noise = round_off(s);
    if (!(error_ + error + (round_off_ + noise) * std::exp(-(t + s) * space_->growth()) <=
          rates_[reach.stop] * (t + s))) {
      if (refined++ >= (reach.s > 0 ? refinements : most_refinements)) break;
      ds = step / 2;
      continue;
    }
    small_.accept();
    integral += share;
    reach.s = s;
    reach.error = error;
    reach.round_off = noise;
    if (lands) {
      const Eigen::Index column = 1 + reach.stop - stop;
      for (Eigen::Index j = 0; j < m; ++j) landings_(j, column) = beta_ * small_.now(j);
      ++reach.stop;
    }
  }
  for (Eigen::Index j = 0; j < m; ++j) landings_(j, 0) = beta_ * small_.now(j);
  return reach;
}

/// The round-off of a substep of length s; the small exponential has been advanced to s.
double FirstOrderKrylov::round_off(double s) const {
  double square = 0;
  for (Eigen::Index j = 0; j < basis_.size(); ++j) {
    const double part = small_.next(j) * basis_.bound(j, s);
    square += part * part;
  }
  return rounding * beta_ * std::sqrt(square) * (1 + s * space_->size_of_operator()) +
         further_round_off(s);
}

void FirstOrderKrylov::finish(double s, Eigen::Index column, Vec& sum) {
  basis_.combine(landings_.col(column).head(basis_.size()), space_->size(), sum);
  complete(s, sum);
}

}  // namespace stiffbench::phi
