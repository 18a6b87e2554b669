#pragma once

#include "integrators/tableaus/composition.hpp"
#include "integrators/tableaus/rows.hpp"

namespace stiffbench {

/// The integrator of a row of tableaus/composition.hpp. Time advances with each drift, so a load
/// f(x, t) keeps the order. A force serves the last kick of a step and the first one of the next.
template <int S>
class KicksAndDrifts {
 public:
  static constexpr auto source = std::source_location::current();  ///< required by enrol_rows()
  KicksAndDrifts() = default;
  explicit KicksAndDrifts(const Composition<S>& table) : table_(&table) {}

  Facts facts() const { return facts_of(Family::explicit_steps, *table_, "composition"); }
  int order(const Problem&) const { return table_->order; }
  std::string why_not_applicable(const Problem& p) const {
    return p.traits().damped ? "the force depends on v: a kick is then no exact flow, and the "
                               "composition has order 1"
                             : "";
  }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    is_current_ = false;
  }

  Outcome step(State& u) {
    const double start = u.t;
    double elapsed = 0;
    for (std::size_t i = 0; i < S; ++i) {
      kick(table_->kicks[i], u);
      u.x += table_->drifts[i] * h_ * u.v;
      elapsed += table_->drifts[i];
      // The drifts sum to 1 up to round-off, which must not accumulate in t.
      u.t = start + (i + 1 == S ? 1 : elapsed) * h_;
      is_current_ = false;
    }
    kick(table_->kicks[S], u);
    return {};
  }

 private:
  void kick(double weight, State& u) {
    if (weight == 0) return;
    if (!is_current_) {
      problem_->force(u, f_);
      problem_->mass().solve(f_, a_);
      is_current_ = true;
    }
    u.v += weight * h_ * a_;
  }

  const Composition<S>* table_ = nullptr;
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool is_current_ = false;  // a_ is the acceleration at the present position
  Vec f_, a_;
};

}  // namespace stiffbench
