// A mass on a spring and a damper that are not fixed to the ground: it falls, compresses both, and
// leaves the ground when they would have to pull it back. With the height x of the mass over that
// of the relaxed spring,
//   m x'' = -m g + N,   N = max(0, -m omega^2 x - 2 zeta m omega x') for x < 0, else 0.
// Spring and damper have no mass of their own and are relaxed again before the next contact. The
// force jumps where contact begins, by 2 zeta m omega |x'|, and has a kink where it ends.
// The motion is known in closed form: parabolas between contacts, and in contact the oscillation
//   x + g/omega^2 = exp(-zeta omega t) (A cos(w t) + B sin(w t)),  w = omega sqrt(1 - zeta^2),
// until x'' = -g. Without gravity a contact returns the share
//   exp(-zeta/sqrt(1 - zeta^2) (pi - atan2(2 zeta sqrt(1 - zeta^2), 1 - 2 zeta^2)))
// of the speed; with gravity it is less, and depends on the speed (doi:10.48550/arXiv.2204.10917).
// All values are ours.

#include "base/error.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/secant_damping.hpp"
#include "problems/contract/optional/switching_functions.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/chain.hpp"
#include "problems/outputs/bounces.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace stiffbench {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// The oscillation exp(-decay t) (A cos(w t) + B sin(w t)).
struct Oscillation {
  double decay, w, A, B;

  double at(double t) const {
    return std::exp(-decay * t) * (A * std::cos(w * t) + B * std::sin(w * t));
  }
  Oscillation derivative() const { return {decay, w, w * B - decay * A, -w * A - decay * B}; }
  /// The first time after 0 at which it rises through 0.
  double first_rise() const {
    const double phase = std::atan2(A, B);
    return (phase < 0 ? -phase : 2 * std::numbers::pi - phase) / w;
  }
};

/// The time after which start + rate t - pull t^2/2 stays below 0; below 0 if it is there already.
double stays_negative(double start, double rate, double pull) {
  const double square = rate * rate + 2 * pull * start;
  if (square < 0) return -never;
  if (rate < 0) return 2 * start / (std::sqrt(square) - rate);
  return pull > 0 ? (rate + std::sqrt(square)) / pull : never;
}

/// The first time at which f falls through 0, between both times: f(high) < 0 <= f(low).
template <class F>
double fall_through_zero(const F& f, double low, double high) {
  while (true) {
    const double middle = (low + high) / 2;
    if (!(low < middle && middle < high)) return high;
    (f(middle) < 0 ? high : low) = middle;
  }
}

