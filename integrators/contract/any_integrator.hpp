#pragma once

#include "integrators/contract/cloned.hpp"
#include "integrators/contract/integrator.hpp"
#include "integrators/contract/stability.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// An integrator of any type (see the concept Integrator), with the meaning of each member that it
/// leaves out.
class ErasedIntegrator {
 public:
  virtual ~ErasedIntegrator() = default;

  /// The integrator's own order, and at most 1 if the force of the problem lags.
  int order(const Problem& problem) const;
  /// The reason why the problem is out of scope, the integrator's own or one that holds for all.
  std::string why_not_applicable(const Problem& problem) const;

  virtual Facts facts() const = 0;
  virtual void init(const CountedProblem& problem, double h) = 0;
  virtual Outcome step(State& u) = 0;
  virtual bool adaptive() const = 0;
  virtual long steps_taken() const = 0;
  virtual Settings resolved() const = 0;
  virtual Settings reported() const = 0;
  virtual Settings order_settings() const = 0;
  virtual std::optional<StabilityFunction> stability() const = 0;
  virtual std::optional<double> real_interval() const { return {}; }
  virtual std::vector<ParameterFacts> parameters() const = 0;
  virtual void assign(const Settings& settings) = 0;

 private:
  virtual int own_order(const Problem& problem) const = 0;
  virtual std::string own_why_not_applicable(const Problem& problem) const = 0;
  virtual bool obeys_contacts() const = 0;
};

/// Any integrator as a value. The harness holds integrators in this form.
using AnyIntegrator = Cloned<ErasedIntegrator>;

namespace detail {

template <Integrator I>
class IntegratorOf final : public ErasedIntegrator {
 public:
  explicit IntegratorOf(I method) : method_(std::move(method)) {}

  Facts facts() const override { return method_.facts(); }
  void init(const CountedProblem& problem, double h) override { method_.init(problem, h); }
  Outcome step(State& u) override { return method_.step(u); }
  std::vector<ParameterFacts> parameters() const override { return describe_parameters(method_); }
  void assign(const Settings& settings) override {
    assign_settings("integrator '" + facts().name + "'", method_, settings);
    if constexpr (requires { &I::resolve; }) method_.resolve();
  }
  // The members below are optional. The test looks for the name alone, so that a member with the
  // wrong signature does not compile.
  bool adaptive() const override {
    if constexpr (requires { &I::adaptive; }) return method_.adaptive();
    return {};
  }
  long steps_taken() const override {
    if constexpr (requires { &I::steps_taken; }) return method_.steps_taken();
    return {};
  }
  Settings resolved() const override {
    if constexpr (requires { &I::resolved; }) return method_.resolved();
    return {};
  }
  Settings reported() const override {
    if constexpr (requires { &I::reported; }) return method_.reported();
    return {};
  }
  Settings order_settings() const override {
    if constexpr (requires { &I::order_settings; }) return method_.order_settings();
    return {};
  }
  std::optional<StabilityFunction> stability() const override {
    if constexpr (requires { &I::stability; }) return method_.stability();
    return {};
  }
  std::optional<double> real_interval() const override {
    if constexpr (requires { &I::real_interval; }) return method_.real_interval();
    return {};
  }

 private:
  int own_order(const Problem& problem) const override { return method_.order(problem); }
  std::string own_why_not_applicable(const Problem& problem) const override {
    if constexpr (requires { &I::why_not_applicable; }) return method_.why_not_applicable(problem);
    return {};
  }
  bool obeys_contacts() const override {
    if constexpr (requires { &I::obeys_contacts; }) return method_.obeys_contacts();
    return {};
  }

  I method_;
};

}  // namespace detail

/// Erases the type of an integrator.
template <Integrator I>
AnyIntegrator any_integrator(I method) {
  return detail::IntegratorOf<I>(std::move(method));
}

}  // namespace stiffbench
