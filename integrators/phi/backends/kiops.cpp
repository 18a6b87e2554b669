// The phi back end "kiops" (Gaudreault, Rainwater, Tokman, 10.1016/j.jcp.2018.06.026): the whole
// linear combination is one exponential of an augmented operator times a vector. It is computed in
// substeps by Krylov processes with incomplete orthogonalization of length 2. The dimension grows
// first; a substep is then as long as a basis of the largest dimension allows. Deviations from the
// paper: the error is bounded by the integral of the defect (first_order.hpp) instead of estimated
// by its first term, so that no substep is rejected; vectors are normalised, and the test for
// breakdown is relative.

#include "integrators/phi/first_order/first_order.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench::phi {
namespace {

constexpr Eigen::Index most_vectors = 128;  // as in the paper
constexpr int orthogonal_to = 2;            // as in the paper

/// exp(tau [[A, B], [0, S]]) (b_0; mu e_p) = (u(tau); mu tau^(p-1)/(p-1)!, ..., mu tau, mu) with
/// B = (b_p, ..., b_1) / mu and S the upper shift: row i, from zero, of the lower part is
/// mu tau^(p-1-i)/(p-1-i)!, and multiplies b_(p-i). mu makes B about as large as u.
class Kiops final : public FirstOrderKrylov {
 public:
  Kiops() : FirstOrderKrylov(most_vectors, orthogonal_to) {}

 private:
  int prepare(const Sweep& sweep) override {
    p_ = sweep.top;
    basis_.resize(*space_, p_);
    load_ = 0;
    if (p_ == 0) return 0;
    mu_ = *std::max_element(sizes_.begin() + 1, sizes_.end());
    if (basis_loads_.rows() != loads_.rows()) basis_loads_.resize(loads_.rows(), max_k);
    for (int k = 1; k <= p_; ++k) basis_loads_.col(p_ - k) = loads_.col(k) / mu_;
    load_ = 1;
    return 0;
  }

  double begin(double t) override {
    auto first = basis_.first();
    first.head(u_.size()) = u_;
    double power = mu_;
    for (int k = 1; k <= p_; ++k) {
      first[u_.size() + p_ - k] = power;
      power *= t / k;
    }
    return load_;
  }

  Eigen::Index p_ = 0;
  double mu_ = 1, load_ = 0;
};

const bool enrolled = enrol_backend("kiops", [] { return Kiops(); });

}  // namespace
}  // namespace stiffbench::phi
