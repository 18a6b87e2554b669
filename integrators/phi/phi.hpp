#pragma once

#include "base/code/reachable_code.hpp"
#include "integrators/contract/cloned.hpp"
#include "integrators/contract/outcome.hpp"
#include "problems/contract/counted_problem.hpp"

#include <array>
#include <functional>
#include <memory>
#include <source_location>
#include <span>
#include <string>
#include <vector>

// Products of phi functions of the Jacobian with vectors,
//   J = [[0, I], [-M^-1 K, -M^-1 D]],  phi_0 = exp,  phi_{k+1}(z) = (phi_k(z) - 1/k!) / z.
// A back end is one file that enrols a factory under a name; integrators use only this header.

namespace stiffbench::phi {

/// A vector of the first-order system: positions and velocities, each of length n.
struct Pair {
  Vec x, v;
};

/// The highest index of a phi function in a request.
inline constexpr int max_k = 4;

/// A request: out[o] = sum over its terms of weight * phi_k(c h J) in[input]. All outputs of one
/// input belong in one request, since one Krylov or Chebyshev process computes them all.
struct Request {
  struct Term {
    int input;
    int k;  // 0..max_k
    double c, weight;
  };
  struct Output {
    std::vector<Term> terms;
    bool velocity = true;  ///< false: the velocity part is not read and may stay empty
  };
  struct Input {
    bool position = true;  ///< false: the input has the form (0, r), and x is not read
  };
  std::vector<Input> inputs;
  std::vector<Output> outputs;
};

/// The inner product of a first-order Krylov process, x1' W x2 + v1' M v2: W = M (euclidean),
/// omega_max^2 M (scaled) or K (energy). `auto` is scaled, which is as good as energy and accepts
/// any K.
enum class InnerProduct { automatic, euclidean, scaled, energy };
constexpr auto names_of(InnerProduct) {
  return std::array{"auto", "euclidean", "scaled", "energy"};
}

/// The coordinates of a first-order Krylov process: (x, v) or, as in 10.1145/3072959.3073706,
/// (Omega x, v) with Omega = sqrt(M^-1 K0), whose matrices are full.
enum class Formulation { position, sqrt };
constexpr auto names_of(Formulation) { return std::array{"position", "sqrt"}; }

/// The method that computes Omega: eigenvalues, the scaled product form of Denman and Beavers, or
/// Newton's iteration, which loses digits as the condition number grows.
enum class RootMethod { eigen, denman_beavers, newton };
constexpr auto names_of(RootMethod) { return std::array{"eigen", "denman_beavers", "newton"}; }

/// The accuracy of phi functions and the options of Krylov processes. Errors are measured in the
/// energy norm
///   |(x, v)|_E^2 = x' K x + v' M v
/// (for an indefinite K with K + s M instead, s = -2 lambda_min(M^-1 K)). The error of an output is
/// at most `tolerance` times the sum over its terms of |weight|/k! |input|_E, times exp(c h
/// sqrt(s/2)) where K is indefinite. The tolerance is relative: for a definite K, |phi_k(hJ) b|_E
/// <= |b|_E / k!. Where a back end cannot guarantee this accuracy, evaluate() is not ok. A rigid
/// translation x has K x = 0, hence no energy norm: where round-off in x' K x hides the sum, the
/// round-off of a product with hJ, relative to omega_max |x|_M, is allowed instead.
struct Options {
  double tolerance = 1e-12;
  InnerProduct inner_product = InnerProduct::automatic;
  Formulation formulation = Formulation::position;
  RootMethod square_root = RootMethod::eigen;

