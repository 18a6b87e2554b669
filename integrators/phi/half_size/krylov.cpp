// Lanczos in the inner product of M with an operator B, which is A or a function of A:
//   B V = V T + beta v e_m^T,  f(A) b ~ |b| V F(T) e_1,  F(theta) = f(lambda(theta))
// (rational: van den Eshof, Hochbruck, 10.1137/040605461). krylov_bound.hpp describes the bound on
// the error.

#include "integrators/phi/half_size/krylov.hpp"

#include "integrators/kernels/linear/multiply.hpp"
#include "integrators/phi/half_size/krylov_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stiffbench::phi {
namespace {

using Eigen::Index;

constexpr double epsilon = std::numeric_limits<double>::epsilon();
/// The growth of round-off per unit of phase, as measured with check phi: round-off in a product
/// moves frequencies, the slow ones most.
constexpr double phase_noise = 0.3;

/// A request with memory for its functions at every level and at the samples.
struct RequestData {
  struct Tables {
    HalfSizeRequest::Table all, moved;
  };
  HalfSizeRequest request;
  std::vector<Tables> tables;
  HalfSizeRequest::Table sampled;
};

class KrylovHalfSize final : public HalfSizeFunctions {
 public:
  explicit KrylovHalfSize(Cloned<KrylovOperator> kind) : operator_(std::move(kind)) {}

  BackendFacts facts() const override { return operator_->facts(); }
  void init(const CountedProblem& problem, double tolerance) override;
  int add(HalfSizeRequest request) override;
  void set_tolerance(double tolerance) override { tolerance_ = tolerance; }
  Outcome set_stiffness(const Mat& K) override;
  void limit_vectors(Index most) override { most_ = most; }
  Outcome evaluate(int index, std::span<const Vec* const> in, std::span<Vec* const> out) override;
  double error_estimate() const override { return estimate_; }

 private:
  void measure_inputs(const HalfSizeRequest& request, std::span<const Vec* const> in);
  double size(const HalfSizeRequest& request, Index i) const;
  double noise(const HalfSizeRequest& request, Index i) const;
  double reference(const HalfSizeRequest& request, int output) const;
  double shift() const { return -2 * lowest_; }

  Outcome run(RequestData& data, int input, const Vec& b, std::span<Vec* const> out);
  bool approximate(RequestData& data, std::size_t level, Index m, double norm);
  double bound(RequestData& data, std::size_t level, double norm);
  double add_to_outputs(const RequestData& data, std::size_t level, int input, Index m, double norm,
                        std::span<Vec* const> out);

