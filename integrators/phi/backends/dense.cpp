// The phi back end "dense": an eigendecomposition of M^-1 K in every step where the problem is
// undamped or has Rayleigh damping, otherwise an exponential of the whole Jacobian.

#include "base/dense.hpp"

#include "integrators/phi/first_order/damped_dense.hpp"
#include "integrators/phi/half_size/half_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace stiffbench::phi {
namespace {

/// The distance by which round-off moves eigenvalues, as a fraction of the largest: a few
/// roundings.
constexpr double moved_by = 4 * std::numeric_limits<double>::epsilon();

/// With M = L L^T and L^-1 K L^-T = Q diag(lambda) Q^T: f(A) = (L^-T Q) f(lambda) (Q^T L^T).
class DenseHalfSize final : public HalfSizeFunctions {
 public:
  BackendFacts facts() const override { return {.full_matrices = true}; }
  std::string allocates(const ProblemKind&) const override {
    return "every step decomposes a full matrix, in which Eigen asks for room of its own";
  }
  std::string why_not_applicable(const ProblemKind& problem) const override {
    if (problem.dof() <= dense_limit) return "";
    return fmt::format(
        "an eigendecomposition of M^-1 K takes at most {} degrees of freedom; this has {}",
        dense_limit, problem.dof());
  }

  void init(const CountedProblem& problem, double tolerance) override {
    problem_ = &problem;
    tolerance_ = tolerance;
    requests_.clear();
    const Mass& mass = problem.mass();
    if (mass.is_diagonal()) {
      root_ = mass.diagonal().cwiseSqrt();
    } else {
      factor_.emplace(mass.matrix());
      ++problem.work().one_time_setups;
    }
    eigen_.emplace(problem.dof());
  }

  int add(HalfSizeRequest request) override {
    requests_.push_back({std::move(request), {}, {}, {}, {}, false});
    return static_cast<int>(requests_.size()) - 1;
  }

  void set_tolerance(double tolerance) override { tolerance_ = tolerance; }

  Outcome set_stiffness(const Mat& K) override {
    symmetrize(K);
    ++problem_->work().factorize;
    if (!scaled_.allFinite()) return {Status::diverged, "the stiffness matrix is not finite"};
    if (!eigen_->decompose(scaled_))
      return {Status::singular, "the eigendecomposition of M^-1 K did not converge"};
    if (problem_->mass().is_diagonal()) {
      modes_ = root_.cwiseInverse().asDiagonal() * eigen_->vectors();
      inverse_modes_ = eigen_->vectors().transpose() * root_.asDiagonal();
    } else {
      modes_ = eigen_->vectors();
      factor_->solve_upper(modes_);
      inverse_modes_ = factor_->transpose_times_upper(eigen_->vectors());
    }
    lambda_ = eigen_->values().array();
    for (auto& request : requests_) request.fresh = false;
    return {};
  }

  Outcome evaluate(int index, std::span<const Vec* const> in, std::span<Vec* const> out) override {
    RequestData& r = requests_[index];
    const auto& [inputs, outputs, terms, functions] = r.request;
    if (!r.fresh) {
      functions(lambda_, r.table);
      functions(lambda_ + moved_by * lambda_.abs().maxCoeff(), r.moved);
    }
    r.fresh = true;
    const Eigen::Index n = lambda_.size();
    r.modal_in.resize(n, inputs.size());
    r.modal_out.setZero(n, outputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i)
      r.modal_in.col(i).noalias() = inverse_modes_ * *in[i];
    for (std::size_t t = 0; t < terms.size(); ++t)
      r.modal_out.col(terms[t].output).array() +=
          r.table.values.col(t) * r.modal_in.col(terms[t].input).array();
    for (std::size_t o = 0; o < outputs.size(); ++o)
      out[o]->noalias() = modes_ * r.modal_out.col(o);
    estimate_ = round_off(r);
    if (estimate_ <= 10 * tolerance_) return {};
    return {Status::krylov_stagnated,
            fmt::format("round-off in the eigenvalues allows no error below {:.3g}, and the "
                        "tolerance is {:.3g}: raise it",
                        estimate_, tolerance_)};
  }

  double error_estimate() const override { return estimate_; }

 private:
  struct RequestData {
    HalfSizeRequest request;
    HalfSizeRequest::Table table, moved;  // moved: with eigenvalues moved by round-off
    Eigen::MatrixXd modal_in, modal_out;
    bool fresh;  // the tables belong to the present eigenvalues
  };

  /// The largest error of an output due to errors of the eigenvalues, in the measure of requests.
  double round_off(const RequestData& r) const {
    const double lowest = std::min(0.0, lambda_.minCoeff()),
                 omega = std::sqrt(lambda_.abs().maxCoeff());
    const auto size = [&](Part part, const auto& modal) {
      return part == Part::velocity
                 ? modal.norm()
                 : std::sqrt(((lambda_ - 2 * lowest) * modal.array().square()).sum());
    };
    double worst = 0;
    const auto& [inputs, outputs, terms, functions] = r.request;
    for (int o = 0; o < std::ssize(outputs); ++o) {
      double error = 0, norm = 0, whole = 0, phase = 0;
      for (std::size_t t = 0; t < terms.size(); ++t) {
        const auto& term = terms[t];
        if (term.output != o) continue;
        const auto modal = r.modal_in.col(term.input);
        error += size(outputs[o],
                      ((r.moved.values.col(t) - r.table.values.col(t)) * modal.array()).matrix());
        const Part part = inputs[term.input];
        norm += term.bound * std::exp(term.span * std::sqrt(-lowest)) * size(part, modal);
        whole += term.bound * (part == Part::position ? omega : 1) * modal.norm();
        phase = std::max(phase, term.span * omega);
      }
      const double allowed = known_norm(norm, whole, phase, tolerance_);
      if (allowed > 0) worst = std::max(worst, error / allowed);
    }
    return worst;
  }

  /// Computes scaled_ = L^-1 K L^-T.
  void symmetrize(const Mat& K) {
    if (problem_->mass().is_diagonal()) {
      scaled_.setZero(K.rows(), K.cols());
      for (Eigen::Index row = 0; row < K.outerSize(); ++row)
        for (Mat::InnerIterator entry(K, row); entry; ++entry)
          scaled_(row, entry.col()) = entry.value() / (root_[row] * root_[entry.col()]);
    } else {
      scaled_ = K;
      factor_->make_congruent(scaled_);
    }
  }

  const CountedProblem* problem_ = nullptr;
  double tolerance_ = 0, estimate_ = 0;
  std::vector<RequestData> requests_;
  Vec root_;                               // diagonal mass: L
  std::optional<dense::Cholesky> factor_;  // consistent mass: L
  std::optional<dense::SymmetricEigen> eigen_;
  Eigen::MatrixXd scaled_, modes_, inverse_modes_;
  Eigen::ArrayXd lambda_;
};

const bool enrolled = enrol_half_size(
    "dense", []() -> Cloned<HalfSizeFunctions> { return DenseHalfSize(); },
    [](const ProblemKind&) { return GeneralDamping{damped_dense()}; });

}  // namespace
}  // namespace stiffbench::phi
