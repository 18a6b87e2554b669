#include "integrators/peers/error_measure.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {

void PeerTolerance::check_unused(const std::string& owner) const {
  Tolerance::check_unused(owner);
  if (norm != PeerTolerance{}.norm)
    throw Error(owner + "norm has no effect with adaptive=false", "norm=" + name_of(norm),
                "leave it out");
  if (first_step != PeerTolerance{}.first_step)
    throw Error(owner + "first_step has no effect with adaptive=false",
                "first_step=" + name_of(first_step), "leave it out");
  if (initial_step != 0)
    throw Error(owner + "initial_step has no effect with adaptive=false",
                fmt::format("initial_step={}", initial_step), "leave it out");
}

void PeerTolerance::check(const std::string& owner) const {
  if (initial_step > 0 && first_step == FirstStep::suite)
    throw Error(owner + "the first step is given, or the suite chooses it",
                fmt::format("initial_step={} and first_step=suite", initial_step),
                "leave one of the two out");
}

std::optional<double> PeerTolerance::first_size(const CountedProblem& problem, int order_of_error,
                                                const State& u, double span) const {
  if (initial_step > 0) return std::min(initial_step, span);
  if (first_step == FirstStep::library) return std::nullopt;
  StepControl control;
  assign_settings("the first step", control,
                  {{"adaptive", true}, {"rtol", rtol}, {"atol", atol}, {"norm", name_of(norm)}});
  control.init(problem, order_of_error, false);
  return control.first_size(u, span);
}

EnergyMeasure::EnergyMeasure(const CountedProblem& problem, const Tolerance& tolerance)
    : problem_(&problem), tolerance_(tolerance) {
  K0_.assign(problem.linear_stiffness(), problem.block_size());
  const Eigen::Index n = problem.dof();
  const Vec diagonal = problem.linear_stiffness().diagonal();
  const double least = 1e-12 * std::max(diagonal.maxCoeff(), 1.0);
  roots_.resize(2 * n);
  roots_.head(n) = diagonal.cwiseMax(least).cwiseSqrt();
  roots_.tail(n) = problem.mass().diagonal().cwiseSqrt();
}

double EnergyMeasure::norm(const double* y) {
  const Eigen::Index n = problem_->dof();
  x_ = Eigen::Map<const Vec>(y, n);
  v_ = Eigen::Map<const Vec>(y + n, n);
  K0_.times(x_, product_, problem_->work());
  const double elastic = x_.dot(product_);
  problem_->mass().times(v_, product_);
  return std::sqrt((elastic < 0 ? 0 : elastic) + v_.dot(product_));  // below zero by round-off only
}

void EnergyMeasure::fill_weights(double allowed, double* weights) const {
  Eigen::Map<Vec>(weights, roots_.size()) = roots_ / allowed;
}

bool EnergyMeasure::needs_rate(const double* y) {
  largest_ = std::max(largest_, norm(y));
  return largest_ == 0 && tolerance_.atol == 0;
}

double EnergyMeasure::allowed(const double* y, const double* dydt) {
  const double scale = needs_rate(y) ? norm(dydt) : largest_;
  const double error = tolerance_.rtol * scale + tolerance_.atol;
  return error > 0 ? error : tolerance_.absolute();
}

}  // namespace stiffbench