  const CountedProblem* problem_ = nullptr;
  double tolerance_ = 0, estimate_ = 0, span_ = 0;
  Cloned<KrylovOperator> operator_;
  std::vector<RequestData> requests_;
  const Mat* K_ = nullptr;
  double lowest_ = 0;  // the lowest eigenvalue of A so far, if it is negative
  double omega_ = 0;   // an upper bound of the angular frequencies
  Index most_ = 0, vectors_ = 0;
  LanczosProcess process_;
  Levels levels_;
  KrylovBound bound_;
  std::vector<Index> terms_;     // of the present input
  Vec stiff_, heavy_;            // of each input b, b' K b and b' M b
  Eigen::MatrixXd now_, added_;  // coefficients in the basis, of each term and of each output
  Vec modal_, moves_;
  Eigen::ArrayXd sums_;
  Vec image_, weighted_;
};

void KrylovHalfSize::init(const CountedProblem& problem, double tolerance) {
  problem_ = &problem;
  tolerance_ = tolerance;
  span_ = 0;
  most_ = std::numeric_limits<Index>::max();
  requests_.clear();
  operator_->init(problem);
  const Index limit = operator_->limit();
  process_.init(problem, limit);
  levels_ = Levels(operator_->first_look(), limit);
  for (Vec* coefficients : {&modal_, &moves_}) coefficients->resize(limit);
  for (Eigen::MatrixXd* columns : {&now_, &added_}) columns->resize(limit, 0);
  for (Vec* norms : {&stiff_, &heavy_}) norms->resize(0);
}

int KrylovHalfSize::add(HalfSizeRequest request) {
  for (const auto& term : request.terms) span_ = std::max(span_, term.span);
  const std::size_t terms = request.terms.size();
  const Index inputs = request.inputs.size(), outputs = request.outputs.size();
  terms_.reserve(terms);
  now_.resize(operator_->limit(), std::max<Index>(now_.cols(), terms));
  added_.resize(operator_->limit(), std::max(added_.cols(), outputs));
  bound_.add(request);
  for (Vec* norms : {&stiff_, &heavy_}) norms->resize(std::max(norms->size(), inputs));
  RequestData data{std::move(request), {}, KrylovBound::table(KrylovBound::points, terms)};
  for (std::size_t level = 0; level < levels_.count(); ++level) {
    const Index rows = levels_[level].theta.size();
    data.tables.push_back({KrylovBound::table(rows, terms), KrylovBound::table(rows, terms)});
  }
  requests_.push_back(std::move(data));
  return static_cast<int>(requests_.size()) - 1;
}

Outcome KrylovHalfSize::set_stiffness(const Mat& K) {
  K_ = &K;
  lowest_ = 0;
  if (!K.coeffs().allFinite()) return {Status::diverged, "the stiffness matrix is not finite"};
  sums_.setZero(K.rows());
  for (Index row = 0; row < K.outerSize(); ++row)
    for (Mat::InnerIterator entry(K, row); entry; ++entry) sums_[row] += std::abs(entry.value());
  omega_ = std::sqrt((sums_ / problem_->mass().diagonal().array()).maxCoeff());
  return operator_->set_stiffness(K, span_, omega_);
}

Outcome KrylovHalfSize::evaluate(int index, std::span<const Vec* const> in,
                                 std::span<Vec* const> out) {
  RequestData& data = requests_[index];
  estimate_ = 0;
  vectors_ = 0;
  measure_inputs(data.request, in);
  for (Vec* output : out) output->setZero(K_->rows());
  for (std::size_t i = 0; i < in.size(); ++i)
    if (Outcome outcome = run(data, static_cast<int>(i), *in[i], out); !outcome.ok())
      return outcome;
  return {};
}

void KrylovHalfSize::measure_inputs(const HalfSizeRequest& request,
                                    std::span<const Vec* const> in) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    problem_->mass().times(*in[i], weighted_);
    heavy_[i] = in[i]->dot(weighted_);
    stiff_[i] = 0;
    if (request.inputs[i] == Part::velocity || heavy_[i] == 0) continue;
    multiply(*K_, problem_->block_size(), *in[i], image_, problem_->work());
    stiff_[i] = in[i]->dot(image_);
  }
}

/// The norm of an input, as its part requires.
double KrylovHalfSize::size(const HalfSizeRequest& request, Index i) const {
  if (request.inputs[i] == Part::velocity) return std::sqrt(heavy_[i]);
  return std::sqrt(std::max(0.0, stiff_[i] + shift() * heavy_[i]));
}

/// The largest round-off, relative to the norm of an input.
double KrylovHalfSize::noise(const HalfSizeRequest& request, Index i) const {
  const bool position = request.inputs[i] == Part::position;
  return epsilon * std::sqrt(heavy_[i]) * (1 + phase_noise * span_ * omega_) *
         (position ? omega_ : 1);
}

/// The number relative to which the error of an output is measured.
double KrylovHalfSize::reference(const HalfSizeRequest& request, int output) const {
  double sum = 0, whole = 0, phase = 0;
  for (const auto& term : request.terms) {
    if (term.output != output) continue;
    const bool position = request.inputs[term.input] == Part::position;
    sum += term.bound * std::exp(term.span * std::sqrt(-lowest_)) * size(request, term.input);
    whole += term.bound * (position ? omega_ : 1) * std::sqrt(heavy_[term.input]);
    phase = std::max(phase, term.span * omega_);
  }
  return known_norm(sum, whole, phase, tolerance_);
}