class BouncingMass final : public ExtendedProblem<BouncingMass>,
                           public SecantDamping,
                           public SwitchingFunctions {
 public:
  struct Parameters {
    double mass = 1, omega = 100, zeta = 0.1, gravity = 9.81, x0 = 0.5, v0 = 0;

    static void parameters(auto& self, auto&& parameter) {
      parameter("mass", self.mass, positive(), "mass (kg)");
      parameter("omega", self.omega, positive(), "undamped frequency in contact (rad/s)");
      parameter("zeta", self.zeta, not_negative(), "damping ratio in contact, below 1");
      parameter("gravity", self.gravity, not_negative(), "g, downwards (m/s^2)");
      parameter("x0", self.x0, any_value(), "height at the start (m); below 0 in contact");
      parameter("v0", self.v0, any_value(), "velocity at the start, upwards (m/s)");
    }
    void resolve(const std::string& owner) const {
      if (!(zeta < 1))
        throw Error(owner + ": the mass oscillates in contact", fmt::format("zeta = {}", zeta),
                    "choose zeta below 1");
    }
  };

  explicit BouncingMass(const Parameters& p) : p_(p), mass_(Vec::Constant(1, p.mass)) {
    tridiagonal(Vec::Constant(1, stiffness_in_contact()), Vec(), linear_);
  }

  State start() const override { return state(0, p_.x0, p_.v0); }
  double default_end_time() const override { return 2; }
  const Mass& mass() const override { return mass_; }
  /// A mass that is in contact from start to end is a damped oscillator.
  ProblemTraits traits() const override {
    const Phase first = phase(0, p_.x0, p_.v0);
    const bool stays = first.in_contact && first.length >= end_time();
    return {.damped = p_.zeta > 0, .varying_damping = p_.zeta > 0 && !stays, .smooth = stays};
  }
  /// The stiffness in contact.
  const Mat& linear_stiffness() const override { return linear_; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    f.setConstant(1, -static_cast<Scalar>(p_.mass) * static_cast<Scalar>(p_.gravity));
    const Scalar normal = push(u.x[0], u.v[0]);
    if (u.x[0] < 0 && normal > 0) f[0] += normal;
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override {
    df = touches(u.x[0], u.v[0]) ? Vec::Constant(1, push(dx[0], dv[0])) : Vec::Zero(1);
  }
  void stiffness(const State& u, Mat& K) const override {
    const bool contact = touches(u.x[0], u.v[0]);
    tridiagonal(Vec::Constant(1, contact ? stiffness_in_contact() : 0), Vec(), K);
  }
  void damping(const State& u, Mat& D) const override {
    if (p_.zeta == 0) return Problem::damping(u, D);
    const bool contact = touches(u.x[0], u.v[0]);
    tridiagonal(Vec::Constant(1, contact ? damping_in_contact() : 0), Vec(), D);
  }
  /// The damper takes no more than what the spring gives: it does not pull.
  void secant_damping(const State& u, Mat& C) const override {
    damping(u, C);
    const bool released = p_.zeta > 0 && u.x[0] < 0 && !touches(u.x[0], u.v[0]);
    if (released) C.coeffRef(0, 0) = -stiffness_in_contact() * u.x[0] / u.v[0];
  }
  double potential(const State& u) const override {
    const double deep = std::min(u.x[0], 0.);
    return p_.mass * p_.gravity * u.x[0] + stiffness_in_contact() / 2 * deep * deep;
  }
  /// The height, and the force of spring and damper, which ends contact.
  Vec switching_functions(const State& u) const override {
    if (p_.zeta == 0) return u.x;
    return Vec{{u.x[0], push(u.x[0], u.v[0])}};
  }
  std::unique_ptr<Outputs> outputs(long points) const override {
    const auto heights = [](const State& u) { return Bounces::Heights{u.x[0], u.x[0]}; };
    return std::make_unique<Bounces>(heights, 0, end_time(), points);
  }
  std::optional<State> exact(double t) const override {
    Phase now = phase(0, p_.x0, p_.v0);
    while (now.begin + now.length < t) {
      const State end = at(now, now.begin + now.length);
      now = now.in_contact ? flight(end.t, end.x[0], end.v[0]) : contact(end.t, end.x[0], end.v[0]);
    }
    return at(now, t);
  }

 private:
  /// A flight or a contact, with its first state and its length (s).
  struct Phase {
    bool in_contact;
    double begin, x, v, length = never;
  };

  double stiffness_in_contact() const { return p_.mass * p_.omega * p_.omega; }
  double damping_in_contact() const { return 2 * p_.zeta * p_.mass * p_.omega; }
  /// The force upwards of spring and damper if they hold the mass (N).
  template <class Scalar>
  Scalar push(Scalar x, Scalar v) const {
    const auto omega = static_cast<Scalar>(p_.omega), m = static_cast<Scalar>(p_.mass);
    return -m * omega * (omega * x + 2 * static_cast<Scalar>(p_.zeta) * v);
  }
  bool touches(double x, double v) const { return x < 0 && push(x, v) > 0; }
  static State state(double t, double x, double v) {
    return {t, Vec::Constant(1, x), Vec::Constant(1, v)};
  }

  Phase phase(double t, double x, double v) const {
    return touches(x, v) ? contact(t, x, v) : flight(t, x, v);
  }
  /// Contact begins once the height and the pull of spring and damper are below 0 for good.
  Phase flight(double t, double x, double v) const {
    const double k = p_.omega * p_.omega, c = 2 * p_.zeta * p_.omega, g = p_.gravity;
    const double reached = stays_negative(x, v, g),
                 pushed = stays_negative(k * x + c * v, k * v - c * g, k * g);
    return {false, t, x, v, std::max({0., reached, pushed})};
  }
  /// Contact ends when the acceleration falls to -g, which later minima do not reach if the first
  /// one does not.
  Phase contact(double t, double x, double v) const {
    Phase all{true, t, x, v};
    const Oscillation acceleration = oscillation(all).derivative().derivative();
    const auto excess = [&](double time) { return acceleration.at(time) + p_.gravity; };
    const double minimum = acceleration.derivative().first_rise();
    if (excess(minimum) >= 0) return all;
    const double maximum = std::max(0., minimum - std::numbers::pi / acceleration.w);
    all.length = fall_through_zero(excess, maximum, minimum);
    return all;
  }
  /// The motion about the height of rest.
  Oscillation oscillation(const Phase& from) const {
    const double decay = p_.zeta * p_.omega, w = p_.omega * std::sqrt(1 - p_.zeta * p_.zeta),
                 y = from.x - rest();
    return {decay, w, y, (from.v + decay * y) / w};
  }
  double rest() const { return -p_.gravity / (p_.omega * p_.omega); }
  State at(const Phase& now, double t) const {
    const double s = t - now.begin;
    if (now.in_contact) {
      const Oscillation motion = oscillation(now);
      return state(t, rest() + motion.at(s), motion.derivative().at(s));
    }
    return state(t, now.x + (now.v - p_.gravity / 2 * s) * s, now.v - p_.gravity * s);
  }

  Parameters p_;
  Mass mass_;
  Mat linear_;
};

const bool enrolled = enrol_problem<BouncingMass>({
    .name = "bouncing_mass",
    .title = "Mass on a spring and a damper that bounces on the ground",
    .equation = "m x'' = -m g + max(0, -m omega^2 x - 2 zeta m omega x') for x < 0, "
                "m x'' = -m g for x >= 0",
    .doi = "10.48550/arXiv.2204.10917",
    .units = {"m", "kg", "s"},
    // In contact at all times, so that the force is smooth.
    .order_checks = {{{"omega", 3.0}, {"zeta", 0.2}, {"x0", -0.5}, {"end_time", 2.0}}},
});

}  // namespace
}  // namespace stiffbench
