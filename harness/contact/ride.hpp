#pragma once

#include "integrators/contract/step_driver.hpp"

#include <functional>
#include <string>

namespace stiffbench::contact_ladder {

/// A method of the ladder.
struct Contestant {
  std::string integrator;
  bool is_explicit = false;  ///< it takes the short step of a rung
};

/// Steps of a rung (s).
struct Steps {
  double usual;   ///< of implicit methods, which resolves the motion
  double stable;  ///< of explicit methods, below their bound of stability; 0: too short
};

/// One method on one problem.
class Ride {
 public:
  using See = std::function<void(const State&)>;

  /// The problem must outlive the ride. Throws Error if the integrator cannot be made.
  Ride(const Problem& problem, const Contestant& method, const Steps& steps);

  /// Steps until the first time >= t (s); calls see(u) after each step. After a failure this and
  /// all later calls return its outcome.
  Outcome until(double t, const See& see = {});
  const State& state() const { return u_; }
  double h() const { return h_; }

 private:
  State u_;
  double h_;
  StepDriver driver_;
  Outcome outcome_;
};

/// The first time at which a number rises or falls through a level, linearly interpolated.
class Crossing {
 public:
  explicit Crossing(double level) : level_(level) {}
  void see(double t, double value);
  /// Number of crossings, and times of the first and the last.
  int count() const { return count_; }
  double first() const { return first_; }
  double last() const { return last_; }

 private:
  double level_, t_ = 0, value_ = 0, first_ = NAN, last_ = NAN;
  int count_ = 0;
  bool begun_ = false;
};

}  // namespace stiffbench::contact_ladder
