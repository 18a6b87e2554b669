#include "integrators/contract/registry.hpp"
#include "integrators/tableaus/composition.hpp"

namespace stiffbench {
namespace {

/// A symmetric composition of 15 velocity Verlet steps, of order 8. Time advances with each drift,
/// so a load f(x, t) keeps the order. Adjacent half kicks are merged: 15 forces per step.
class Composition8 {
 public:
  Facts facts() const {
    return {.name = "composition8",
            .title = "symmetric composition of velocity Verlet, order 8 (Suzuki, Umeno)",
            .doi = weights_.doi,
            .family = Family::explicit_steps,
            .stages = weights_.stages};
  }
  int order(const Problem&) const { return weights_.order; }
  std::string why_not_applicable(const Problem& p) const {
    return p.traits().damped ? "the force depends on v: Verlet is then neither symmetric nor of "
                               "second order, and composing it leaves order 1"
                             : "";
  }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    fresh_ = true;
  }

  Outcome step(State& u) {
    if (fresh_) accelerate(u);
    fresh_ = false;
    const double start = u.t;
    double elapsed = 0, before = 0;
    for (int i = 0; i < weights_.stages; ++i) {
      u.v += 0.5 * (before + weights_[i]) * h_ * a_;
      u.x += weights_[i] * h_ * u.v;
      elapsed += weights_[i];
      // The weights sum to 1 up to round-off, which must not accumulate in t.
      u.t = start + (i + 1 == weights_.stages ? 1 : elapsed) * h_;
      accelerate(u);
      before = weights_[i];
    }
    u.v += 0.5 * before * h_ * a_;
    return {};
  }

 private:
  void accelerate(const State& u) {
    problem_->force(u, f_);
    problem_->mass().solve(f_, a_);
  }

  static constexpr auto& weights_ = tableaus::suzuki_umeno8;
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool fresh_ = true;
  Vec f_, a_;
};

const bool enrolled = enrol(Composition8{});

}  // namespace
}  // namespace stiffbench
