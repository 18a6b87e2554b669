// The phi back end "lanczos": Lanczos with A itself. It needs only products with K, as many for
// every vector as its spectrum requires, at most h omega_max / 2; all vectors are kept. They lose
// their orthogonality, and T then has some eigenvalues several times. f(T) e_1 suffers little from
// that (Druskin, Knizhnerman, 10.1002/nla.1680020303), while reorthogonalization would cost as much
// as many products.

#include "integrators/kernels/linear/symmetric_product.hpp"
#include "integrators/phi/half_size/krylov.hpp"

#include <algorithm>
#include <limits>

namespace stiffbench::phi {
namespace {

class Products final : public KrylovOperator {
 public:
  void init(const CountedProblem& problem) override { problem_ = &problem; }
  Outcome set_stiffness(const Mat& K, double, double omega) override {
    highest_ = omega * omega;
    K_.assign(K, problem_->block_size());
    return {};
  }
  void apply(const Vec& v, Vec& image) override {
    K_.times(v, force_, problem_->work());
    problem_->mass().solve(force_, image);
  }
  double eigenvalue(double theta) const override { return theta; }
  double uncertainty(double) const override {
    return std::numeric_limits<double>::epsilon() * highest_;
  }
  Interval range(const Interval& of_T) const override {
    return {std::min(0.0, of_T.low), highest_};
  }
  bool reorthogonalizes() const override { return false; }
  Eigen::Index first_look() const override { return 4; }
  Eigen::Index limit() const override { return lanczos_limit; }
  const char* advice() const override { return "take a smaller step, or chebyshev"; }

 private:
  const CountedProblem* problem_ = nullptr;
  SymmetricProduct K_;
  double highest_ = 0;  // an upper bound of the eigenvalues of A
  Vec force_;
};

const bool enrolled = enrol_half_size("lanczos", [] { return krylov_half_size(Products()); });

}  // namespace
}  // namespace stiffbench::phi
