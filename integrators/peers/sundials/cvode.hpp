#pragma once

#include "integrators/contract/integrator.hpp"
#include "integrators/contract/tolerance.hpp"
#include "integrators/peers/sundials/sundials.hpp"

#include <optional>

namespace stiffbench {

struct CvodeOptions {
  int method;  ///< CV_ADAMS or CV_BDF
  int max_order;
  std::optional<SundialsSolver> solver;  ///< without one, fixed-point iteration, not Newton's
  PeerTolerance tolerance = {};
};

/// CVODE's memory for one run.
class CvodeSession {
 public:
  CvodeSession(const CountedProblem& problem, const CvodeOptions& options, const State& start,
               double h);
  Outcome advance(State& u, double h, long& steps);

 private:
  struct Free {
    void operator()(void* memory) const;
  };
  void choose_first_step(const State& u, double h);
  void use_fixed_point();
  void use_newton(const SundialsSolver& solver);
  SundialsTotals totals() const;

  PeerTolerance tolerance_;
  const CountedProblem* problem_;
  SundialsEquation equation_;
  SundialsPointer<SUNNonlinearSolver> fixed_point_;
  std::unique_ptr<void, Free> memory_;
};

/// The common part of cvode_adams and cvode_bdf: variable-order linear multistep methods in
/// Nordsieck form with variable steps. CVODE must stop at the end of each h, so that it steps to
/// the state and does not interpolate it; an h shorter than its own steps slows it down. CVODE
/// restarts at order 1 from a state that was changed between two steps, and in a copy.
class Cvode : public SessionPeer<CvodeSession, CvodeOptions> {
 public:
  using SessionPeer::SessionPeer;
  /// The order varies, so none is declared.
  int order(const Problem&) const { return 0; }
  bool adaptive() const { return true; }
};

}  // namespace stiffbench
