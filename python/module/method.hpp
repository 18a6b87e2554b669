#pragma once

#include "integrators/contract/any_integrator.hpp"
#include "integrators/peers/uncopied.hpp"
#include "python/module/handles.hpp"

#include <pybind11/pybind11.h>

namespace stiffbench::python {

/// A method as Python describes it: a class with order and step(problem, state, h).
struct MethodFacts {
  Facts facts;
  pybind11::object type;  ///< makes one instance for each run
  std::vector<ParameterFacts> parameters;
  bool adaptive = false;
  std::string versions;  ///< of Python and the libraries on which results depend
};

/// An integrator written in Python. It reads its class by its name, so that a class which is
/// defined anew, as in a notebook, replaces the earlier one. Its runs are in processes of their
/// own, as all are. An exception of the class ends the run as `crashed`, a stiffbench.Failure with
/// its own status. The class gets copies of states, so that a failed step leaves the state as it
/// was. A copy of the integrator needs init() again.
class PythonIntegrator final : public ErasedIntegrator {
 public:
  explicit PythonIntegrator(std::string name);

  Facts facts() const override;
  void init(const CountedProblem& problem, double h) override;
  Outcome step(State& u) override;
  bool adaptive() const override;
  long steps_taken() const override;
  Settings resolved() const override { return {}; }
  /// Marks the record as that of an interpreted method (harness/records/code/interpreted.hpp), and
  /// names the versions of Python, NumPy and SciPy.
  Settings reported() const override;
  Settings order_settings() const override { return {}; }
  std::optional<StabilityFunction> stability() const override { return {}; }
  std::vector<ParameterFacts> parameters() const override { return parameters_; }
  void assign(const Settings& settings) override;

 private:
  /// An object of the class, and its view of the problem. It dies with Python's lock held.
  struct Instance {
    pybind11::object object;
    std::shared_ptr<ViewHandle> view;
    ~Instance();
  };

  int own_order(const Problem& problem) const override;
  std::string own_why_not_applicable(const Problem& problem) const override;
  bool obeys_contacts() const override { return false; }

  std::string name_;
  std::vector<ParameterFacts> parameters_;
  double h_ = 0;
  Uncopied<Instance> instance_;
};

/// Adds the registration of methods to the module.
void add_methods(pybind11::module_& module);

/// The facts of the method of this name.
const MethodFacts& method_facts(const std::string& name);

}  // namespace stiffbench::python
