#include "integrators/phi/first_order/damped_dense.hpp"

#include "base/dense.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench::phi {
namespace {

/// The largest number of degrees of freedom of a damped problem: every step multiplies matrices of
/// twice this size some dozens of times.
constexpr Eigen::Index damped_limit = 500;

int highest(const Request& request) {
  int top = 1;
  for (const auto& output : request.outputs)
    for (const auto& term : output.terms) top = std::max(top, term.k);
  return top;
}

std::vector<double> fractions(const Request& request) {
  std::vector<double> all;
  for (const auto& output : request.outputs)
    for (const auto& term : output.terms) all.push_back(term.c);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

class DampedDense final : public Backend {
 public:
  BackendFacts facts() const override { return {.full_matrices = true}; }
  std::string allocates(const ProblemKind&) const override {
    return "every evaluation makes exponentials of full matrices, in which Eigen asks for room of "
           "its own";
  }
  std::string why_not_applicable(const ProblemKind& problem,
                                 const Options& options) const override {
    if (std::string unused = unused_first_order_option(options); !unused.empty()) return unused;
    if (problem.dof() <= damped_limit) return "";
    return fmt::format(
        "dense phi functions of a damped problem without Rayleigh damping take at most {} degrees "
        "of freedom; this has {}",
        damped_limit, problem.dof());
  }
  void init(const CountedProblem& problem, double h, const Options&) override {
    problem_ = &problem;
    h_ = h;
    requests_.clear();
  }
  int add(Request request) override {
    requests_.push_back(std::move(request));
    return static_cast<int>(requests_.size()) - 1;
  }
  void set_tolerance(double) override {}
  Outcome linearise(const Mat& K, const Mat& D) override;
  Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out) override;
  double error_estimate() const override { return 0; }

 private:
  void append_scaled(const Pair& b, bool position);
  void compute_exponential(const Request& request, double c);

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  std::vector<Request> requests_;
  double sigma_ = 1;           // the factor of x
  Eigen::MatrixXd jacobian_;   // of (sigma x, v)
  Eigen::MatrixXd inputs_;     // columns (sigma x, v), of norm 1
  std::vector<double> norms_;  // their norms before the division
  Eigen::MatrixXd augmented_, exponential_;
};

Outcome DampedDense::linearise(const Mat& K, const Mat& D) {
  const Eigen::Index n = K.rows();
  const Mass& mass = problem_->mass();
  Eigen::MatrixXd lower(n, 2 * n);
  lower << Eigen::MatrixXd(K), Eigen::MatrixXd(D);
  Vec column(n), solved(n);
  for (Eigen::Index j = 0; j < 2 * n; ++j) {
    column = lower.col(j);
    mass.solve(column, solved);
    lower.col(j) = -solved;
  }
  if (!lower.allFinite()) return {Status::diverged, "the Jacobian is not finite"};
  // Positions are in units of 1/omega. The norm of J is then about omega instead of omega^2, which
  // saves half of the squarings, each of which doubles the round-off.
  const double stiffness = lower.leftCols(n).cwiseAbs().colwise().sum().maxCoeff();
  sigma_ = stiffness > 0 ? std::sqrt(stiffness) : 1;
  jacobian_.setZero(2 * n, 2 * n);
  jacobian_.topRightCorner(n, n).diagonal().setConstant(sigma_);
  jacobian_.bottomLeftCorner(n, n) = lower.leftCols(n) / sigma_;
  jacobian_.bottomRightCorner(n, n) = lower.rightCols(n);
  return {};
}

/// Appends (sigma x, v) / norm to the inputs, so that a large b does not add squarings.
void DampedDense::append_scaled(const Pair& b, bool position) {
  const Eigen::Index n = b.v.size(), at = norms_.size();
  if (position)
    inputs_.col(at).head(n) = sigma_ * b.x;
  else
    inputs_.col(at).head(n).setZero();
  inputs_.col(at).tail(n) = b.v;
  const double norm = inputs_.col(at).lpNorm<1>();
  norms_.push_back(norm > 0 ? norm : 1);
  inputs_.col(at) /= norms_.back();
}

void DampedDense::compute_exponential(const Request& request, double c) {
  const Eigen::Index size = jacobian_.rows(), p = highest(request), m = inputs_.cols();
  augmented_.setZero(size + p * m, size + p * m);
  augmented_.topLeftCorner(size, size) = c * h_ * jacobian_;
  for (Eigen::Index i = 0; i < m; ++i) {
    augmented_.col(size + p * i).head(size) = inputs_.col(i);
    for (Eigen::Index k = 1; k < p; ++k) augmented_(size + p * i + k - 1, size + p * i + k) = 1;
  }
  exponential_ = dense::exponential(augmented_);
  ++problem_->work().factorize;
}

Outcome DampedDense::evaluate(int index, std::span<const Pair> in, std::span<Pair> out) {
  const Request& request = requests_[index];
  const Eigen::Index size = jacobian_.rows(), n = size / 2, p = highest(request);
  inputs_.resize(size, in.size());
  norms_.clear();
  for (std::size_t i = 0; i < in.size(); ++i) append_scaled(in[i], request.inputs[i].position);
  if (!inputs_.allFinite()) return {Status::diverged, "a vector for a phi function is not finite"};
  for (auto& pair : out) {
    pair.x.setZero(n);
    pair.v.setZero(n);
  }
  for (const double c : fractions(request)) {
    compute_exponential(request, c);
    for (std::size_t o = 0; o < out.size(); ++o)
      for (const auto& term : request.outputs[o].terms) {
        if (term.c != c) continue;
        const Vec product =
            term.k == 0 ? Vec(exponential_.topLeftCorner(size, size) * inputs_.col(term.input))
                        : Vec(exponential_.col(size + p * term.input + term.k - 1).head(size));
        out[o].x += term.weight * norms_[term.input] / sigma_ * product.head(n);
        out[o].v += term.weight * norms_[term.input] * product.tail(n);
      }
  }
  return {};
}

}  // namespace

Cloned<Backend> damped_dense() { return DampedDense(); }

}  // namespace stiffbench::phi
