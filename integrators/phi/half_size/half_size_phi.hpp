#pragma once

#include "integrators/phi/cloned.hpp"
#include "integrators/phi/half_size/half_size.hpp"
#include "integrators/phi/phi.hpp"

namespace stiffbench::phi {

/// Why the half-size layer cannot hold this problem's damping, or empty: undamped and Rayleigh
/// damping are inside.
std::string unfit_damping(const Problem& problem);

/// Phi functions of J through functions of the half-size operator A = M^-1 K, for undamped problems
/// and those with D = alpha M + beta K: there every 2 x 2 block of phi_k(z J) is a function of A
/// (mode_phi.hpp). All weights that one vector carries into one output collapse into one scalar
/// function.
class HalfSizePhi {
 public:
  explicit HalfSizePhi(std::unique_ptr<HalfSizeFunctions> functions)
      : functions_(std::move(functions)) {}

  void init(const CountedProblem& problem, double h, double tolerance);
  int add(Request request);
  void set_tolerance(double tolerance) { functions_->set_tolerance(tolerance); }
  Outcome linearise(const Mat& K) { return functions_->set_stiffness(K); }
  Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out);
  double error_estimate() const { return functions_->error_estimate(); }
  Settings chosen() const { return functions_->chosen(); }

 private:
  struct Known {
    Request wanted;
    int handle;  // of the half-size request
    std::vector<const Vec*> in;
    std::vector<Vec*> out;
  };

  double h_ = 0;
  Rayleigh damping_;
  Cloned<HalfSizeFunctions> functions_;
  std::vector<Known> requests_;
};

/// A back end that is nothing but half-size functions.
class HalfSizeBackend final : public Backend {
 public:
  using Make = std::unique_ptr<HalfSizeFunctions> (*)();
  explicit HalfSizeBackend(Make make) : phi_(make()) {}

  std::unique_ptr<Backend> copy() const override {
    return std::make_unique<HalfSizeBackend>(*this);
  }
  std::string unfit(const Problem& problem, const Options& options) const override;
  void init(const CountedProblem& problem, double h, const Options& options) override {
    phi_.init(problem, h, options.tolerance);
  }
  int add(Request request) override { return phi_.add(std::move(request)); }
  void set_tolerance(double tolerance) override { phi_.set_tolerance(tolerance); }
  Outcome linearise(const Mat& K, const Mat&) override { return phi_.linearise(K); }
  Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out) override {
    return phi_.evaluate(request, in, out);
  }
  double error_estimate() const override { return phi_.error_estimate(); }
  Settings chosen() const override { return phi_.chosen(); }

 private:
  HalfSizePhi phi_;
};

}  // namespace stiffbench::phi
