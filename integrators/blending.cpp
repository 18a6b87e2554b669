#include "integrators/contract/registry.hpp"
#include "integrators/kernels/energy_step.hpp"
#include "integrators/kernels/newton/newton.hpp"
#include "integrators/kernels/order_settings.hpp"
#include "integrators/kernels/runge_kutta.hpp"
#include "integrators/tableaus/dirk.hpp"

#include <boost/math/tools/roots.hpp>

#include <cmath>

namespace stiffbench {
namespace {

/// Blending of Dinev, Liu, Kavan: z = (1 - t) z_IE + t z_mid of an implicit Euler and an implicit
/// midpoint step, both from u_n, with the t in [0, 1] for which the energy is H_0 minus the losses
/// by damping plus the work of loads since the start. Losses and work are those of the midpoint
/// rule, h v' D v and load' (x+ - x_n) half-way: on linear problems the midpoint rule keeps that
/// balance exactly, and t stays 1. t is also 1 where the midpoint rule gains no energy (the authors
/// then blend with explicit Euler). Where implicit Euler also has too much energy, the method with
/// the smaller energy is taken: under a growing load that is the midpoint rule. A blend of two
/// feasible positions need not be feasible.
class Blending {
 public:
  Facts facts() const {
    return {
        .name = "blending",
        .title = "implicit midpoint and implicit Euler blended to the energy (Dinev, Liu, Kavan)",
        .doi = "10.1145/3153420",
        .family = Family::energy_controllable,
        .stages = 2};
  }
  int order(const Problem& problem) const { return euler_.newton().order(problem, 2); }

  static void parameters(auto& self, auto&& parameter) {
    EnergyStep::parameters(self.euler_, parameter);
  }
  void resolve() const { euler_.newton().check_options(facts().name); }
  Settings order_settings() const { return newton_order_settings(); }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    euler_.init(problem, h);
    midpoint_newton_ = euler_.newton();  // a separate copy: the two matrices differ
    midpoint_newton_.init(problem);
    midpoint_.init(problem, h);
    first_ = true;
  }

  Outcome step(State& u) {
    if (auto outcome = euler_.advance(u, slow_); !outcome.ok()) return outcome;
    fast_ = u;
    if (auto outcome = midpoint_.step(tableaus::implicit_midpoint, fast_, midpoint_newton_);
        !outcome.ok())
      return outcome;
    if (first_) target_ = problem_->energy(u);
    first_ = false;
    middle_ = 0.5 * (u.v + fast_.v);
    target_ += euler_.gain(u, fast_, u.t + h_ / 2) - euler_.loss(u, middle_);
    blend(weight());
    u = blend_;
    return {};
  }

 private:
  void blend(double t) {
    blend_.t = fast_.t;
    blend_.x = (1 - t) * slow_.x + t * fast_.x;
    blend_.v = (1 - t) * slow_.v + t * fast_.v;
  }
  double weight() {
    const double kinetic = problem_->kinetic(fast_), potential = problem_->potential(fast_);
    const double excess = kinetic + potential - target_;
    if (excess <= round_off * (kinetic + std::abs(potential))) return 1;
    const double slow = problem_->energy(slow_);
    if (slow >= target_) return slow < kinetic + potential ? 0 : 1;
    const auto above = [&](double t) {
      blend(t);
      return problem_->energy(blend_) - target_;
    };
    const auto [low, high] =
        boost::math::tools::bisect(above, 0., 1., boost::math::tools::eps_tolerance<double>(40));
    return low;
  }

  static constexpr double round_off = 1e-14;
  const CountedProblem* problem_ = nullptr;
  double h_ = 0, target_ = 0;
  bool first_ = true;
  EnergyStep euler_;
  Newton midpoint_newton_;
  RungeKutta<1> midpoint_;
  State slow_, fast_, blend_;
  Vec middle_;
};

const bool enrolled = enrol(Blending{});

}  // namespace
}  // namespace stiffbench
