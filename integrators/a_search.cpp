#include "base/error.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/kernels/energy_step.hpp"
#include "integrators/kernels/order_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace stiffbench {
namespace {

/// The root of a alpha^2 - 2 b alpha + c = 0 nearest to 1, or the vertex b/a if there is none.
/// Returns 1 where a = 0, since alpha then has no effect.
double root_nearest_one(double a, double b, double c) {
  if (a == 0) return 1;
  const double discriminant = b * b - a * c;
  if (discriminant < 0) return b / a;
  const double q = b + std::copysign(std::sqrt(discriminant), b);  // no cancellation
  if (q == 0) return 0;
  const double first = q / a, second = c / q;
  return std::abs(first - 1) < std::abs(second - 1) ? first : second;
}

/// A decay of energy whose rate depends on the time: pairs of a time (s) and the e-fold time (s)
/// from then on, in increasing order; there is no decay before the first.
class DecaySchedule {
 public:
  DecaySchedule() = default;
  explicit DecaySchedule(const std::vector<double>& pairs) : pairs_(pairs) {}

  bool is_valid() const {
    if (pairs_.size() % 2 != 0) return false;
    for (std::size_t i = 0; i < pairs_.size(); i += 2)
      if (!(pairs_[i + 1] > 0) || (i > 0 && !(pairs_[i] > pairs_[i - 2]))) return false;
    return true;
  }
  /// Returns by how much the energy shrinks from one time to another (s).
  double factor(double from, double to) const {
    double exponent = 0;
    for (std::size_t i = 0; i < pairs_.size(); i += 2) {
      const double end = i + 2 < pairs_.size() ? std::min(to, pairs_[i + 2]) : to;
      exponent += std::max(end - std::max(from, pairs_[i]), 0.0) / pairs_[i + 1];
    }
    return std::exp(-exponent);
  }

 private:
  std::vector<double> pairs_;
};

/// A-search: v+ = w - alpha dv, between implicit Euler (alpha = 0) and A-1 (alpha = 1). It takes
/// the alpha in [alpha_min, alpha_max] for which the energy meets its target,
///   P(x+) + 1/2 |w - alpha dv|^2_M = E+,  E+ = E_g + exp(-h/tau) (E_n - E_g - L_n + W_n),
/// with E_0 = E_g + first_share (H_0 - E_g), or a decay that changes at given times. L_n = 2
/// P_n(x+) is the loss by damping, and W_n the work of loads, which the paper does not have. The
/// paper's algorithm 1 uses the loss one step late, and calls the e-fold time tau a half-life. The
/// sparse variant leaves alpha at 1 until the energy error of A-1 has had the same sign for three
/// steps, and then corrects once.
class ASearch {
 public:
  Facts facts() const {
    return {.name = "a_search",
            .title = "A-search: A-1 with its energy held to a target (You, Zheng, Li)",
            .doi = "10.48550/arXiv.2602.08094",
            .family = Family::energy_controllable,
            .stages = 1,
            .feasible = true};
  }
  int order(const Problem&) const { return 1; }

