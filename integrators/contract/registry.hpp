#pragma once

#include "integrators/contract/integrator.hpp"
#include "integrators/contract/stability.hpp"

#include <functional>
#include <memory>
#include <optional>
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
    std::string unfit(const Problem& p) const override { return method.unfit(p); }
    void init(const CountedProblem& p, double h) override { method.init(p, h); }
    Outcome step(State& u) override { return method.step(u); }
    bool adaptive() const override {
      if constexpr (requires { method.adaptive(); })
        return method.adaptive();
      else
        return false;
    }
    long steps_taken() const override {
      if constexpr (requires { method.steps_taken(); })
        return method.steps_taken();
      else
        return 0;
    }
    Settings resolved() const override {
      if constexpr (requires { method.resolved(); })
        return method.resolved();
      else
        return {};
    }
    Settings reported() const override {
      if constexpr (requires { method.reported(); })
        return method.reported();
      else
        return {};
    }
    std::optional<StabilityFunction> stability() const override {
      if constexpr (requires { method.stability(); })
        return method.stability();
      else
        return std::nullopt;
    }
    std::vector<ParameterFacts> parameters() const override { return describe_parameters(method); }
    void assign(const Settings& settings) override {
      assign_settings("integrator '" + facts().name + "'", method, settings);
      if constexpr (requires { method.resolve(); }) method.resolve();
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
  const std::vector<AnyIntegrator>& all() const { return entries_; }
  /// A copy with `settings` over its defaults. Throws Error with near matches for an unknown name
  /// and for what the integrator refuses.
  AnyIntegrator make(const std::string& name, const Settings& settings = {}) const;

  void add(AnyIntegrator method);

 private:
  std::vector<AnyIntegrator> entries_;
};

/// Enrols a method with its default parameters: `const bool enrolled = enrol(VelocityVerlet{});`.
/// Unconstrained on purpose: AnyIntegrator's constructor is, and the compiler then names the clause
/// of the concept that is not met.
template <class I>
bool enrol(I method) {
  static_assert(Integrator<I>, "see the concept Integrator for the clause that is not met");
  IntegratorRegistry::instance().add(AnyIntegrator(std::move(method)));
  return true;
}

}  // namespace stiffbench
