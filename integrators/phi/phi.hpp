#pragma once

#include "integrators/outcome.hpp"
#include "integrators/phi/cloned.hpp"
#include "problems/counted_problem.hpp"

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

/// A value that clones itself through copy(). Calls come in the order init, add, and then for every
/// step linearise, evaluate.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::unique_ptr<Backend> copy() const = 0;
  /// Why the problem is outside this back end's scope; empty if it is inside.
  virtual std::string unfit(const Problem& problem) const = 0;
  /// Once; the problem outlives the back end. `tolerance` is relative to the vectors.
  virtual void init(const CountedProblem& problem, double h, double tolerance) = 0;
  /// Makes a request known; the result names it in evaluate().
  virtual int add(Request request) = 0;
  /// J from now on: K = -df/dx, D = -df/dv (looked at only when the problem is damped). Both stay
  /// alive and unchanged until the next call.
  virtual Outcome linearise(const Mat& K, const Mat& D) = 0;
  virtual Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out) = 0;
};

/// Enrols a back end under the name that the parameter `phi` takes.
bool enrol_backend(std::string name, std::function<std::unique_ptr<Backend>()> make);
/// "auto" and every enrolled name.
std::vector<std::string> backend_names();
/// The back end that `name` means for this problem; "auto" is dense when the problem is damped or
/// has at most auto_dense_limit degrees of freedom, else chebyshev. At the limit a step of exprb42
/// takes about as long with either at h omega = 5 to 20, and dense is exact at any h:
///   stiffbench run --problem fput --set problem.m=8 --integrator exprb42 --h 0.2
///     --set integrator.phi=dense (or chebyshev); twice the size makes dense 2 to 3 times slower.
std::string resolve_backend(const std::string& name, const Problem& problem);
inline constexpr Eigen::Index auto_dense_limit = 16;

/// A back end as a copyable value, with the parameters that choose it.
class Phi {
 public:
  std::string choice = "auto";
  double tolerance = 1e-12;

  static void parameters(auto& self, auto&& parameter) {
    parameter("phi", self.choice, one_of(backend_names()),
              "back end for the phi functions; auto: dense for small or damped problems");
    parameter("tolerance", self.tolerance, between(1e-16, 1),
              "relative error allowed in a phi function times a vector");
  }

  std::string unfit(const Problem& problem) const;
  /// Error when unfit.
  void init(const CountedProblem& problem, double h);
  /// The name of the back end in use since init.
  const std::string& resolved() const { return resolved_; }
  int add(Request request) { return held_->add(std::move(request)); }
  Outcome linearise(const Mat& K, const Mat& D) { return held_->linearise(K, D); }
  Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out) {
    return held_->evaluate(request, in, out);
  }

 private:
  std::string resolved_;
  Cloned<Backend> held_;
};

}  // namespace stiffbench::phi
