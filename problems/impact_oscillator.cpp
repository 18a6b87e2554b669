// A mass above a rigid wall at x = 0, on a spring or falling, that rebounds from the wall with
// Newton's coefficient of restitution e:
//   m x'' = -m g - m omega^2 (x - rest),   x >= 0,   x' = -e x' where it meets the wall.
// Without a spring it is a bouncing ball: impacts return e times the speed and the ball comes to
// rest after infinitely many of them, at the time t_1 (1 + e)/(1 - e) if it falls from rest and
// meets the wall at t_1. Without gravity it is an impacting linear oscillator. Both are first cases
// for integrators of nonsmooth dynamics (Di Stasio et al., doi:10.1186/s40323-019-0126-y, whose
// first property is the energy at impacts; no number of theirs is here). All values are ours.
//
// The motion is known in closed form: between impacts parabolas, or the oscillation
//   x = c + R cos(omega t + phi)  about  c = rest - g/omega^2,
// which meets the wall with the speed sqrt(v^2 + omega^2 x (x - 2 c)) at the angle whose tangent is
// this speed over -omega c.

#include "base/error.hpp"
#include "problems/contract/optional/contact_constraints.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/outputs.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/chain.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace stiffbench {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

struct Parameters {
  double mass = 1, omega = 0, rest = 0, gravity = 9.81, x0 = 1, v0 = 0, restitution = 0.8;

  static void parameters(auto& self, auto&& parameter) {
    parameter("mass", self.mass, positive(), "mass (kg)");
    parameter("omega", self.omega, not_negative(), "of the spring (rad/s); 0: no spring");
    parameter("rest", self.rest, any_value(), "position of the mass on the relaxed spring (m)");
    parameter("gravity", self.gravity, not_negative(), "g, towards the wall (m/s^2)");
    parameter("x0", self.x0, not_negative(), "distance from the wall at the start (m)");
    parameter("v0", self.v0, any_value(), "velocity at the start, away from the wall (m/s)");
    parameter("restitution", self.restitution, from_to(0, 1), "e of the wall");
  }
  void resolve(const std::string& owner) const {
    if (x0 == 0 && v0 < 0)
      throw Error(owner + ": the mass does not start in an impact",
                  fmt::format("x0 = 0 and v0 = {}", v0), "choose x0 above 0, or v0 of at least 0");
  }
};

/// Outputs: least_gap (m, below 0 where the mass is in the wall); rebounds, the number of steps
/// that turn the velocity away from the wall; series of position and velocity.
class ImpactOutputs final : public Outputs {
 public:
  ImpactOutputs(double span, long points) : series_(0, span, points) {}
  void see(const State& u) override {
    least_ = std::min(least_, u.x[0]);
    rebounds_ += velocity_ < 0 && u.v[0] > 0;
    velocity_ = u.v[0];
    if (!series_.due(u.t)) return;
    series_.add("position", u.x[0]);
    series_.add("velocity", u.v[0]);
  }
  Settings result() const override {
    Settings all{{"least_gap", least_}, {"rebounds", rebounds_}};
    series_.put(all);
    return all;
  }

 private:
  double least_ = never, velocity_ = 0;
  long rebounds_ = 0;
  TimeSeries series_;
};

class ImpactOscillator final : public ExtendedProblem<ImpactOscillator>, public ContactConstraints {
 public:
  using Parameters = stiffbench::Parameters;

  explicit ImpactOscillator(const Parameters& p) : p_(p), mass_(Vec::Constant(1, p.mass)) {
    tridiagonal(Vec::Constant(1, p.mass * p.omega * p.omega), Vec(), stiffness_);
    tridiagonal(Vec::Constant(1, 1), Vec(), gradient_);
  }

