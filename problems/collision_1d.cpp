// An elastic bar that flies lengthwise towards a wall at x = 0 and bounces (You, Zheng, Li, section
// 5.5): a neo-Hookean bar of `nodes` lumped masses, with half masses at the ends, and a logarithmic
// barrier between the wall and the leading node. The state holds the positions of the nodes, the
// leading one first.
//
// The paper gives neither kappa and dhat of this case nor the gap of the damped case. The values of
// its appendix A (1e5, 1 mm) do not reproduce its Table 2; the values used here do. The damped case
// has the damping force
//   -mu (k M + K_P(x)) v,   K_P: Hessian of the potential, including the wall,
// with the paper's mu k = 0.05 1/s; mu, k and the gap are fitted to the column of the table.

#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/feasible_steps.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/optional/switching_functions.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/chain.hpp"
#include "problems/forces/contact/barrier.hpp"
#include "problems/forces/feasible.hpp"
#include "problems/forces/neo_hookean.hpp"
#include "problems/outputs/collision.hpp"

#include <cmath>
#include <limits>

namespace stiffbench {
namespace {

/// One case of the paper: the parameters that differ between the cases (m/s, m, s, 1/s^2).
struct Case {
  const char* name;
  double wave_speed, gap, damping_time, damping_rate;
};
constexpr Case cases[] = {{"soft", 1, 0.1, 0, 0},
                          {"medium", 10, 0.1, 0, 0},
                          {"stiff", 100, 0.1, 0, 0},
                          {"damped", 1, 1, 4e-5, 1250}};

class Collision1d final : public ExtendedProblem<Collision1d>,
                          public ProjectedStiffness,
                          public FeasibleSteps,
                          public SwitchingFunctions {
 public:
  struct Parameters {
    std::string case_name = "soft";
    int nodes = 31;
    double length = 1, mass = 10, speed = 1, kappa = 100, dhat = 0.01;
    std::optional<double> wave_speed, gap, damping_time, damping_rate;

    static void parameters(auto& self, auto&& parameter) {
      parameter("case", self.case_name, one_of({"soft", "medium", "stiff", "damped"}),
                "sets the automatic parameters: wave_speed 1, 10, 100, 1 m/s; damped: gap 1 m");
      parameter("nodes", self.nodes, at_least(2), "number of nodes");
      parameter("length", self.length, positive(), "length of the bar (m)");
      parameter("mass", self.mass, positive(), "mass of the bar (kg)");
      parameter("speed", self.speed, positive(), "initial speed towards the wall (m/s)");
      parameter("kappa", self.kappa, positive(), "stiffness of the barrier (J)");
      parameter("dhat", self.dhat, positive(), "distance below which the barrier acts (m)");
      parameter("wave_speed", self.wave_speed, positive(), "speed of sound at rest (m/s)");
      parameter("gap", self.gap, positive(), "initial distance from the wall (m)");
      parameter("damping_time", self.damping_time, not_negative(), "mu, of the Hessian (s)");
      parameter("damping_rate", self.damping_rate, not_negative(), "k, of the mass (1/s^2)");
    }
    void resolve(const std::string&) {
      for (const Case& c : cases) {
        if (case_name != c.name) continue;
        wave_speed = wave_speed.value_or(c.wave_speed);
        gap = gap.value_or(c.gap);
        damping_time = damping_time.value_or(c.damping_time);
        damping_rate = damping_rate.value_or(c.damping_rate);
      }
    }
  };

  explicit Collision1d(const Parameters& p)
      : n_(p.nodes),
        kappa_(p.kappa),
        dhat_(p.dhat),
        speed_(p.speed),
        wave_speed_(*p.wave_speed),
        modulus_(p.mass / p.length * wave_speed_ * wave_speed_),
        mu_(*p.damping_time),
        drag_(*p.damping_time * *p.damping_rate),
        mass_(masses(p)) {
    start_ = {0, Vec(n_), Vec::Constant(n_, -p.speed)};
    for (Eigen::Index i = 0; i < n_; ++i)
      start_.x[i] = *p.gap + p.length * double(i) / double(n_ - 1);
    // The rest lengths are the rounded initial lengths, so that the bar is free of stress to the
    // last bit.
    rest_ = start_.x.tail(n_ - 1) - start_.x.head(n_ - 1);
    const NeoHookean<double> material{modulus_};
    tensions(Vec::NullaryExpr(
                 n_ - 1, [&](Eigen::Index e) { return material.second_derivative(0) / rest_[e]; }),
             0, free_);
  }

  State start() const override { return start_; }
  double default_end_time() const override { return 5; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override {
    const bool damped = mu_ > 0;
    return {.damped = damped, .varying_damping = damped, .smooth = false};
  }
  /// The stiffness of the free bar at rest.
  const Mat& linear_stiffness() const override { return free_; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    const auto material = neo_hookean<Scalar>();
    const auto wall = barrier<Scalar>();
    const auto mu = static_cast<Scalar>(mu_);
    f.setZero(n_);
    f[0] = -wall.first_derivative(u.x[0]);
    if (mu_ > 0) {
      f -= static_cast<Scalar>(drag_) * mass_.diagonal().template cast<Scalar>().cwiseProduct(u.v);
      f[0] -= mu * wall.second_derivative(u.x[0]) * u.v[0];
    }
    for (Eigen::Index e = 0; e + 1 < n_; ++e) {
      const Scalar strain = strain_of(e, u.x);
      Scalar tension = material.first_derivative(strain);
      if (mu_ > 0) tension += mu * material.second_derivative(strain) * rate_of(e, u.v);
      f[e] += tension;
      f[e + 1] -= tension;
    }
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override {
    df = -drag_ * mass_.diagonal().cwiseProduct(dv);
    df[0] -= wall_stiffness(u) * dx[0] + mu_ * wall_curvature(u) * dv[0];
    for (Eigen::Index e = 0; e + 1 < n_; ++e) {
      const double pull = element_stiffness(e, u) * (dx[e + 1] - dx[e]) +
                          mu_ * element_curvature(e, u) * (dv[e + 1] - dv[e]);
      df[e] += pull;
      df[e + 1] -= pull;
    }
  }
  void stiffness(const State& u, Mat& K) const override {
    tensions(Vec::NullaryExpr(n_ - 1, [&](Eigen::Index e) { return element_stiffness(e, u); }),
             wall_stiffness(u), K);
  }
  void projected_stiffness(const State& u, Mat& K) const override {
    tensions(Vec::NullaryExpr(
                 n_ - 1, [&](Eigen::Index e) { return std::max(element_stiffness(e, u), 0.); }),
             std::max(wall_stiffness(u), 0.), K);
  }
  void damping(const State& u, Mat& D) const override {
    if (mu_ == 0) return Problem::damping(u, D);
    tensions(
        Vec::NullaryExpr(n_ - 1, [&](Eigen::Index e) { return mu_ * element_curvature(e, u); }),
        mu_ * wall_curvature(u), D);
    for (Eigen::Index i = 0; i < n_; ++i) D.coeffRef(i, i) += drag_ * mass_.diagonal()[i];
  }
  double potential(const State& u) const override {
    const auto material = neo_hookean<double>();
    double sum = barrier<double>().energy(u.x[0]);
    for (Eigen::Index e = 0; e + 1 < n_; ++e) sum += rest_[e] * material.energy(strain_of(e, u.x));
    return sum;
  }
  double feasible_step(const Vec& x, const Vec& dx) const override {
    double share = share_above_zero(x[0], dx[0]);
    for (Eigen::Index e = 0; e + 1 < n_; ++e)
      share = std::min(share, share_above_zero(x[e + 1] - x[e], dx[e + 1] - dx[e]));
    return share;
  }
  Vec switching_functions(const State& u) const override {
    return Vec::Constant(1, u.x[0] - dhat_);
  }
  std::unique_ptr<Outputs> outputs(long points) const override {
    return std::make_unique<CollisionOutputs>(
        *this, CollisionOutputs::Bar{rest_, wave_speed_, speed_, dhat_}, points);
  }

 private:
  static Vec masses(const Parameters& p) {
    Vec m = Vec::Constant(p.nodes, p.mass / (p.nodes - 1));
    m[0] /= 2;
    m[p.nodes - 1] /= 2;
    return m;
  }
  template <class Scalar>
  Barrier<Scalar> barrier() const {
    return {static_cast<Scalar>(kappa_), static_cast<Scalar>(dhat_)};
  }
  template <class Scalar>
  NeoHookean<Scalar> neo_hookean() const {
    return {static_cast<Scalar>(modulus_)};
  }
  template <class Scalar>
  Scalar strain_of(Eigen::Index e, const VecOf<Scalar>& x) const {
    const auto rest = static_cast<Scalar>(rest_[e]);
    return (x[e + 1] - x[e] - rest) / rest;
  }
  template <class Scalar>
  Scalar rate_of(Eigen::Index e, const VecOf<Scalar>& v) const {
    return (v[e + 1] - v[e]) / static_cast<Scalar>(rest_[e]);
  }
  // A curvature is a second derivative of the potential; a stiffness is the derivative of the force
  // and includes the change with x of the Hessian in the damping.
  double wall_curvature(const State& u) const {
    return barrier<double>().second_derivative(u.x[0]);
  }
  double wall_stiffness(const State& u) const {
    const double change = mu_ > 0 ? mu_ * barrier<double>().third_derivative(u.x[0]) * u.v[0] : 0;
    return wall_curvature(u) + change;
  }
  double element_curvature(Eigen::Index e, const State& u) const {
    return neo_hookean<double>().second_derivative(strain_of(e, u.x)) / rest_[e];
  }
  double element_stiffness(Eigen::Index e, const State& u) const {
    const double change = mu_ > 0
                              ? mu_ * neo_hookean<double>().third_derivative(strain_of(e, u.x)) *
                                    rate_of(e, u.v) / rest_[e]
                              : 0;
    return element_curvature(e, u) + change;
  }
  /// Writes the matrix of a free bar with these element stiffnesses and `wall` at the leading node.
  template <class Elements>
  static void tensions(const Elements& elements, double wall, Mat& K) {
    const Eigen::Index n = elements.size() + 1;
    Vec ends = Vec::Zero(n + 1);
    ends[0] = wall;
    ends.segment(1, n - 1) = elements;
    chain_stiffness(ends, K);
  }

  Eigen::Index n_;
  double kappa_, dhat_, speed_, wave_speed_, modulus_, mu_, drag_;
  Mass mass_;
  Vec rest_;
  Mat free_;
  State start_;
};

const bool enrolled = enrol_problem<Collision1d>({
    .name = "collision_1d",
    .title = "Elastic bar that bounces off a logarithmic barrier, in one dimension",
    .equation = "M x'' = -grad(W(x) + kappa b(x1)) - D(x) v; "
                "W: energy of the neo-Hookean bar, b: logarithmic barrier before the leading node; "
                "D = mu (k M + Hessian) where it is damped, else 0",
    .doi = "10.48550/arXiv.2602.08094",
    .units = {"m", "kg", "s"},
    // Here the barrier acts at all times, so that the force is smooth.
    .order_checks =
        {{{"nodes", 5L}, {"kappa", 1.0}, {"dhat", 4.0}, {"gap", 1.0}, {"end_time", 1.2}},
         {{"case", "damped"},
          {"damping_time", 0.02},
          {"damping_rate", 10.0},
          {"nodes", 5L},
          {"kappa", 1.0},
          {"dhat", 4.0},
          {"gap", 1.0},
          {"end_time", 1.0}}},
});

}  // namespace
}  // namespace stiffbench
