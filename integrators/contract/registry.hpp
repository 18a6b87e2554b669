#pragma once

#include "base/registry.hpp"
#include "integrators/contract/integrator.hpp"
#include "integrators/contract/stability.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <ranges>
#include <source_location>
#include <string>
#include <vector>

namespace stiffbench {

/// Any integrator as a value, with its type erased. The harness holds integrators in this form.
class AnyIntegrator {
 public:
  template <Integrator I>
  explicit AnyIntegrator(I method) : method_(std::make_unique<Model<I>>(std::move(method))) {}
  AnyIntegrator(const AnyIntegrator& other) : method_(other.method_->copy()) {}
  AnyIntegrator(AnyIntegrator&&) noexcept = default;
  AnyIntegrator& operator=(AnyIntegrator other) noexcept {
    method_ = std::move(other.method_);
    return *this;
  }

  Facts facts() const { return method_->facts(); }
  int order(const Problem& problem) const { return method_->order(problem); }
  std::string unfit(const Problem& problem) const { return method_->unfit(problem); }
  void init(const CountedProblem& problem, double h) { method_->init(problem, h); }
  Outcome step(State& u) { return method_->step(u); }
  bool adaptive() const { return method_->adaptive(); }
  long steps_taken() const { return method_->steps_taken(); }
  Settings resolved() const { return method_->resolved(); }
  Settings reported() const { return method_->reported(); }
  Settings order_settings() const { return method_->order_settings(); }
  std::optional<StabilityFunction> stability() const { return method_->stability(); }
  std::vector<ParameterFacts> parameters() const { return method_->parameters(); }
  void assign(const Settings& settings) { method_->assign(settings); }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual std::unique_ptr<Interface> copy() const = 0;
    virtual Facts facts() const = 0;
    virtual int order(const Problem&) const = 0;
    virtual std::string unfit(const Problem&) const = 0;
    virtual void init(const CountedProblem&, double h) = 0;
    virtual Outcome step(State&) = 0;
    virtual bool adaptive() const = 0;
    virtual long steps_taken() const = 0;
    virtual Settings resolved() const = 0;
    virtual Settings reported() const = 0;
    virtual Settings order_settings() const = 0;
    virtual std::optional<StabilityFunction> stability() const = 0;
    virtual std::vector<ParameterFacts> parameters() const = 0;
    virtual void assign(const Settings&) = 0;
  };

  template <Integrator I>
  struct Model final : Interface {
    explicit Model(I m) : method(std::move(m)) {}
    std::unique_ptr<Interface> copy() const override { return std::make_unique<Model>(method); }
    Facts facts() const override { return method.facts(); }
    int order(const Problem& p) const override {
      return p.traits().stepwise ? std::min(1, int(method.order(p))) : method.order(p);
    }
    void init(const CountedProblem& p, double step) override {
      problem = &p;
      h = step;
      fresh = method;
      steps_before = 0;
      method.init(p, h);
    }
    Outcome step(State& u) override {
      if (problem && problem->begin_step(u)) {
        steps_before += steps_of_method();
        method = fresh;
        method.init(*problem, h);
      }
      Vec internal;  // methods do not see internal variables
      internal.swap(u.z);
      const Outcome outcome = method.step(u);
      u.z.swap(internal);
      return outcome;
    }
    // The members below are optional. The test looks for the name alone, so that a member with the
    // wrong signature does not compile.
    std::string unfit(const Problem& p) const override {
      if (adaptive() && p.traits().stepwise)
        return "its steps are its own, and the force is made anew at the start of each step";
      if (p.traits().contacts && !corrects_contacts())
        return "closed contacts constrain the motion: a diagonally implicit method obeys them with "
               "integrator.contact=corrector";
      if (!p.traits().contacts && corrects_contacts())
        return "it has no contacts for integrator.contact to correct";
      if constexpr (requires { &I::unfit; }) return method.unfit(p);
      return {};
    }
    bool corrects_contacts() const {
      if constexpr (requires { &I::corrects_contacts; }) return method.corrects_contacts();
      return {};
    }
    bool adaptive() const override {
      if constexpr (requires { &I::adaptive; }) return method.adaptive();
      return {};
    }
    long steps_taken() const override { return steps_before + steps_of_method(); }
    long steps_of_method() const {
      if constexpr (requires { &I::steps_taken; }) return method.steps_taken();
      return {};
    }
    Settings resolved() const override {
      if constexpr (requires { &I::resolved; }) return method.resolved();
      return {};
    }
    Settings reported() const override {
      if constexpr (requires { &I::reported; }) return method.reported();
      return {};
    }
    Settings order_settings() const override {
      if constexpr (requires { &I::order_settings; }) return method.order_settings();
      return {};
    }
    std::optional<StabilityFunction> stability() const override {
      if constexpr (requires { &I::stability; }) return method.stability();
      return {};
    }
    std::vector<ParameterFacts> parameters() const override { return describe_parameters(method); }
    void assign(const Settings& settings) override {
      assign_settings("integrator '" + facts().name + "'", method, settings);
      if constexpr (requires { &I::resolve; }) method.resolve();
    }
    I method;
    I fresh = {};  // the method before init, from which it is restarted
    const CountedProblem* problem = nullptr;
    double h = 0;
    long steps_before = 0;  // accepted before the last restart
  };

  std::unique_ptr<Interface> method_;
};

/// Every integrator linked into the program, sorted by name.
class IntegratorRegistry {
 public:
  static IntegratorRegistry& instance();

  /// Every integrator with its default parameters.
  auto all() const { return std::views::values(methods_.all()); }
  /// A copy of the named integrator with these settings in place of its defaults. Throws Error with
  /// near matches for an unknown name, and for settings that the integrator refuses.
  AnyIntegrator make(const std::string& name, const Settings& settings = {}) const;

  /// Returns false where the name is taken; check_enrolments() reports it.
  bool add(AnyIntegrator method, CodeOrigin origin);

 private:
  Registry<AnyIntegrator> methods_{"integrator", "'stiffbench list integrators'"};
};

/// Enrols a method with its default parameters: `const bool enrolled = enrol(VelocityVerlet{});`.
/// The template parameter is deliberately unconstrained: the compiler then names the clause of the
/// concept Integrator that the method does not meet.
template <class I>
bool enrol(I method, std::source_location place = std::source_location::current()) {
  static_assert(Integrator<I>, "see the concept Integrator for the clause that is not met");
  return IntegratorRegistry::instance().add(AnyIntegrator(std::move(method)),
                                            {.file = place.file_name()});
}

}  // namespace stiffbench
