#pragma once

#include "integrators/contract/integrator.hpp"
#include "integrators/peers/sundials/sundials.hpp"
#include "integrators/peers/tolerance.hpp"
#include "integrators/peers/uncopied.hpp"

namespace stiffbench {

struct CvodeOptions {
  int method;  ///< CV_ADAMS or CV_BDF
  int max_order;
  std::string linear_solver;  ///< "" for fixed-point iteration instead of Newton's
  Tolerance tolerance = {};
};

/// CVODE's memory for one run.
class CvodeSession {
 public:
  CvodeSession(const CountedProblem& problem, const CvodeOptions& options, const State& start);
  /// Advances u to u.t + h and adds the number of inner steps to `steps`.
  Outcome advance(State& u, double h, long& steps);

 private:
  struct Free {
    void operator()(void* memory) const;
  };
  void use_fixed_point();
  void use_newton(const std::string& linear_solver);
  SundialsTotals totals() const;

  SundialsEquation equation_;
  SundialsPointer<SUNNonlinearSolver> fixed_point_;
  std::unique_ptr<void, Free> memory_;
};

/// The common part of cvode_adams and cvode_bdf: variable-order linear multistep methods in
/// Nordsieck form with variable steps. CVODE must stop at the end of each h, so that the state is
/// one that it has stepped to and not one that it interpolates: an h shorter than its own steps
/// slows it down. There is no limit to their number: the harness has one on the time of a run. A
/// state that was changed between two steps, and a copy, start anew at order 1.
class Cvode {
 public:
  explicit Cvode(CvodeOptions options) : options_(std::move(options)) {}

  /// The order varies: none is declared.
  int order(const Problem&) const { return 0; }
  bool adaptive() const { return true; }
  long steps_taken() const { return steps_; }
  void init(const CountedProblem& problem, double h);
  Outcome step(State& u);

 protected:
  CvodeOptions options_;

 private:
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  long steps_ = 0;
  Uncopied<CvodeSession> session_;
};

}  // namespace stiffbench
