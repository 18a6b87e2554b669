// d'Alembert's bar: an elastic bar flies lengthwise against a rigid wall at x = 0, stops there
// while a wave of pressure runs to its far end and back, and leaves with its first speed. The bar
// is linear, of `nodes` masses, half masses at the ends. The wall is a spring of one side,
//   force on the leading node -k_w min(x_0, 0),
// whose stiffness is a multiple of an element's, or a rigid obstacle, x_0 >= 0, that no force of
// the problem stands for. As the multiple and the number of nodes grow, the motion tends to that of
// a bar of continuous mass before a rigid wall, of which it is known that contact lasts 2 L/c with
// the force rho c v A, and that the bar leaves with all of its energy. The numbers are those of a
// steel bar whose sides are held, so that
//   c^2 = E (1 - nu) / ((1 + nu) (1 - 2 nu) rho).
// The state holds the positions of the nodes, the leading one first.

#include "base/error.hpp"
#include "problems/contract/optional/contact_constraints.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/switching_functions.hpp"
#include "problems/contract/outputs.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

using Eigen::Index;

struct Parameters {
  int nodes = 41;
  double length = 0.2, side = 0.02, youngs = 2e11, poisson = 0.3, density = 8000, speed = 100,
         gap = 1e-3, wall = 100;
  bool rigid = false;

  static void parameters(auto& self, auto&& parameter) {
    parameter("nodes", self.nodes, at_least(2), "number of nodes");
    parameter("length", self.length, positive(), "L of the bar (m)");
    parameter("side", self.side, positive(), "of its square section (m)");
    parameter("youngs", self.youngs, positive(), "Young's modulus (Pa)");
    parameter("poisson", self.poisson, between(-1, 0.5), "Poisson's ratio");
    parameter("density", self.density, positive(), "kg/m^3");
    parameter("speed", self.speed, positive(), "v towards the wall at the start (m/s)");
    parameter("gap", self.gap, any_value(),
              "between wall and bar at the start (m); below 0 the bar has come into the wall");
    parameter("wall", self.wall, positive(), "stiffness of the wall over that of an element");
    parameter("rigid", self.rigid, any_value(),
              "the wall is a rigid obstacle, and no spring; the leading node does not rebound");
  }
  void resolve(const std::string& owner) const {
    if (rigid && wall != Parameters().wall)
      throw Error(owner + ": a rigid wall has no stiffness", fmt::format("wall = {}", wall),
                  "leave out wall, or rigid");
    if (rigid && gap < 0)
      throw Error(owner + ": the bar starts before a rigid wall", fmt::format("gap = {}", gap),
                  "choose gap of at least 0");
  }
  double section() const { return side * side; }  // m^2
  double modulus() const { return youngs * (1 - poisson) / ((1 + poisson) * (1 - 2 * poisson)); }
  double wave_speed() const { return std::sqrt(modulus() / density); }
  double element_stiffness() const { return modulus() * section() * (nodes - 1) / length; }
  double wall_stiffness() const { return rigid ? 0 : wall * element_stiffness(); }
};

/// Outputs: impact_time, separation_time, contact_duration (s) and contacts; largest_force of the
/// wall (N); centre_velocity (m/s) and restitution, that over the initial speed; the last three
/// over those of the bar of continuous mass: duration_ratio, force_ratio of the mean force while in
/// contact; series of the leading and the trailing node (m) and of the force (N). The force of a
/// rigid wall is the mean over a step, from the change of momentum.
class BarOutputs final : public Outputs {
 public:
  BarOutputs(const Parameters& p, Vec mass, double span, long points)
      : p_(p), mass_(std::move(mass)), contact_(0), series_(0, span, points) {}

  void see(const State& u) override {
    const double velocity = mass_.dot(u.v) / mass_.sum();
    const double force =
        p_.rigid ? mean_force(u.t, velocity) : -p_.wall_stiffness() * std::min(u.x[0], 0.);
    // A rigid wall may act on a node that stays before it. Contact is where it acts.
    contact_.see(u.t, p_.rigid ? (force > 1e-6 * continuous_force() ? -1 : 1) : u.x[0]);
    largest_ = std::max(largest_, force);
    velocity_ = velocity;
    t_ = u.t;
    if (!series_.due(u.t)) return;
    series_.add("leading", u.x[0]);
    series_.add("trailing", u.x[u.x.size() - 1]);
    series_.add("force", force);
  }
  Settings result() const override {
    Settings all{{"largest_force", largest_},
                 {"centre_velocity", velocity_},
                 {"restitution", velocity_ / p_.speed}};
    contact_.put(all);
    const double duration = std::get<double>(all["separation_time"]) -
                            std::get<double>(all["impact_time"]),
                 impulse = mass_.sum() * (velocity_ + p_.speed);
    all["contact_duration"] = duration;
    all["duration_ratio"] = duration * p_.wave_speed() / (2 * p_.length);
    all["force_ratio"] = impulse / duration / continuous_force();
    series_.put(all);
    return all;
  }

