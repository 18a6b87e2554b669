#pragma once

#include "integrators/phi/first_order/krylov_basis.hpp"
#include "integrators/phi/first_order/small_exponential.hpp"
#include "integrators/phi/first_order/state_space.hpp"
#include "integrators/phi/sweeps.hpp"

#include <limits>

namespace stiffbench::phi {

/// The common part of the first-order Krylov processes. A request becomes sweeps; a sweep is solved
/// in substeps, each from one Krylov basis. Processes differ in how a substep begins and ends, and
/// in the two arguments of the constructor.
///
/// The error is not estimated but bounded. With A V = V H + h_{m+1,m} v_{m+1} e_m' the error of
/// beta V z(s) solves e' = h J e - beta h_{m+1,m} z_m(s) v_{m+1}, and exp(s h J) is a contraction
/// in the energy norm of phi::Options (D positive semidefinite; for an indefinite K it grows as
/// that norm allows), so
///   |e(s)|_E <= beta h_{m+1,m} |v_{m+1}|_E int_0^s |z_m|
/// for every inner product, even if the basis is not orthogonal (10.1137/110820191 has the residual
/// view). Round-off enters as eps |hJ| times the vectors summed, at least sum_j |z_j|^2 |v_j|^2:
/// incomplete orthogonalization in a poor inner product increases it. A substep extends as far as
/// the sum of both stays below the tolerance; a substep of length 0 is stagnation.
class FirstOrderKrylov : public Backend {
 public:
  BackendFacts facts() const override { return {.first_order = true}; }
  std::string why_not_applicable(const ProblemKind& problem, const Options& options) const override;
  void init(const CountedProblem& problem, double h, const Options& options) override;
  int add(Request request) override;
  void set_tolerance(double tolerance) override { tolerance_ = tolerance; }
  Outcome linearise(const Mat& K, const Mat& D) override;
  Outcome evaluate(int request, std::span<const Pair> in, std::span<Pair> out) override;
  double error_estimate() const override { return estimate_; }

 protected:
  /// The round-off of a product or a sum, per unit of phase. It is less than a full epsilon because
  /// rounding errors are random.
  static constexpr double rounding = 0.25 * std::numeric_limits<double>::epsilon();

  /// A basis has at most `capacity` vectors. Each new vector is orthogonalized against the last
  /// `length` vectors, or against all where `length` is 0.
  FirstOrderKrylov(Eigen::Index capacity, int length) : capacity_(capacity), length_(length) {}

  /// Sizes basis_ for a sweep with the loads b_k in loads_, and returns the order of the small
  /// exponential.
  virtual int prepare(const Sweep& sweep) = 0;
  /// Fills basis_.first() for a substep from t, at which u_ is the solution, and returns the
  /// largest norm of a load in the basis.
  virtual double begin(double t) = 0;
  /// Completes `sum`, which is beta V z(s), to u(t + s).
  virtual void complete(double /*s*/, Vec& /*sum*/) const {}
  /// The round-off that a substep of length s adds beyond that of the basis.
  virtual double further_round_off(double /*s*/) const { return 0; }

  const CountedProblem* problem_ = nullptr;
  Cloned<StateSpace> space_;
  KrylovBasis basis_;
  Eigen::MatrixXd loads_;        // column k: b_k, divided by scale_
  std::vector<double> sizes_;    // upper bounds of their energy norms; 0: b_k is zero
  Eigen::MatrixXd basis_loads_;  // of the augmented operator
  Vec u_;

 private:
  struct RequestData {
    Request request;
    std::vector<Sweep> sweeps;
  };
  /// The length s of the substep that a basis allows, with its error and round-off.
  struct Reach {
    double s = 0, error = 0, round_off = 0;
    std::size_t stop = 0;  // the first stop beyond it
  };

  void load(const RequestData& data, const Sweep& sweep, std::span<const Pair> in);
  void set_tolerances(const Sweep& sweep);
  Outcome solve(const RequestData& data, const Sweep& sweep, std::span<Pair> out);
  Outcome substep(const Sweep& sweep, double t, std::size_t stop, Reach& reach);
  Reach march(const Sweep& sweep, double t, std::size_t stop);
  double round_off(double s) const;
  Eigen::Index larger(double reached, double span) const;
  double operations() const;
  void finish(double s, Eigen::Index column, Vec& sum);
  Outcome stagnation(double t, double end, const char* why) const;

  Eigen::Index capacity_;
  int length_;
  double tolerance_ = 0, estimate_ = 0;
  std::vector<RequestData> requests_;
  std::vector<double> norms_;       // of the inputs
  double scale_ = 0;                // the divisor of the loads
  std::vector<double> tolerances_;  // error at each stop
  std::vector<double> rates_;       // error per unit of t up to each stop
  SmallExponential small_;
  int order_ = 0;
  double beta_ = 0, error_ = 0, round_off_ = 0;  // of the substep; so far in the sweep
  long vectors_ = 0;                             // so far in the sweep
  Eigen::Index guess_ = 0;
  bool has_dimension_ = false;  // the dimension has been chosen
  Eigen::MatrixXd landings_;    // z at the end of a substep, and at its stops
  Vec coordinates_, weight_, solution_;
};

}  // namespace stiffbench::phi