  static void parameters(auto& self, auto&& parameter) {
    parameter("alpha_min", self.alpha_min_, any_value(), "least alpha; 0 is implicit Euler");
    parameter("alpha_max", self.alpha_max_, any_value(), "largest alpha; 1 is A-1");
    parameter("tau", self.tau_, positive(),
              "e-fold time of the target's decay (s); automatic: no decay");
    parameter("schedule", self.schedule_, any_value(),
              "t1, tau1, t2, tau2, ...: e-fold times of the decay from these times on (s)");
    parameter("first_share", self.first_share_, from_to(0, 1),
              "of the initial energy above ground_energy that the first target has");
    parameter("ground_energy", self.ground_energy_, any_value(), "what it decays to (J)");
    parameter("sparse", self.sparse_, any_value(),
              "corrects only what had one sign for three steps");
    parameter("keep_alpha", self.keep_alpha_, any_value(), "reports the alpha of every step");
    EnergyStep::parameters(self.euler_, parameter);
  }
  Settings order_settings() const { return newton_order_settings(); }
  void resolve() const {
    if (!(alpha_min_ <= alpha_max_))
      throw Error("integrator 'a_search': alpha_min is at most alpha_max",
                  fmt::format("alpha_min={} and alpha_max={}", alpha_min_, alpha_max_),
                  "give both, the smaller one as alpha_min");
    if (!DecaySchedule(schedule_).is_valid())
      throw Error(
          "integrator 'a_search': a schedule has pairs of a time, later than the one before, and a "
          "positive e-fold time",
          to_string(schedule_), "give for example 1,1,1.5,0.5");
    if (tau_ && !schedule_.empty())
      throw Error("integrator 'a_search': a decay has tau or a schedule",
                  fmt::format("tau={} and schedule={}", *tau_, to_string(schedule_)),
                  fmt::format("give the schedule 0,{} for tau from the start on", *tau_));
    if (!tau_ && schedule_.empty() && first_share_ == 1 && ground_energy_ != 0)
      throw Error(
          "integrator 'a_search': ground_energy has no effect without tau, schedule or first_share",
          fmt::format("ground_energy={}", ground_energy_),
          "give one of these, or leave ground_energy out");
    euler_.newton().check_options(facts().name);
  }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    euler_.init(problem, h);
    decay_ = tau_ ? std::exp(-h / *tau_) : 1;
    decay_schedule_ = DecaySchedule(schedule_);
    first_ = true;
    one_sign_ = 0;
    alphas_.clear();
  }

  Outcome step(State& u) {
    if (auto outcome = euler_.advance(u, next_); !outcome.ok()) return outcome;
    if (first_) target_ = first_target(problem_->energy(u));
    first_ = false;
    const double left = target_ - euler_.loss(u, next_.v) + euler_.gain(u, next_, next_.t);
    const double decay = schedule_.empty() ? decay_ : decay_schedule_.factor(u.t, next_.t);
    target_ = ground_energy_ + decay * (left - ground_energy_);

    const Vec& dv = euler_.correction(u, next_);
    problem_->mass().times(dv, momentum_);
    const double a = 0.5 * momentum_.dot(dv), b = 0.5 * momentum_.dot(next_.v);
    const double excess = problem_->energy(next_) - target_;  // at alpha = 0
    const bool corrects = !sparse_ || due(excess - 2 * b + a);
    const double alpha =
        std::clamp(corrects ? root_nearest_one(a, b, excess) : 1, alpha_min_, alpha_max_);
    next_.v -= alpha * dv;
    u = next_;
    if (keep_alpha_) alphas_.push_back(alpha);
    return {};
  }

  Settings reported() const { return keep_alpha_ ? Settings{{"alpha", alphas_}} : Settings{}; }

 private:
  double first_target(double energy) const {
    if (first_share_ == 1) return energy;
    return ground_energy_ + first_share_ * (energy - ground_energy_);
  }
  /// True when A-1's energy error has the same sign for the third time in a row; counting then
  /// restarts.
  bool due(double error) {
    const int sign = error > 0 ? 1 : -1;
    one_sign_ = one_sign_ * sign > 0 ? one_sign_ + sign : sign;
    if (std::abs(one_sign_) < 3) return false;
    one_sign_ = 0;
    return true;
  }

  const CountedProblem* problem_ = nullptr;
  double alpha_min_ = 0, alpha_max_ = 1.1, ground_energy_ = 0;
  double first_share_ = 1;
  std::optional<double> tau_;
  std::vector<double> schedule_;
  DecaySchedule decay_schedule_;
  bool sparse_ = false, keep_alpha_ = false;
  EnergyStep euler_;
  double decay_ = 1, target_ = 0;
  bool first_ = true;
  int one_sign_ = 0;  // steps in a row with an error above the target, or minus those below
  std::vector<double> alphas_;
  State next_;
  Vec momentum_;
};

const bool enrolled = enrol(ASearch{});

}  // namespace
}  // namespace stiffbench
