#include "integrators/phi/half_size.hpp"
#include "problems/error.hpp"

#include <Eigen/Dense>

#include <optional>
#include <string>

namespace stiffbench::phi {
namespace {

/// With M = L L^T and L^-1 K L^-T = Q diag(lambda) Q^T: f(A) = (L^-T Q) f(lambda) (Q^T L^T).
class DenseHalfSize final : public HalfSizeFunctions {
 public:
  std::unique_ptr<HalfSizeFunctions> copy() const override {
    return std::make_unique<DenseHalfSize>(*this);
  }

  void init(const CountedProblem& problem, double) override {
    const Eigen::Index n = problem.dof();
    if (n > dense_limit)
      throw Error("the dense phi back end takes at most " + std::to_string(dense_limit) +
                      " degrees of freedom",
                  std::to_string(n), "set phi to chebyshev");
    problem_ = &problem;
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
    requests_.push_back({std::move(request), {}, {}, {}, false});
    return static_cast<int>(requests_.size()) - 1;
  }

  void set_tolerance(double) override {}

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
    if (!r.fresh) r.wanted.functions(lambda_, r.table);
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
    return {};
  }

  double error_estimate() const override { return 0; }

 private:
  struct Prepared {
    HalfSizeRequest wanted;
    HalfSizeRequest::Table table;
    Eigen::MatrixXd modal_in, modal_out;
    bool fresh;  // the table belongs to the present eigenvalues
  };

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
