#pragma once

#include "integrators/contract/parallel_stages.hpp"
#include "integrators/phi/phi.hpp"
#include "integrators/tableaus/exponential_tableau.hpp"
#include "integrators/tableaus/rows.hpp"

#include <memory>
#include <span>
#include <vector>

namespace stiffbench::phi {

/// The loop that runs the stages of an exponential Rosenbrock method (tableaus/exponential.hpp) on
/// M x'' = f(x, v, t), and the common part of the integrators that use it. A load enters as in the
/// autonomous system of (u, t): c_i^2 h^2 phi_2(c_i h J) F_t in a stage, h^2 phi_2(hJ) F_t in the
/// step and -c_i h F_t in a remainder, F_t = (0, M^-1 df/dt). Remainders have the form (0, r).
///
/// No stage depends on another one, and the exponential Euler step depends on none of them. By
/// default they all share one process of phi functions on F, and their remainders share another
/// one. With parallel_stages the exponential Euler step is one task, and the stages with their
/// remainders are another. Each task has its own phi functions and ledger, and two threads, where
/// available, run both concurrently. Digits and counts are the same with one thread.
class ExponentialRosenbrock {
 public:
  static void parameters(auto& self, auto&& parameter) { Phi::parameters(self.phi_, parameter); }
  std::string why_not_applicable(const Problem& problem) const {
    return phi_.why_not_applicable(problem);
  }
  Outcome step(State& u);
  Settings reported() const {
    return parallel_ ? phi_.reported(phi_of_stages_.report()) : phi_.reported();
  }

 protected:
  /// The parameter that methods with stages have.
  static void parallel_parameter_of(auto& self, auto&& parameter) {
    parameter(parallel_parameter, self.parallel_, any_value(),
              "stages at the same time as the step without them, on two threads");
  }
  /// Prepares for steps of size h (s) with these stages, without the first one, u_n itself.
  void init_stages(const CountedProblem& problem, double h,
                   std::span<const ExponentialStage> stages);
  /// Uses the problem's projected stiffness as the K of J from now on.
  void project_stiffness() { projected_ = true; }

 private:
  /// The request for phi_1 and phi_2 of the step, of the stages, or of both, times F and F_t.
  Request first_request(bool of_step, bool of_stages) const;
  Request second_request() const;
  void linearise(const State& u);
  Outcome advance_together(const State& u);
  Outcome advance_apart(const State& u);
  Outcome correct(const State& u, Phi& phi, const CountedProblem& problem);
  void remainder(const State& u, std::size_t stage, const CountedProblem& problem);

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool projected_ = false;
  ProblemTraits traits_;
  bool parallel_ = false;
  Phi phi_, phi_of_stages_;  // the second for stages that are a separate task
  std::shared_ptr<CountedProblem>
      counts_of_stages_;  // of that piece; its phi functions point to it
  std::vector<ExponentialStage> stages_;
  int first_ = 0, first_of_stages_ = 0, second_ = 0;
  Mat K_, D_;
  State stage_;
  Vec force_, stage_force_, acceleration_, times_;
  Vec load_rate_;                 // df/dt
  std::vector<Pair> slopes_;      // F and, with a load, F_t
  std::vector<Pair> increments_;  // of u in one exponential Euler step, then U_i - u
  std::vector<Pair> remainders_, correction_;
};

/// The integrator of a row of tableaus/exponential.hpp.
template <int S>
class Exponential : public ExponentialRosenbrock {
 public:
  static constexpr auto source = std::source_location::current();  ///< required by enrol_rows()
  Exponential() = default;
  explicit Exponential(const ExponentialTableau<S>& table) : table_(&table) {}

  static void parameters(auto& self, auto&& parameter) {
    if constexpr (S > 1) parallel_parameter_of(self, parameter);
    ExponentialRosenbrock::parameters(self, parameter);
  }
  Facts facts() const { return facts_of(Family::exponential, *table_); }
  int order(const Problem&) const { return table_->order; }
  void init(const CountedProblem& problem, double h) { init_stages(problem, h, table_->later); }

 private:
  const ExponentialTableau<S>* table_ = nullptr;
};

}  // namespace stiffbench::phi
