#pragma once

#include "integrators/contract/integrator.hpp"
#include "integrators/peers/uncopied.hpp"

#include <utility>

namespace stiffbench {

/// The common part of contestants whose library keeps the memory of a run. A Session(problem,
/// options, start, h) holds that memory. Its advance(u, h, steps) advances u to u.t + h and adds
/// the number of inner steps. That number is not limited, since the harness limits the time of a
/// run.
template <class Session, class Options>
class SessionPeer {
 public:
  explicit SessionPeer(Options options) : options_(std::move(options)) {}

  long steps_taken() const { return steps_; }
  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    steps_ = 0;
    session_.drop();
  }
  Outcome step(State& u) {
    if (!session_) session_.renew(*problem_, options_, u, h_);
    Outcome outcome = session_->advance(u, h_, steps_);
    if (!outcome.ok()) session_.drop();
    return outcome;
  }

 protected:
  Options options_;

 private:
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  long steps_ = 0;
  Uncopied<Session> session_;
};

}  // namespace stiffbench
