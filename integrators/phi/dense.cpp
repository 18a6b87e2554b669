// The phi back end "dense": an eigendecomposition of M^-1 K in every step where the problem is
// undamped, an exponential of the whole Jacobian where it is damped.

#include "integrators/phi/damped_dense.hpp"
#include "integrators/phi/undamped.hpp"

namespace stiffbench::phi {
namespace {

class Dense final : public Backend {
 public:
  std::unique_ptr<Backend> copy() const override { return std::make_unique<Dense>(*this); }

  std::string unfit(const Problem& problem, const Options& options) const override {
    if (const std::string unused = unused_first_order_option(options); !unused.empty())
      return unused;
    const bool damped = problem.nature().damped;
    const Eigen::Index limit = damped ? damped_limit : dense_limit, n = problem.dof();
    if (n <= limit) return "";
    return std::string("dense phi functions of a") + (damped ? " damped" : "n undamped") +
           " problem take at most " + std::to_string(limit) + " degrees of freedom; this has " +
           std::to_string(n);
  }

  void init(const CountedProblem& problem, double h, const Options& options) override {
    is_damped_ = problem.nature().damped;
    if (is_damped_)
      damped_.init(problem, h);
    else
      undamped_.init(problem, h, options.tolerance);
  }
  int add(Request request) override {
    return is_damped_ ? damped_.add(std::move(request)) : undamped_.add(std::move(request));
  }
  Outcome linearise(const Mat& K, const Mat& D) override {
    return is_damped_ ? damped_.linearise(K, D) : undamped_.linearise(K);
  }
  Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out) override {
    return is_damped_ ? damped_.evaluate(request, in, out) : undamped_.evaluate(request, in, out);
  }
  double error_estimate() const override { return 0; }

 private:
  bool is_damped_ = false;
  UndampedPhi undamped_{dense_half_size()};
  DampedDensePhi damped_;
};

const bool enrolled = enrol_backend("dense", [] { return std::make_unique<Dense>(); });

}  // namespace
}  // namespace stiffbench::phi
