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
/// The exponential Euler step depends on no stage. By default it shares one process of phi
/// functions on F with all stages. A remainder on which later stages depend has a process of its
/// own, from which its part of the step comes, too; the other remainders share another one. With
/// parallel_stages the exponential Euler step is one task, and the stages with their remainders are
/// another. Each task has its own phi functions and ledger, and two threads, where available, run
/// both concurrently. Digits and counts are the same with one thread.
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
                   std::span<const ExponentialStage> stages,
                   std::span<const ExponentialCoupling> couplings = {});
  /// Uses the problem's projected stiffness as the K of J from now on.
  void project_stiffness() { projected_ = true; }

 private:
  /// A stage on whose remainder later ones depend.
  struct Source {
    std::size_t stage = 0;
    std::vector<std::size_t> to = {};  // the stages that depend on it
    bool in_step = false;
    int request = 0;
    std::vector<Pair> input = {}, outputs = {};
  };

  /// Divides the stages into sources of couplings and others.
  void find_sources(std::span<const ExponentialCoupling> couplings);
  /// The request for phi_1 and phi_2 of the step, of the stages, or of both, times F and F_t.
  Request first_request(bool of_step, bool of_stages) const;
  Request second_request() const;
  /// The request for the terms of a remainder in later stages, then for its term in the step.
  Request coupled_request(const Source& source) const;
  /// The terms of phi functions in which a remainder contributes to the step.
  std::vector<Request::Term> step_terms(int input, const ExponentialStage& stage) const;
  void linearise(const State& u);
  Outcome advance_together(const State& u);
  Outcome advance_apart(const State& u);
  Outcome correct(const State& u, Phi& phi, const CountedProblem& problem);
  /// Adds the terms of a remainder to the later stages that depend on it, and keeps that of the
  /// step.
  Outcome couple(Source& source, Phi& phi);
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
  std::vector<ExponentialCoupling> couplings_;
  std::vector<Source> sources_;
  std::vector<std::size_t> uncoupled_;  // stages that contribute to the step in the last process
  int first_ = 0, first_of_stages_ = 0, second_ = 0;
  Mat K_, D_;
  State stage_;
  Vec force_, stage_force_, acceleration_, times_;
  Vec load_rate_;                 // df/dt
  std::vector<Pair> slopes_;      // F and, with a load, F_t
  std::vector<Pair> increments_;  // of u in one exponential Euler step, then U_i - u
  std::vector<Pair> remainders_, last_remainders_, correction_;
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
  void init(const CountedProblem& problem, double h) {
    init_stages(problem, h, table_->later, table_->couplings);
  }

 private:
  const ExponentialTableau<S>* table_ = nullptr;
};

}  // namespace stiffbench::phi
