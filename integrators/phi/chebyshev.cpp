// The phi back end "chebyshev": for undamped problems of any size, products with K only. The degree
// is about h omega_max / 2 for every vector; chebyshev_half_size.cpp says how it is chosen.

#include "integrators/phi/undamped.hpp"

namespace stiffbench::phi {
namespace {

class Chebyshev final : public Backend {
 public:
  std::unique_ptr<Backend> copy() const override { return std::make_unique<Chebyshev>(*this); }

  std::string unfit(const Problem& problem, const Options& options) const override {
    if (const std::string unused = unused_first_order_option(options); !unused.empty())
      return unused;
    if (!problem.nature().damped) return "";
    return "phi = chebyshev needs an undamped problem: its half-size operator holds no damping";
  }

  void init(const CountedProblem& problem, double h, const Options& options) override {
    undamped_.init(problem, h, options.tolerance);
  }
  int add(Request request) override { return undamped_.add(std::move(request)); }
  Outcome linearise(const Mat& K, const Mat&) override { return undamped_.linearise(K); }
  Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out) override {
    return undamped_.evaluate(request, in, out);
  }
  double error_estimate() const override { return undamped_.error_estimate(); }

 private:
  UndampedPhi undamped_{chebyshev_half_size()};
};

const bool enrolled = enrol_backend("chebyshev", [] { return std::make_unique<Chebyshev>(); });

}  // namespace
}  // namespace stiffbench::phi
