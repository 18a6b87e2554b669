#include "base/error.hpp"
#include "integrators/phi/half_size/half_size.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace stiffbench::phi {
namespace {

/// Eigenvalues are known to a few roundings of the largest: the fraction of it that they move by.
constexpr double moved_by = 4 * std::numeric_limits<double>::epsilon();

/// With M = L L^T and L^-1 K L^-T = Q diag(lambda) Q^T: f(A) = (L^-T Q) f(lambda) (Q^T L^T).
class DenseHalfSize final : public HalfSizeFunctions {
 public:
  std::unique_ptr<HalfSizeFunctions> copy() const override {
    return std::make_unique<DenseHalfSize>(*this);
  }

  void init(const CountedProblem& problem, double tolerance) override {
    const Eigen::Index n = problem.dof();
    if (n > dense_limit)
      throw Error("the dense phi back end takes at most " + std::to_string(dense_limit) +
                      " degrees of freedom",
                  std::to_string(n), "set phi to chebyshev");
    problem_ = &problem;
    tolerance_ = tolerance;
    requests_.clear();
    const Mass& mass = problem.mass();
    if (mass.is_diagonal()) {
      root_ = mass.diagonal().cwiseSqrt();
    } else {
      factor_.emplace(Eigen::MatrixXd(mass.matrix()));
      ++problem.work().setup;
    }
    eigen_.emplace(n);
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
    eigen_->compute(scaled_);
    if (eigen_->info() != Eigen::Success)
      return {Status::singular, "the eigendecomposition of M^-1 K did not converge"};
    if (problem_->mass().is_diagonal()) {
      modes_ = root_.cwiseInverse().asDiagonal() * eigen_->eigenvectors();
      inverse_modes_ = eigen_->eigenvectors().transpose() * root_.asDiagonal();
    } else {
      modes_ = factor_->matrixU().solve(eigen_->eigenvectors());
      inverse_modes_ = eigen_->eigenvectors().transpose() * factor_->matrixU();
    }
    lambda_ = eigen_->eigenvalues().array();
    for (auto& request : requests_) request.fresh = false;
    return {};
  }

  Outcome evaluate(int index, std::span<const Vec* const> in, std::span<Vec* const> out) override {
    Prepared& r = requests_[static_cast<size_t>(index)];
    if (!r.fresh) {
      r.wanted.functions(lambda_, r.table);
      r.wanted.functions(lambda_ + moved_by * lambda_.abs().maxCoeff(), r.moved);
    }
    r.fresh = true;
    const Eigen::Index n = lambda_.size();
    r.modal_in.resize(n, static_cast<Eigen::Index>(r.wanted.inputs.size()));
    r.modal_out.setZero(n, static_cast<Eigen::Index>(r.wanted.outputs.size()));
    for (Eigen::Index i = 0; i < r.modal_in.cols(); ++i)
      r.modal_in.col(i).noalias() = inverse_modes_ * *in[static_cast<size_t>(i)];
    for (size_t t = 0; t < r.wanted.terms.size(); ++t)
      r.modal_out.col(r.wanted.terms[t].output).array() +=
          r.table.values.col(static_cast<Eigen::Index>(t)) *
          r.modal_in.col(r.wanted.terms[t].input).array();
    for (Eigen::Index o = 0; o < r.modal_out.cols(); ++o)
      out[static_cast<size_t>(o)]->noalias() = modes_ * r.modal_out.col(o);
    estimate_ = round_off(r);
    if (estimate_ <= 10 * tolerance_) return {};
    return {Status::krylov_stagnated,
            fmt::format("round-off in the eigenvalues allows no error below {:.3g}, and the "
                        "tolerance is {:.3g}: raise it",
                        estimate_, tolerance_)};
  }

  double error_estimate() const override { return estimate_; }

 private:
  struct Prepared {
    HalfSizeRequest wanted;
    HalfSizeRequest::Table table, moved;  // moved: where round-off may have put the eigenvalues
    Eigen::MatrixXd modal_in, modal_out;
    bool fresh;  // the tables belong to the present eigenvalues
  };

  /// What outputs are off by when eigenvalues are, in the measure of requests; the largest.
  double round_off(const Prepared& r) const {
    const double lowest = std::min(0.0, lambda_.minCoeff());
    const auto size = [&](Part part, const auto& modal) {
      return part == Part::velocity
                 ? modal.norm()
                 : std::sqrt(((lambda_ - 2 * lowest) * modal.array().square()).sum());
    };
    double worst = 0;
    for (int o = 0; o < static_cast<int>(r.wanted.outputs.size()); ++o) {
      const Part part = r.wanted.outputs[static_cast<size_t>(o)];
      double error = 0, allowed = 0;
      for (size_t t = 0; t < r.wanted.terms.size(); ++t) {
        const auto& term = r.wanted.terms[t];
        if (term.output != o) continue;
        const auto column = static_cast<Eigen::Index>(t);
        const auto modal = r.modal_in.col(term.input);
        error += size(
            part,
            ((r.moved.values.col(column) - r.table.values.col(column)) * modal.array()).matrix());
        allowed += term.bound * std::exp(term.span * std::sqrt(-lowest)) *
                   size(r.wanted.inputs[static_cast<size_t>(term.input)], modal);
      }
      if (allowed > 0) worst = std::max(worst, error / allowed);
    }
    return worst;
  }

  /// scaled_ = L^-1 K L^-T
  void symmetrize(const Mat& K) {
    if (problem_->mass().is_diagonal()) {
      scaled_.setZero(K.rows(), K.cols());
      for (Eigen::Index row = 0; row < K.outerSize(); ++row)
        for (Mat::InnerIterator entry(K, row); entry; ++entry)
          scaled_(row, entry.col()) = entry.value() / (root_[row] * root_[entry.col()]);
    } else {
      scaled_ = K;
      factor_->matrixL().solveInPlace(scaled_);
      scaled_.transposeInPlace();
      factor_->matrixL().solveInPlace(scaled_);
    }
  }

  const CountedProblem* problem_ = nullptr;
  double tolerance_ = 0, estimate_ = 0;
  std::vector<Prepared> requests_;
  Vec root_;  // diagonal mass: L
  // Eigen's decompositions may not be copied before they have computed: their status is not set.
  std::optional<Eigen::LLT<Eigen::MatrixXd>> factor_;  // consistent mass: L
  std::optional<Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>> eigen_;
  Eigen::MatrixXd scaled_, modes_, inverse_modes_;
  Eigen::ArrayXd lambda_;
};

}  // namespace

std::unique_ptr<HalfSizeFunctions> dense_half_size() { return std::make_unique<DenseHalfSize>(); }

}  // namespace stiffbench::phi