  State start() const override { return state({0, p_.x0, p_.v0}); }
  double default_end_time() const override { return 2; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override { return {.linear = true, .smooth = false}; }
  const Mat& linear_stiffness() const override { return stiffness_; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    const auto m = static_cast<Scalar>(p_.mass), omega = static_cast<Scalar>(p_.omega);
    f.setConstant(1, -m * static_cast<Scalar>(p_.gravity) -
                         m * omega * omega * (u.x[0] - static_cast<Scalar>(p_.rest)));
  }
  void jacobian_times(const State&, const Vec& dx, const Vec&, Vec& df) const override {
    df = -(stiffness_ * dx);
  }
  void stiffness(const State&, Mat& K) const override { K = stiffness_; }
  double potential(const State& u) const override {
    return p_.mass * (p_.gravity * u.x[0] + std::pow(p_.omega * (u.x[0] - p_.rest), 2) / 2);
  }

  const Mat& gap_gradient() const override { return gradient_; }
  void gaps(const Vec& x, Vec& g) const override { g = x; }
  double restitution() const override { return p_.restitution; }

  std::unique_ptr<Outputs> outputs(long points) const override {
    return std::make_unique<ImpactOutputs>(end_time(), points);
  }
  std::optional<State> exact(double t) const override {
    Flight now{0, p_.x0, p_.v0};
    const double slow = 1e-15 * impact_speed(now);
    for (Impact next = impact(now); now.t + next.after < t; next = impact(now)) {
      const double speed = p_.restitution * next.speed;
      if (speed <= slow && pull() > 0) return State{t, Vec::Zero(1), Vec::Zero(1)};
      now = {now.t + next.after, 0, speed};
    }
    return at(now, t);
  }

 private:
  /// The start of a motion without impacts.
  struct Flight {
    double t, x, v;
  };
  /// The first impact of a flight: its time after the start of the flight, and its speed.
  struct Impact {
    double after, speed;
  };

  static State state(const Flight& now) {
    return {now.t, Vec::Constant(1, now.x), Vec::Constant(1, now.v)};
  }
  /// The acceleration towards the wall at the wall (m/s^2).
  double pull() const { return p_.gravity - p_.omega * p_.omega * p_.rest; }
  /// The speed at the wall; not a number for a flight that does not reach it.
  double impact_speed(const Flight& from) const {
    return std::sqrt(from.v * from.v + from.x * (2 * pull() + p_.omega * p_.omega * from.x));
  }
  Impact impact(const Flight& from) const {
    const double speed = impact_speed(from), w = p_.omega;
    if (!(speed >= 0)) return {never, 0};
    if (w == 0) {
      if (pull() == 0) return {from.v < 0 ? -from.x / from.v : never, speed};
      return {(from.v + speed) / pull(), speed};
    }
    if (speed == 0 && pull() <= 0) return {never, 0};
    // The phase counts from the farthest point, so that the velocity is -omega R sin(phase).
    const double end = std::atan2(speed / w, pull() / (w * w)),
                 begin = std::atan2(-from.v / w, from.x + pull() / (w * w));
    return {(end >= begin ? end - begin : end - begin + 2 * std::numbers::pi) / w, speed};
  }
  State at(const Flight& from, double t) const {
    const double s = t - from.t, w = p_.omega;
    if (w == 0) return state({t, from.x + (from.v - pull() / 2 * s) * s, from.v - pull() * s});
    const double centre = -pull() / (w * w), y = from.x - centre;
    return state({t, centre + y * std::cos(w * s) + from.v / w * std::sin(w * s),
                  from.v * std::cos(w * s) - y * w * std::sin(w * s)});
  }

  Parameters p_;
  Mass mass_;
  Mat stiffness_, gradient_;
};

const bool enrolled = enrol_problem<ImpactOscillator>({
    .name = "impact_oscillator",
    .title = "Mass on a spring, or falling, that rebounds from a rigid wall",
    .equation = "m x'' = -m g - m omega^2 (x - rest), x >= 0, x' -> -restitution x' at x = 0",
    .doi = "10.1186/s40323-019-0126-y",
    .units = {"m", "kg", "s"},
});

}  // namespace
}  // namespace stiffbench
