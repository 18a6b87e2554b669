#pragma once

#include "c/calls/handles.hpp"
#include "integrators/contract/any_integrator.hpp"
#include "integrators/peers/uncopied.hpp"

#include <memory>

namespace stiffbench::c {

/// The facts and callbacks of a method that stiffbench_add_integrator() adds.
struct CallbackFacts {
  Facts facts;
  int order = 0, order_damped = 0;
  bool adaptive = false, interpreted = false;
  std::vector<ParameterFacts> parameters = {};
  stiffbench_init_function init = nullptr;  ///< null: `data` is the instance
  stiffbench_step_function step = nullptr;
  stiffbench_destroy_function destroy = nullptr;  ///< may be null
  void* data = nullptr;
};

/// An integrator whose init and step are functions of a caller in C. Its runs are in processes of
/// their own, as all are. A step gets copies of x and v, so that a failed step leaves the state as
/// it was. A copy of the integrator needs init() again.
class CallbackIntegrator final : public ErasedIntegrator {
 public:
  explicit CallbackIntegrator(CallbackFacts facts);

  Facts facts() const override { return facts_->facts; }
  void init(const CountedProblem& problem, double h) override;
  Outcome step(State& u) override;
  bool adaptive() const override { return facts_->adaptive; }
  long steps_taken() const override;
  Settings resolved() const override { return {}; }
  /// Marks the record of an interpreted method (harness/records/code/interpreted.hpp).
  Settings reported() const override;
  Settings order_settings() const override { return {}; }
  std::optional<StabilityFunction> stability() const override { return {}; }
  std::vector<ParameterFacts> parameters() const override { return parameters_; }
  void assign(const Settings& settings) override;

 private:
  /// The view of a run, the method's own data, and the copies of x and v that a step gets.
  struct Instance {
    Instance(const CountedProblem& problem, const std::vector<ParameterFacts>& parameters);
    ~Instance();
    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;

    std::shared_ptr<View> view;
    stiffbench_problem handle;
    void* object = nullptr;
    stiffbench_destroy_function destroy = nullptr;  ///< set once init() has succeeded
    Vec x, v;
  };

  int own_order(const Problem& problem) const override;
  std::string own_why_not_applicable(const Problem&) const override { return {}; }
  bool obeys_contacts() const override { return false; }

  std::shared_ptr<const CallbackFacts> facts_;
  std::vector<ParameterFacts> parameters_;
  double h_ = 0;
  Uncopied<Instance> instance_;
};

}  // namespace stiffbench::c
