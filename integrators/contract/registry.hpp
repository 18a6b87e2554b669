#pragma once

#include "base/registry.hpp"
#include "integrators/contract/integrator.hpp"
#include "integrators/contract/stability.hpp"

#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <vector>

namespace stiffbench {

/// Any integrator as a value: what the harness holds.
class AnyIntegrator {
 public:
  template <Integrator I>
  explicit AnyIntegrator(I method) : held_(std::make_unique<Held<I>>(std::move(method))) {}
  AnyIntegrator(const AnyIntegrator& other) : held_(other.held_->copy()) {}
  AnyIntegrator(AnyIntegrator&&) noexcept = default;
  AnyIntegrator& operator=(AnyIntegrator other) noexcept {
    held_ = std::move(other.held_);
    return *this;
  }

  Facts facts() const { return held_->facts(); }
  int order(const Problem& problem) const { return held_->order(problem); }
  std::string unfit(const Problem& problem) const { return held_->unfit(problem); }
  void init(const CountedProblem& problem, double h) { held_->init(problem, h); }
  Outcome step(State& u) { return held_->step(u); }
  bool adaptive() const { return held_->adaptive(); }
  long steps_taken() const { return held_->steps_taken(); }
  Settings resolved() const { return held_->resolved(); }
  Settings reported() const { return held_->reported(); }
  Settings order_settings() const { return held_->order_settings(); }
  std::optional<StabilityFunction> stability() const { return held_->stability(); }
  std::vector<ParameterFacts> parameters() const { return held_->parameters(); }
  void assign(const Settings& settings) { held_->assign(settings); }

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
  struct Held final : Interface {
    explicit Held(I m) : method(std::move(m)) {}
    std::unique_ptr<Interface> copy() const override { return std::make_unique<Held>(method); }
    Facts facts() const override { return method.facts(); }
    int order(const Problem& p) const override { return method.order(p); }
    void init(const CountedProblem& p, double h) override { method.init(p, h); }
    Outcome step(State& u) override { return method.step(u); }
    // What a method may leave out. A member of that name has to be one that can be called like
    // this.
    std::string unfit(const Problem& p) const override {
      if constexpr (requires { &I::unfit; }) return method.unfit(p);
      return {};
    }
    bool adaptive() const override {
      if constexpr (requires { &I::adaptive; }) return method.adaptive();
      return {};
    }
    long steps_taken() const override {
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
  };

  std::unique_ptr<Interface> held_;
};

/// Every integrator linked into the program, sorted by name.
class IntegratorRegistry {
 public:
  static IntegratorRegistry& instance();

  /// Each with its default parameters.
  auto all() const { return std::views::values(methods_.all()); }
  /// A copy with `settings` over its defaults. Throws Error with near matches for an unknown name
  /// and for what the integrator refuses.
  AnyIntegrator make(const std::string& name, const Settings& settings = {}) const;

  /// False where the name is taken: check_enrolments() then tells.
  bool add(AnyIntegrator method);

 private:
  Registry<AnyIntegrator> methods_{"integrator", "'stiffbench list integrators'"};
};

/// Enrols a method with its default parameters: `const bool enrolled = enrol(VelocityVerlet{});`.
/// Unconstrained on purpose: AnyIntegrator's constructor is, and the compiler then names the clause
/// of the concept that is not met.
template <class I>
bool enrol(I method) {
  static_assert(Integrator<I>, "see the concept Integrator for the clause that is not met");
  return IntegratorRegistry::instance().add(AnyIntegrator(std::move(method)));
}

}  // namespace stiffbench
