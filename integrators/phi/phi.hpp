#pragma once

#include "integrators/contract/outcome.hpp"
#include "integrators/phi/cloned.hpp"
#include "problems/contract/counted_problem.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

// Products of phi functions of the Jacobian with vectors,
//   J = [[0, I], [-M^-1 K, -M^-1 D]],  phi_0 = exp,  phi_{k+1}(z) = (phi_k(z) - 1/k!) / z.
// A back end is one file that enrols a factory under a name; integrators see only what is here.

namespace stiffbench::phi {

/// A vector of the first-order system: positions and velocities, each of length n.
struct Pair {
  Vec x, v;
};

/// What to compute: out[o] = sum over its terms of weight * phi_k(c h J) in[input]. Everything that
/// shares an input belongs into one request: a Krylov or Chebyshev process serves all of it at
/// once.
struct Request {
  struct Term {
    int input;
    int k;  // 0..4
    double c, weight;
  };
  struct Output {
    std::vector<Term> terms;
    bool velocity = true;  ///< false: nobody looks at the velocity part, and it may stay empty
  };
  struct Input {
    bool position = true;  ///< false: of the form (0, r), and x is not looked at
  };
  std::vector<Input> inputs;
  std::vector<Output> outputs;
};

/// How accurate, and in which geometry. Measured is in the energy norm
///   |(x, v)|_E^2 = x' K x + v' M v
/// (K indefinite: with K + s M instead, s = -2 lambda_min(M^-1 K)): the error of an output is at
/// most `tolerance` times the sum over its terms of |weight|/k! |input|_E, times exp(c h sqrt(s/2))
/// where K is indefinite. That is relative: for a definite K, |phi_k(hJ) b|_E <= |b|_E / k!. Where
/// a back end cannot promise it, evaluate() is not ok.
struct Options {
  double tolerance = 1e-12;
  /// Of first-order Krylov processes, x1' W x2 + v1' M v2 with W = M (euclidean), omega_max^2 M
  /// (scaled) or K (energy). auto: scaled, which is as good as energy and takes any K.
  std::string inner_product = "auto";
  /// First-order Krylov processes in (x, v) or, as in 10.1145/3072959.3073706, in (Omega x, v) with
  /// Omega = sqrt(M^-1 K0): dense, for at most dense_limit degrees of freedom.
  std::string formulation = "position";
  /// How Omega is computed: eigen, denman_beavers (product form, scaled) or newton, which loses
  /// digits as the condition grows.
  std::string square_root = "eigen";

  static void parameters(auto& self, auto&& parameter) {
    parameter("tolerance", self.tolerance, between(1e-16, 1),
              "error allowed in a phi function times a vector, relative in the energy norm");
    parameter("inner_product", self.inner_product,
              one_of({"auto", "euclidean", "scaled", "energy"}),
              "of first-order Krylov processes; auto: scaled");
    parameter("formulation", self.formulation, one_of({"position", "sqrt"}),
              "first-order Krylov processes in (x, v), or in (sqrt(M^-1 K0) x, v)");
    parameter("square_root", self.square_root, one_of({"eigen", "denman_beavers", "newton"}),
              "how the sqrt of that formulation is computed");
  }
};

/// A value that clones itself through copy(). Calls come in the order init, add, and then for every
/// step linearise, evaluate.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::unique_ptr<Backend> copy() const = 0;
  /// Why the problem, or an option, is outside this back end's scope; empty if all is inside. An
  /// option that a back end has no use for has to be at its default.
  virtual std::string unfit(const Problem& problem, const Options& options) const = 0;
  /// Once; the problem outlives the back end.
  virtual void init(const CountedProblem& problem, double h, const Options& options) = 0;
  /// Makes a request known; the result names it in evaluate().
  virtual int add(Request request) = 0;
  /// From now on instead of Options::tolerance; after init. Nothing is decomposed again.
  virtual void set_tolerance(double tolerance) = 0;
  /// J from now on: K = -df/dx, D = -df/dv (looked at only when the problem is damped). Both stay
  /// alive and unchanged until the next call.
  virtual Outcome linearise(const Mat& K, const Mat& D) = 0;
  virtual Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out) = 0;
  /// Of the last evaluate(): its own estimate of the error, in the measure of Options::tolerance;
  /// the largest over the outputs. What is exact to round-off says 0.
  virtual double error_estimate() const = 0;
  /// "auto" only: what it has chosen, and why.
  virtual Settings chosen() const { return {}; }
};

/// Why a back end without a first-order Krylov process refuses these options, or empty.
std::string unused_first_order_option(const Options& options);

/// Enrols a back end under the name that the parameter `phi` takes.
bool enrol_backend(std::string name, std::function<std::unique_ptr<Backend>()> make);
/// Every enrolled name, in order.
std::vector<std::string> backend_names();
/// Error with near matches for an unknown name.
std::unique_ptr<Backend> make_backend(const std::string& name);
/// Up to so many degrees of freedom "auto" is dense. There a step of exprb42 takes about as long
/// with chebyshev at h omega = 5 to 20, and dense is exact at any h:
///   stiffbench run --problem fput --set problem.m=8 --integrator exprb42 --h 0.2
///     --set integrator.phi=dense (or chebyshev); twice the size makes dense 2 to 3 times slower.
inline constexpr Eigen::Index auto_dense_limit = 16;

/// What a back end has done since init. Counts are those of the problem's ledger.
struct Report {
  long vectors = 0, products = 0, solves = 0, factorizations = 0;
  double error_estimate = 0;  ///< the largest of all evaluations, in the measure of the tolerance
  bool converged = true;      ///< the last evaluation was ok
};

/// A back end as a copyable value, with the parameters that choose it.
class Phi {
 public:
  std::string choice = "auto";
  Options options;

  static void parameters(auto& self, auto&& parameter) {
    parameter("phi", self.choice, one_of(backend_names()),
              "back end for the phi functions; auto: as measured times advise");
    Options::parameters(self.options, parameter);
  }

  std::string unfit(const Problem& problem) const;
  /// Error when unfit.
  void init(const CountedProblem& problem, double h);
  int add(Request request) { return held_->add(std::move(request)); }
  void set_tolerance(double tolerance) {
    options.tolerance = tolerance;
    held_->set_tolerance(tolerance);
  }
  Outcome linearise(const Mat& K, const Mat& D);
  Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out);
  const Report& report() const { return report_; }
  /// Of the last evaluate(), as Backend has it.
  double error_estimate() const { return held_->error_estimate(); }
  /// The report in words, as an integrator's reported() hands it on.
  Settings reported() const;

 private:
  /// Adds to the report what the ledger counts while this lives.
  class Watch;
  Cloned<Backend> held_;
  const CountedProblem* problem_ = nullptr;
  Report report_;
};

}  // namespace stiffbench::phi
