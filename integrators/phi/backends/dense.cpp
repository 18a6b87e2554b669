// The phi back end "dense": an eigendecomposition of M^-1 K in every step where the problem is
// undamped or Rayleigh-damped, an exponential of the whole Jacobian where it is damped otherwise.

#include "integrators/phi/first_order/damped_dense.hpp"
#include "integrators/phi/half_size/half_size_phi.hpp"

namespace stiffbench::phi {
namespace {

class Dense final : public Backend {
 public:
  std::unique_ptr<Backend> copy() const override { return std::make_unique<Dense>(*this); }

  std::string unfit(const Problem& problem, const Options& options) const override {
    if (const std::string unused = unused_first_order_option(options); !unused.empty())
      return unused;
    const bool damped = !unfit_damping(problem).empty();
    const Eigen::Index limit = damped ? damped_limit : dense_limit, n = problem.dof();
    if (n <= limit) return "";
    return std::string("dense phi functions of a") +
           (damped ? " damped problem without Rayleigh damping"
                   : "n undamped or Rayleigh-damped problem") +
           " take at most " + std::to_string(limit) + " degrees of freedom; this has " +
           std::to_string(n);
  }

  void init(const CountedProblem& problem, double h, const Options& options) override {
    whole_ = !unfit_damping(problem).empty();
    if (whole_)
      damped_.init(problem, h);
    else
      half_.init(problem, h, options.tolerance);
  }
  int add(Request request) override {
    return whole_ ? damped_.add(std::move(request)) : half_.add(std::move(request));
  }
  void set_tolerance(double tolerance) override {
    if (!whole_) half_.set_tolerance(tolerance);
  }
  Outcome linearise(const Mat& K, const Mat& D) override {
    return whole_ ? damped_.linearise(K, D) : half_.linearise(K);
  }
  Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out) override {
    return whole_ ? damped_.evaluate(request, in, out) : half_.evaluate(request, in, out);
  }
  double error_estimate() const override { return whole_ ? 0 : half_.error_estimate(); }

 private:
  bool whole_ = false;
  HalfSizePhi half_{dense_half_size()};
  DampedDensePhi damped_;
};

const bool enrolled = enrol_backend("dense", [] { return std::make_unique<Dense>(); });

}  // namespace
}  // namespace stiffbench::phi
