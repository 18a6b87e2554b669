// One particle that flies towards a wall at x = 0, with a known speed after the impact (You, Zheng,
// Li, appendix E): m x'' = -P'(x) with the one-sided quadratic wall P = k/2 x^2 for x < 0, or with
// the logarithmic barrier. The paper prints the quadratic wall for x > 0, where it would push the
// particle through free space. The quadratic wall has a closed form: free flight, half an
// oscillation with omega = sqrt(k/m), free flight.

#include "base/error.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/feasible_steps.hpp"
#include "problems/contract/optional/switching_functions.hpp"
#include "problems/contract/outputs.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/chain.hpp"
#include "problems/forces/contact/barrier.hpp"
#include "problems/forces/feasible.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace stiffbench {
namespace {

struct Parameters {
  std::string wall = "quadratic";
  double mass = 1, stiffness = 1e4, kappa = 1, dhat = 0.1, x0 = 0.5, speed = 1;

  static void parameters(auto& self, auto&& parameter) {
    parameter("wall", self.wall, one_of({"quadratic", "barrier"}), "the wall's potential");
    parameter("mass", self.mass, positive(), "mass (kg)");
    parameter("stiffness", self.stiffness, positive(), "k of the quadratic wall (N/m)");
    parameter("kappa", self.kappa, positive(), "stiffness of the barrier (J)");
    parameter("dhat", self.dhat, positive(), "distance below which the barrier acts (m)");
    parameter("x0", self.x0, any_value(), "initial position (m), positive before a barrier");
    parameter("speed", self.speed, positive(), "initial speed towards the wall (m/s)");
  }
  void resolve(const std::string& owner) const {
    if (wall == "barrier" && !(x0 > 0))
      throw Error(owner + ": x0 is positive before a barrier", fmt::format("{}", x0),
                  "start outside the wall");
  }
};

/// Outputs: final_velocity (m/s); restitution, which is final_velocity over `speed`;
/// minimum_position (m, deepest penetration if negative); impact_time, separation_time, contacts;
/// series of position and velocity.
class ParticleOutputs final : public Outputs {
 public:
  ParticleOutputs(const Parameters& p, double reach, double span, long points)
      : speed_(p.speed), contact_(reach), series_(0, span, points) {}
  void see(const State& u) override {
    velocity_ = u.v[0];
    lowest_ = std::min(lowest_, u.x[0]);
    contact_.see(u.t, u.x[0]);
    if (!series_.due(u.t)) return;
    series_.add("position", u.x[0]);
    series_.add("velocity", u.v[0]);
  }
  Settings result() const override {
    Settings all{{"final_velocity", velocity_},
                 {"restitution", velocity_ / speed_},
                 {"minimum_position", lowest_}};
    contact_.put(all);
    series_.put(all);
    return all;
  }

 private:
  double speed_, velocity_ = 0, lowest_ = std::numeric_limits<double>::infinity();
  ContactTimes contact_;
  TimeSeries series_;
};

class ParticleWall final : public ExtendedProblem<ParticleWall>,
                           public FeasibleSteps,
                           public SwitchingFunctions {
 public:
  using Parameters = stiffbench::Parameters;

  explicit ParticleWall(const Parameters& p)
      : p_(p), barrier_(p.wall == "barrier"), mass_(Vec::Constant(1, p.mass)) {
    tridiagonal(Vec::Zero(1), Vec(), free_);
  }

  State start() const override { return {0, Vec::Constant(1, p_.x0), Vec::Constant(1, -p_.speed)}; }
  double default_end_time() const override { return 1; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override { return {.smooth = false}; }
  /// The stiffness of the free particle, which is zero.
  const Mat& linear_stiffness() const override { return free_; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    const Scalar x = u.x[0];
    f.resize(1);
    if (barrier_)
      f[0] = -barrier<Scalar>().first_derivative(x);
    else
      f[0] = x < 0 ? -static_cast<Scalar>(p_.stiffness) * x : Scalar(0);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec&, Vec& df) const override {
    df = -curvature(u.x[0]) * dx;
  }
  void stiffness(const State& u, Mat& K) const override {
    tridiagonal(Vec::Constant(1, curvature(u.x[0])), Vec(), K);
  }
  double potential(const State& u) const override {
    const double x = u.x[0];
    if (barrier_) return barrier<double>().energy(x);
    return x < 0 ? 0.5 * p_.stiffness * x * x : 0;
  }
  double feasible_step(const Vec& x, const Vec& dx) const override {
    return barrier_ ? share_above_zero(x[0], dx[0]) : 1;
  }
  std::optional<State> exact(double t) const override {
    if (barrier_) return std::nullopt;
    return flight(t);
  }
  Vec switching_functions(const State& u) const override {
    return Vec::Constant(1, barrier_ ? u.x[0] - p_.dhat : u.x[0]);
  }
  std::unique_ptr<Outputs> outputs(long points) const override {
    return std::make_unique<ParticleOutputs>(p_, barrier_ ? p_.dhat : 0, end_time(), points);
  }

 private:
  template <class Scalar>
  Barrier<Scalar> barrier() const {
    return {static_cast<Scalar>(p_.kappa), static_cast<Scalar>(p_.dhat)};
  }
  double curvature(double x) const {
    if (barrier_) return barrier<double>().second_derivative(x);
    return x < 0 ? p_.stiffness : 0;
  }
  /// Inside the wall x = -A sin(omega (t - enter) + phase), with phase > 0 if the particle starts
  /// there.
  State flight(double t) const {
    const double omega = std::sqrt(p_.stiffness / p_.mass), inside = std::min(p_.x0, 0.);
    const double enter = std::max(p_.x0, 0.) / p_.speed;
    const double A = std::hypot(inside, p_.speed / omega), phase = std::asin(-inside / A);
    const double leave = enter + (std::numbers::pi - phase) / omega;
    const auto state = [&](double x, double v) {
      return State{t, Vec::Constant(1, x), Vec::Constant(1, v)};
    };
    if (t <= enter) return state(p_.x0 - p_.speed * t, -p_.speed);
    if (t >= leave) return state(omega * A * (t - leave), omega * A);
    const double angle = omega * (t - enter) + phase;
    return state(-A * std::sin(angle), -A * omega * std::cos(angle));
  }

  Parameters p_;
  bool barrier_;
  Mass mass_;
  Mat free_;
};

const bool enrolled = enrol_problem<ParticleWall>({
    .name = "particle_wall",
    .title = "One particle against a one-sided quadratic wall or a logarithmic barrier",
    .equation =
        "m x'' = -P'(x); P = k x^2 / 2 for x < 0, or kappa times a logarithmic barrier before "
        "x = 0",
    .doi = "10.48550/arXiv.2602.08094",
    .units = {"m", "kg", "s"},
    // Here the wall acts at all times, so that the force is smooth.
    .order_checks =
        {{{"wall", "barrier"}, {"kappa", 2.0}, {"dhat", 4.0}, {"x0", 1.0}, {"end_time", 2.0}}},
});

}  // namespace
}  // namespace stiffbench