 private:
  /// The force on the bar of continuous mass (N).
  double continuous_force() const { return p_.density * p_.wave_speed() * p_.speed * p_.section(); }
  double mean_force(double t, double velocity) const {
    return t > t_ ? mass_.sum() * (velocity - velocity_) / (t - t_) : 0;
  }

  Parameters p_;
  Vec mass_;
  ContactTimes contact_;
  TimeSeries series_;
  double largest_ = 0, velocity_ = 0, t_ = 0;
};

class HardWallBar final : public ExtendedProblem<HardWallBar>,
                          public SwitchingFunctions,
                          public ContactConstraints {
 public:
  using Parameters = stiffbench::Parameters;

  explicit HardWallBar(const Parameters& p) : p_(p), mass_(masses(p)) {
    const Index n = p.nodes;
    start_ = {0, Vec(n), Vec::Constant(n, -p.speed)};
    for (Index i = 0; i < n; ++i)
      start_.x[i] = p.gap + p.length * static_cast<double>(i) / static_cast<double>(n - 1);
    // The rest lengths are the rounded initial lengths, so that the bar is free of stress.
    rest_ = start_.x.tail(n - 1) - start_.x.head(n - 1);
    write_stiffness(0, free_);
    gradient_ = Mat(p.rigid ? 1 : 0, n);
    if (p.rigid) gradient_.insert(0, 0) = 1;
    gradient_.makeCompressed();
  }

  State start() const override { return start_; }
  double default_end_time() const override {
    return 2 * std::max(0., p_.gap) / p_.speed + 2.5 * p_.length / p_.wave_speed();
  }
  /// Keeps a perturbed bar on its side of the wall.
  double typical_displacement() const override { return std::abs(p_.gap) / 10; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override { return {.smooth = false}; }
  /// The stiffness of the free bar.
  const Mat& linear_stiffness() const override { return free_; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    f.setZero(u.x.size());
    if (u.x[0] < 0) f[0] = -static_cast<Scalar>(p_.wall_stiffness()) * u.x[0];
    const auto k = static_cast<Scalar>(p_.element_stiffness());
    for (Index e = 0; e + 1 < u.x.size(); ++e) {
      const Scalar tension = k * (u.x[e + 1] - u.x[e] - static_cast<Scalar>(rest_[e]));
      f[e] += tension;
      f[e + 1] -= tension;
    }
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec&, Vec& df) const override {
    df = -(free_ * dx);
    df[0] -= wall_at(u) * dx[0];
  }
  void stiffness(const State& u, Mat& K) const override { write_stiffness(wall_at(u), K); }
  double potential(const State& u) const override {
    const Index n = u.x.size();
    return p_.element_stiffness() / 2 * (u.x.tail(n - 1) - u.x.head(n - 1) - rest_).squaredNorm() +
           p_.wall_stiffness() / 2 * std::pow(std::min(u.x[0], 0.), 2);
  }
  Vec switching_functions(const State& u) const override { return Vec::Constant(1, u.x[0]); }
  const Mat& gap_gradient() const override { return gradient_; }
  void gaps(const Vec& x, Vec& g) const override { g = gradient_ * x; }
  std::unique_ptr<Outputs> outputs(long points) const override {
    return std::make_unique<BarOutputs>(p_, mass_.diagonal(), end_time(), points);
  }

 private:
  static Vec masses(const Parameters& p) {
    Vec m = Vec::Constant(p.nodes, p.density * p.section() * p.length / (p.nodes - 1));
    m[0] /= 2;
    m[p.nodes - 1] /= 2;
    return m;
  }
  double wall_at(const State& u) const { return u.x[0] < 0 ? p_.wall_stiffness() : 0; }
  /// Writes K with this stiffness of the wall: a chain of which one end is free.
  void write_stiffness(double wall, Mat& K) const {
    Vec ends = Vec::Constant(p_.nodes + 1, p_.element_stiffness());
    ends[0] = wall;
    ends[p_.nodes] = 0;
    chain_stiffness(ends, K);
  }

  Parameters p_;
  Mass mass_;
  State start_;
  Vec rest_;
  Mat free_, gradient_;
};

const bool enrolled = enrol_problem<HardWallBar>({
    .name = "hard_wall_bar",
    .title = "Linear bar that bounces off a nearly rigid or rigid wall (d'Alembert)",
    .equation =
        "M x'' = -K (x - X) - k_w min(x_0, 0) e_0; K: bar of equal elements, "
        "k_w = wall E' A (nodes - 1)/L, E' = E (1 - nu)/((1 + nu)(1 - 2 nu)); rigid: k_w = 0, "
        "x_0 >= 0",
    .doi = "",
    .units = {"m", "kg", "s"},
    // Within the wall at all times, so that the force is smooth.
    .order_checks = {{{"nodes", 4L},
                      {"youngs", 1e6},
                      {"speed", 1.0},
                      {"gap", -0.01},
                      {"wall", 0.5},
                      {"end_time", 0.02}}},
});

}  // namespace
}  // namespace stiffbench
