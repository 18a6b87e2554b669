#include "base/error.hpp"
#include "harness/replications/claims/computation.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <cmath>

namespace stiffbench {
namespace {

/// The chain of Luan and Michels with the sum over its soft springs extended to m, as printed. The
/// last term refers to a particle that does not exist. If that particle is at rest, the term is
/// (x0m + x1m)^4, which is then counted twice.
class PrintedChain final : public Problem {
 public:
  PrintedChain() : chain_(ProblemRegistry::instance().make("fput")), m_(chain_->dof() / 2) {}

  State start() const override { return chain_->start(); }
  const Mass& mass() const override { return chain_->mass(); }
  ProblemTraits traits() const override { return chain_->traits(); }
  const Mat& linear_stiffness() const override { return chain_->linear_stiffness(); }
  double default_end_time() const override { return chain_->default_end_time(); }
  void force(const State& u, Vec& f) const override {
    chain_->force(u, f);
    add(-std::pow(last(u.x), 3), f);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override {
    chain_->jacobian_times(u, dx, dv, df);
    add(-3 * std::pow(last(u.x), 2) * last(dx), df);
  }
  void stiffness(const State& u, Mat& K) const override {
    chain_->stiffness(u, K);
    for (const auto i : {m_ - 1, 2 * m_ - 1})
      for (const auto j : {m_ - 1, 2 * m_ - 1}) K.coeffRef(i, j) += 3 * std::pow(last(u.x), 2);
  }
  double potential(const State& u) const override {
    return chain_->potential(u) + std::pow(last(u.x), 4) / 4;
  }

 private:
  double last(const Vec& x) const { return x[m_ - 1] + x[2 * m_ - 1]; }
  void add(double value, Vec& f) const {
    f[m_ - 1] += value;
    f[2 * m_ - 1] += value;
  }

  std::shared_ptr<const Problem> chain_;
  Eigen::Index m_;
};

State integrate(const Problem& problem, const std::string& integrator, long steps) {
  const CountedProblem counted(problem);
  AnyIntegrator method = IntegratorRegistry::instance().make(integrator);
  const double h = problem.default_end_time() / static_cast<double>(steps);
  State u = problem.start();
  method->init(counted, h);
  for (long n = 0; n < steps; ++n)
    if (const Outcome outcome = method->step(u); !outcome.ok())
      throw Error("the chain is integrated to its end", integrator + ": " + outcome.reason,
                  "take a smaller step");
  return u;
}

/// Returns the accuracy advantage of exprb42 at h = 0.01 s over RK4 at h / 40: the ratio of their
/// errors at T = 100 s, in the largest component, against RK4 with an eighth of its step.
double advantage(const Problem& problem) {
  const State reference = integrate(problem, "rk4", 40 * 80000);
  const auto error = [&](const State& u) {
    return std::max((u.x - reference.x).lpNorm<Eigen::Infinity>(),
                    (u.v - reference.v).lpNorm<Eigen::Infinity>());
  };
  return error(integrate(problem, "rk4", 400000)) / error(integrate(problem, "exprb42", 10000));
}

const bool fput_sum_enrolled = enrol_computation(
    "fput_sum",
    {.doc = "error of RK4 at h / 40 over that of exprb42 at h = 0.01 s on the chain, by the limit "
            "of its sum",
     .results = {"sum_to_m_minus_1", "sum_to_m"},
     .run = [] {
       return std::map<std::string, double>{
           {"sum_to_m_minus_1", advantage(*ProblemRegistry::instance().make("fput"))},
           {"sum_to_m", advantage(PrintedChain())}};
     }});

}  // namespace
}  // namespace stiffbench