/// Adds the contribution of one input to the outputs. T grows from level to level until the bound
/// on the error is small enough.
Outcome KrylovHalfSize::run(RequestData& data, int input, const Vec& b, std::span<Vec* const> out) {
  const HalfSizeRequest& request = data.request;
  terms_.clear();
  for (std::size_t t = 0; t < request.terms.size(); ++t)
    if (request.terms[t].input == input) terms_.push_back(t);
  const double norm = std::sqrt(heavy_[input]);
  if (!std::isfinite(norm)) return {Status::diverged, "a vector for a function is not finite"};
  if (norm == 0 || terms_.empty()) return {};
  process_.start(b, norm);
  const double allowed = tolerance_ / static_cast<double>(request.inputs.size());
  double error = 1;  // no approximant yet
  Index m = 0;
  for (std::size_t level = 0;
       level < levels_.count() && levels_[level].theta.size() <= most_ - vectors_ + m; ++level) {
    const Index rows = levels_[level].theta.size();
    bool more = true;
    while (more && m < rows) {
      more = process_.extend(*operator_, ++m);
      ++vectors_;
      if (!process_.is_finite(m)) return {Status::diverged, "a Lanczos vector is not finite"};
    }
    if (!more) process_.pad(m, rows);
    if (!approximate(data, level, m, norm))
      return {Status::krylov_stagnated, "the eigenvalues of T did not converge"};
    error = more ? bound(data, level, norm) : 0;
    if (!(error <= allowed)) continue;
    const double floor = add_to_outputs(data, level, input, m, norm, out);
    estimate_ = std::max(estimate_, error + floor);
    if (floor <= 10 * tolerance_) return {};
    return {Status::krylov_stagnated,
            fmt::format("round-off allows no error below {:.3g}: {}", floor, operator_->advice())};
  }
  estimate_ = std::max(estimate_, error);
  return {Status::krylov_stagnated,
          fmt::format("after {} Lanczos vectors the error is still {:.3g}: {}", vectors_, error,
                      operator_->advice())};
}

/// Fills now_ with one column of coefficients in the basis for each term of this input.
bool KrylovHalfSize::approximate(RequestData& data, std::size_t level, Index m, double norm) {
  Projection& p = levels_[level];
  RequestData::Tables& tables = data.tables[level];
  if (!process_.decompose(*operator_, p)) return false;
  lowest_ = std::min(lowest_, p.lambda.minCoeff());
  data.request.functions(p.lambda, tables.all);
  data.request.functions(p.moved, tables.moved);
  const auto& q = p.eigen.vectors();
  auto modal = modal_.head(q.rows());
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    modal = norm * tables.all.values.col(terms_[t]) * q.row(0).transpose().array();
    now_.col(t).head(m).noalias() = q.topRows(m) * modal;
  }
  return true;
}

/// A bound on the relative error of the approximants of this level.
double KrylovHalfSize::bound(RequestData& data, std::size_t level, double norm) {
  const HalfSizeRequest& request = data.request;
  const Index m = levels_[level].theta.size(), outputs = request.outputs.size();
  added_.topLeftCorner(m, outputs).setZero();
  for (std::size_t t = 0; t < terms_.size(); ++t)
    added_.col(request.terms[terms_[t]].output).head(m) += now_.col(t).head(m);
  const auto& squares = bound_.squares(*operator_, process_, levels_[level],
                                       {request, terms_, data.sampled, added_, norm, shift()});
  double worst = 0;
  for (Index o = 0; o < outputs; ++o)
    if (const double scale = reference(request, static_cast<int>(o)); scale > 0)
      worst = std::max(worst, std::sqrt(squares[o]) / scale);
  return worst;
}

/// Adds the approximants of this level to the outputs; returns the relative round-off that they may
/// have.
double KrylovHalfSize::add_to_outputs(const RequestData& data, std::size_t level, int input,
                                      Index m, double norm, std::span<Vec* const> out) {
  const HalfSizeRequest& request = data.request;
  const Projection& p = levels_[level];
  const RequestData::Tables& tables = data.tables[level];
  auto moves = moves_.head(p.theta.size()).array();
  double floor = 0;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    const auto& term = request.terms[terms_[t]];
    out[term.output]->noalias() += process_.vectors(m) * now_.col(t).head(m);
    const double scale = reference(request, term.output);
    if (!(scale > 0)) continue;
    moves = (tables.moved.values.col(terms_[t]) - tables.all.values.col(terms_[t])) *
            p.eigen.vectors().row(0).transpose().array();
    if (request.outputs[term.output] == Part::position) moves *= (p.lambda + shift()).max(0).sqrt();
    floor = std::max(floor,
                     (norm * moves.matrix().norm() + term.bound * noise(request, input)) / scale);
  }
  return floor;
}

}  // namespace

Cloned<HalfSizeFunctions> krylov_half_size(Cloned<KrylovOperator> kind) {
  return KrylovHalfSize(std::move(kind));
}

}  // namespace stiffbench::phi
