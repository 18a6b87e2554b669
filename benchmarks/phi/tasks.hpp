#pragma once

#include "base/error.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/phi/phi.hpp"

#include <memory>

namespace stiffbench {

std::shared_ptr<Problem> bunny(const Settings& settings);
/// The highest angular frequency of a problem at its start (rad/s).
double omega_max(const Problem& problem);
double energy_norm(const Problem& problem, const State& u);

/// A computation that is repeated and timed.
class Task {
 public:
  explicit Task(std::shared_ptr<const Problem> problem) : problem_(std::move(problem)) {}
  virtual ~Task() = default;
  const Problem& problem() const { return *problem_; }
  /// Sets the settings of an integrator for the runs to come; a task may use only the phi part.
  virtual void prepare(const Settings& settings) = 0;
  virtual Outcome run(State& result) = 0;
  Work work() const { return counted_->work(); }

 protected:
  const CountedProblem& count_anew() {
    counted_ = std::make_unique<CountedProblem>(*problem_);
    return *counted_;
  }

 private:
  std::shared_ptr<const Problem> problem_;
  std::unique_ptr<CountedProblem> counted_;
};

/// The product exp(hJ) b with J of the state u, from K to the result.
class Exponential final : public Task {
 public:
  Exponential(std::shared_ptr<const Problem> problem, const State& u, double h)
      : Task(std::move(problem)), h_(h), b_{u.x, u.v}, out_(1) {
    this->problem().stiffness(u, K_);
  }
  void prepare(const Settings& settings) override {
    phi_ = {};
    assign_settings("phi", phi_, settings);
    phi_.init(count_anew(), h_);
    request_ = phi_.add({{{}}, {{{{0, 0, 1, 1}}}}});
  }
  Outcome run(State& result) override {
    if (Outcome outcome = phi_.linearise(K_, D_); !outcome.ok()) return outcome;
    Outcome outcome = phi_.evaluate(request_, std::span(&b_, 1), out_);
    result = {0, out_[0].x, out_[0].v};
    return outcome;
  }

 private:
  double h_;
  phi::Pair b_;
  std::vector<phi::Pair> out_;
  Mat K_, D_;
  phi::Phi phi_;
  int request_ = 0;
};

/// A number of steps of an integrator from u; with `fresh` each run begins with its init.
class Steps final : public Task {
 public:
  Steps(std::shared_ptr<const Problem> problem, State u, double h, long count, bool fresh,
        std::string integrator = "exprb42")
      : Task(std::move(problem)),
        integrator_(std::move(integrator)),
        u_(std::move(u)),
        h_(h),
        count_(count),
        fresh_(fresh) {}
  void prepare(const Settings& settings) override {
    method_ = IntegratorRegistry::instance().make(integrator_, settings);
    if (const std::string why = method_->why_not_applicable(problem()); !why.empty())
      throw Error("a contestant fits the problem", why, "choose another");
    counted_problem_ = &count_anew();
    method_->init(*counted_problem_, h_);
  }
  Outcome run(State& result) override {
    if (fresh_) method_->init(*counted_problem_, h_);
    result = u_;
    for (long i = 0; i < count_; ++i)
      if (Outcome outcome = method_->step(result); !outcome.ok()) return outcome;
    return {};
  }

 private:
  std::string integrator_;
  State u_;
  double h_;
  long count_;
  bool fresh_;
  AnyIntegrator method_;
  const CountedProblem* counted_problem_ = nullptr;
};

}  // namespace stiffbench
