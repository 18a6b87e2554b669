// The phi back end "rational_lanczos": shift-invert Lanczos (Moret, Novati,
// 10.1023/B:BITN.0000046805.27551.3b; van den Eshof, Hochbruck, 10.1137/040605461). B = (M +
// gamma^2 K)^-1 M has the eigenvalues theta = 1/(1 + gamma^2 lambda), so that all stiff modes lie
// close together near zero. It needs one factorization for every stiffness, and solves. Their
// number does not depend on the stiffness where only slow modes are excited and a gap separates
// them from the stiff ones.

#include "integrators/kernels/linear/sparse_sum.hpp"
#include "integrators/phi/half_size/krylov.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiffbench::phi {
namespace {

/// gamma is this fraction of the longest span. On the two-scale bunny 0.05 to 0.2 need about as
/// many solves, 0.5 and 1 up to twice as many.
constexpr double pole_fraction = 0.1;

class Solves final : public KrylovOperator {
 public:
  void init(const CountedProblem& problem) override {
    problem_ = &problem;
    sum_ = {};
  }
  Outcome set_stiffness(const Mat& K, double span, double omega) override {
    gamma_ = pole_fraction * span;
    // With a smaller gamma all theta would be too close to 1 to distinguish eigenvalues. (At this
    // bound the smallest is 0.8.)
    if (omega > 0) gamma_ = std::max(gamma_, 0.5 / omega);
    highest_ = omega * omega;
    const Term terms[] = {{&problem_->mass().matrix(), 1}, {&K, gamma_ * gamma_}};
    Outcome outcome = factor_.factorize_definite(sum_.assemble(K.rows(), terms), problem_->work());
    if (outcome.status == Status::indefinite)
      outcome.reason = fmt::format(
          "the pole gamma = {:.3g} s is unusable: M + gamma^2 K is not positive definite, so that "
          "M^-1 K has an eigenvalue below {:.3g} 1/s^2; take a smaller step, or chebyshev",
          gamma_, -1 / (gamma_ * gamma_));
    return outcome;
  }
  void apply(const Vec& v, Vec& image) override {
    problem_->mass().times(v, weighted_);
    factor_.solve(weighted_, image, problem_->work());
  }
  double eigenvalue(double theta) const override { return (1 / theta - 1) / (gamma_ * gamma_); }
  double uncertainty(double theta) const override {
    return std::numeric_limits<double>::epsilon() *
           (highest_ + 1 / (theta * theta * gamma_ * gamma_));
  }
  Interval range(const Interval& of_T) const override {
    return {1 / (1 + gamma_ * gamma_ * highest_), std::max(1.0, of_T.high)};
  }
  bool reorthogonalizes() const override { return true; }
  /// The first 12 solves cost little beside the factorization. Tolerances are relative to the
  /// inputs: on the two-scale bunny at kd = 1e12 a tolerance of 1e-3 would let the second stage of
  /// exprb42, from rest, stop after 4 solves, with an error of 4% of the result in the energy norm;
  /// after 12 it is 1e-5.
  Eigen::Index first_look() const override { return 12; }
  Eigen::Index limit() const override { return rational_limit; }
  BackendFacts facts() const override { return {.has_pole = true}; }
  const char* advice() const override {
    return "stiff modes are excited, or no gap separates them; take chebyshev";
  }

 private:
  const CountedProblem* problem_ = nullptr;
  double gamma_ = 0, highest_ = 0;  // highest_: an upper bound of the eigenvalues of A
  SparseSum sum_;
  LinearSolver factor_;
  Vec weighted_;
};

const bool enrolled =
    enrol_half_size("rational_lanczos", [] { return krylov_half_size(Solves()); });

}  // namespace
}  // namespace stiffbench::phi