  static void parameters(auto& self, auto&& parameter) {
    parameter("tolerance", self.tolerance, between(1e-16, 1),
              "error allowed in a phi function times a vector, relative in the energy norm",
              Ladder{1e-12, 1e-10, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2});
    parameter("inner_product", self.inner_product, one_of<InnerProduct>(),
              "of first-order Krylov processes; auto: scaled",
              Ladder{"auto", "euclidean", "energy"});
    parameter("formulation", self.formulation, one_of<Formulation>(),
              "first-order Krylov processes in (x, v), or in (sqrt(M^-1 K0) x, v)");
    parameter("square_root", self.square_root, one_of<RootMethod>(),
              "how the sqrt of that formulation is computed");
  }
};

/// The properties of a back end on every problem.
struct BackendFacts {
  /// The back end is a Krylov process with all of J: it accepts the options of such processes, and
  /// its error is bounded in the energy norm only.
  bool first_order = false;
  /// The back end computes with full matrices, for every tolerance.
  bool full_matrices = false;
  /// The back end solves with M + gamma^2 K: an eigenvalue of M^-1 K below -1/gamma^2 is
  /// Status::indefinite, and round-off in slow modes grows with gamma.
  bool has_pole = false;
  /// The bound on round-off holds for the worst vector of a given norm. Tolerances near round-off
  /// are therefore refused even though most vectors would meet them.
  bool worst_case_round_off = false;
  /// The names of the back ends among which this one chooses.
  std::vector<std::string> candidates = {};
};

/// The interface of back ends, which are values. The order of calls is init, add, and then for
/// every step linearise, evaluate.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual BackendFacts facts() const { return {}; }
  /// The reason why a step allocates memory on this problem; empty where it does not allocate.
  virtual std::string allocates(const ProblemKind&) const { return ""; }
  /// The reason why the problem, or an option, is outside this back end's scope; empty if all is
  /// inside. An option that a back end does not use must have its default value.
  virtual std::string why_not_applicable(const ProblemKind& problem,
                                         const Options& options) const = 0;
  /// Prepares for steps of size h, once; the problem outlives the back end.
  virtual void init(const CountedProblem& problem, double h, const Options& options) = 0;
  /// Adds a request; the result identifies it in evaluate().
  virtual int add(Request request) = 0;
  /// Replaces Options::tolerance for all later evaluations. It is called after init and repeats no
  /// decomposition.
  virtual void set_tolerance(double tolerance) = 0;
  /// Sets J for all later evaluations: K = -df/dx, D = -df/dv (read only when the problem is
  /// damped). Both must stay alive and unchanged until the next call.
  virtual Outcome linearise(const Mat& K, const Mat& D) = 0;
  /// Fills the outputs of a request; a failed outcome has the reason.
  virtual Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out) = 0;
  /// The back end's own estimate of the error of its last evaluate(), in the measure of
  /// Options::tolerance: the largest over the outputs, and 0 for results that are exact to
  /// round-off.
  virtual double error_estimate() const = 0;
  /// The choices of a back end that chooses among others, and their reasons.
  virtual Settings chosen() const { return {}; }
};

/// The reason why a back end without a first-order Krylov process refuses these options; empty
/// where it accepts them.
std::string unused_first_order_option(const Options& options);

using MakeBackend = std::function<Cloned<Backend>()>;

/// Enrols a back end for exponential methods under a name, a value of the parameter `phi`.
/// enrol_half_size (half_size/half_size.hpp) enrols back ends made of functions of M^-1 K.
bool enrol_backend(const std::string& name, MakeBackend make,
                   std::source_location place = std::source_location::current());
/// The names of all enrolled back ends, sorted.
std::vector<std::string> backend_names();
/// Makes a new back end with this name; throws Error with near matches where there is none.
Cloned<Backend> make_backend(const std::string& name);

/// The work of a back end since init. Counts come from the problem's ledger.
struct Report {
  long vectors = 0, products = 0, solves = 0, factorizations = 0;
  double error_estimate = 0;  ///< the largest of all evaluations, in the measure of the tolerance
  bool converged = true;      ///< the last evaluation was ok
};

/// A back end as a copyable value, with the parameters that select it.
class Phi {
 public:
  std::string choice = "auto";
  Options options;

  static void parameters(auto& self, auto&& parameter) {
    parameter(
        "phi", self.choice, one_of(backend_names()),
        "back end for the phi functions; auto: dense up to 16 unknowns, else chebyshev "
        "(rational_lanczos where counted work is less), kiops with general damping; measured: "
        "as times measured in the run advise",
        Ladder{"auto", "chebyshev", "rational_lanczos", "lanczos", "kiops"});
    Options::parameters(self.options, parameter);
  }

  std::string why_not_applicable(const ProblemKind& problem) const;
  /// Prepares for steps of size h (s); throws Error when the problem is out of scope.
  void init(const CountedProblem& problem, double h);
  /// Prepares a new back end for steps of size h (s), without requests; the report goes on.
  void resize(double h);
  int add(Request request) { return backend_->add(std::move(request)); }
  void set_tolerance(double tolerance) {
    options.tolerance = tolerance;
    backend_->set_tolerance(tolerance);
  }
  Outcome linearise(const Mat& K, const Mat& D);
  Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out);
  const Report& report() const { return report_; }
  /// The estimate of the last evaluate(), as in Backend.
  double error_estimate() const { return backend_->error_estimate(); }
  /// The report as settings, which an integrator's reported() returns, combined with that of
  /// another Phi that has done a part of the work.
  Settings reported(const Report& other = {}) const;

 private:
  /// Adds the ledger's counts during its lifetime to the report.
  class Watch;
  Cloned<Backend> backend_;
  const CountedProblem* problem_ = nullptr;
  Report report_;
};

}  // namespace stiffbench::phi
