#pragma once

#include "integrators/phi/cloned.hpp"
#include "integrators/phi/half_size.hpp"
#include "integrators/phi/phi.hpp"

namespace stiffbench::phi {

/// Phi functions of an undamped J through functions of the half-size operator A = M^-1 K. With
/// c_k = c_k(z^2 A) the Stumpff functions (stumpff.hpp),
///   phi_k(z J) (x, v) = ( c_k x + z c_{k+1} v ; c_k v - z A c_{k+1} x ).
/// All weights that one vector carries into one output collapse into one scalar function.
class UndampedPhi {
 public:
  explicit UndampedPhi(std::unique_ptr<HalfSizeFunctions> functions)
      : functions_(std::move(functions)) {}

  void init(const CountedProblem& problem, double h, double tolerance);
  int add(Request request);
  Outcome linearise(const Mat& K) { return functions_->set_stiffness(K); }
  Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out);
  double error_estimate() const { return functions_->error_estimate(); }

 private:
  struct Known {
    Request wanted;
    int handle;  // of the half-size request
    std::vector<const Vec*> in;
    std::vector<Vec*> out;
  };

  double h_ = 0;
  Cloned<HalfSizeFunctions> functions_;
  std::vector<Known> requests_;
};

}  // namespace stiffbench::phi
