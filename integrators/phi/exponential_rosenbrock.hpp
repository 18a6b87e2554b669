#pragma once

#include "integrators/contract/parallel_stages.hpp"
#include "integrators/kernels/adaptive/step_control.hpp"
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
/// step and -c_i h F_t in a remainder, F_t = (0, M^-1 df/dt); a stage that starts with w phi_k(c h
/// J) F has w c h^2 phi_{k+1}(c h J) F_t. Remainders have the form (0, r).
///
/// The exponential Euler step depends on no stage. By default it shares one process of phi
/// functions on F with all stages. A remainder on which later stages depend has a process of its
/// own, from which its part of the step comes, too; the other remainders share another one. With
/// parallel_stages the exponential Euler step is one task, and the stages with their remainders are
/// another. Each task has its own phi functions and ledger, and two threads, where available, run
/// both concurrently. Digits and counts are the same with one thread.
///
/// The estimated error of a step is a further output of the processes on remainders: the sum with
/// the differences of the weights of step and embedded method. A back end belongs to one step size;
/// a change of the size prepares it anew.
class ExponentialRosenbrock {
 public:
  static void parameters(auto& self, auto&& parameter) { Phi::parameters(self.phi_, parameter); }
  std::string why_not_applicable(const Problem& problem) const {
    return phi_.why_not_applicable(problem);
  }
  Outcome step(State& u);
  bool adaptive() const { return control_.adaptive(); }
  long steps_taken() const { return control_.steps_taken(); }
  Settings reported() const;

 protected:
  /// The parameter that methods with stages have.
  static void parallel_parameter_of(auto& self, auto&& parameter) {
    parameter(parallel_parameter, self.parallel_, any_value(),
              "stages at the same time as the step without them, on two threads");
  }
  /// The parameters of methods that estimate their errors.
  static void adaptive_parameters_of(auto& self, auto&& parameter) {
    StepControl::parameters(self.control_, parameter);
  }
  /// Throws Error for options of step control without effect; `name` is the integrator's.
  void check_control(const std::string& name) const {
    control_.check("integrator '" + name + "': ");
  }
  /// Prepares for steps of size h (s) of this scheme. `order_of_error` is the order in h of a
  /// step's estimated error, and is read where the steps are chosen.
  void init_scheme(const CountedProblem& problem, double h, const ExponentialScheme& scheme,
                   int order_of_error);
  /// Uses the problem's projected stiffness as the K of J from now on.
  void project_stiffness() { projected_ = true; }
  /// Leaves out the terms of df/dt.
  void omit_load_rate() { omits_load_rate_ = true; }
  /// Evaluates K and D in every step of this number, and linearises the back end only then.
  void linearise_every(long steps) { steps_per_linearisation_ = steps; }

 private:
  static constexpr int none = -1;
  /// A stage on whose remainder later ones depend.
  struct Source {
    std::size_t stage = 0;
    std::vector<std::size_t> to = {};     // the stages that depend on it
    int in_step = none, in_error = none;  // the outputs with its terms there
    int request = 0;
    std::vector<Pair> input = {}, outputs = {};
  };

  /// Divides the stages into sources of couplings and others.
  void find_sources(std::span<const ExponentialCoupling> couplings);
  /// Makes the back ends for steps of size h (s), with all requests.
  void prepare(double h);
  /// The request for functions of F and F_t of the step, of the stages, or of both.
  Request first_request(bool of_step, bool of_stages) const;
  Request second_request();
  /// The request for the terms of a remainder in later stages, then for those in the step and in
  /// its error.
  Request coupled_request(Source& source) const;
  /// Adds to the output the terms of this stage's remainder among `terms`.
  void add_terms(std::span<const RemainderTerm> terms, std::size_t stage, int input,
                 Request::Output& output) const;
  /// True when one of the terms is that of this stage's remainder.
  static bool has_terms(std::span<const RemainderTerm> terms, std::size_t stage);
  Outcome step_once(State& u);
  void linearise(const State& u);
  bool is_last_stage(const State& u) const;
  Outcome give_matrices(Phi& phi);
  Outcome advance_together(const State& u);
  Outcome advance_apart(const State& u);
  Outcome correct(const State& u, Phi& phi, const CountedProblem& problem);
  /// Adds the terms of a remainder to the later stages that depend on it, and keeps those of the
  /// step.
  Outcome couple(Source& source, Phi& phi);
  void remainder(const State& u, std::size_t stage, const CountedProblem& problem);
  /// Sums the outputs of the step, or of its error, of all processes on remainders.
  void sum_up(int of_second, int Source::*of_source, Pair& sum);

  const CountedProblem* problem_ = nullptr;
  StepControl control_;
  double interval_ = 0, h_ = 0;  // between outputs, and of a step (s)
  bool projected_ = false, omits_load_rate_ = false;
  long steps_per_linearisation_ = 1, age_ = 0;  // of K, in steps
  bool is_linearised_ = false;                  // the back ends have the present K
  ProblemTraits traits_;
  bool parallel_ = false;
  Phi phi_, phi_of_stages_;  // the second for stages that are a separate task
  std::shared_ptr<CountedProblem>
      counts_of_stages_;  // of that piece; its phi functions point to it
  std::vector<ExponentialStage> stages_;
  std::vector<ExponentialStart> starts_;
  std::vector<ExponentialCoupling> couplings_;  // of stages
  std::vector<RemainderTerm> step_terms_, error_terms_;
  std::vector<Source> sources_;
  std::vector<std::size_t> uncoupled_;  // stages that contribute to the step in the last process
  int first_ = 0, first_of_stages_ = 0, second_ = 0;
  int second_in_step_ = none, second_in_error_ = none;  // the outputs of the last process
  Mat K_, D_;
  bool ends_in_stage_ = false;  // the result of a step is its last stage, whose force is kept
  bool has_end_force_ = false;
  State stage_;
  Vec force_, stage_force_, end_force_, acceleration_, times_;
  Vec load_rate_;                 // df/dt
  std::vector<Pair> slopes_;      // F and, with a load, F_t
  std::vector<Pair> increments_;  // of u in one exponential Euler step, then U_i - u
  std::vector<Pair> remainders_, last_remainders_, second_outputs_;
  Pair correction_, error_;  // of the remainders to the step, and of the step
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
    if (has_estimate(*self.table_)) adaptive_parameters_of(self, parameter);
  }
  void resolve() const { check_control(table_->name); }
  Facts facts() const { return facts_of(Family::exponential, *table_); }
  int order(const Problem&) const { return table_->order; }
  void init(const CountedProblem& problem, double h) {
    init_scheme(problem, h, ExponentialScheme(*table_), order_of_estimate(*table_));
  }

 private:
  const ExponentialTableau<S>* table_ = nullptr;
};

}  // namespace stiffbench::phi
