#include "integrators/phi/exponential_rosenbrock.hpp"

#include "integrators/kernels/multiply.hpp"

#include <string>

namespace stiffbench::phi {

RosenbrockTableau parallel_tableau(double c2, double c3) {
  const double p = 1 / (c2 * c2 * (c3 - c2)), q = 1 / (c3 * c3 * (c2 - c3));
  return {{{c2, {{3, 2 * c3 * p}, {4, -6 * p}}}, {c3, {{3, 2 * c2 * q}, {4, -6 * q}}}}};
}

RosenbrockTableau exprb42_tableau() { return {{{3.0 / 4, {{3, 32.0 / 9}}}}}; }

void ExponentialRosenbrock::init(const CountedProblem& problem, double h,
                                 RosenbrockTableau tableau) {
  problem_ = &problem;
  h_ = h;
  nature_ = problem.nature();
  tableau_ = std::move(tableau);
  phi.init(problem, h);
  first_ = phi.add(first_request());
  const size_t stages = tableau_.stages.size();
  if (stages > 0) second_ = phi.add(second_request());
  slopes_.resize(nature_.time_dependent ? 2 : 1);
  increments_.resize(1 + stages);
  remainders_.resize(stages);
  correction_.resize(stages > 0 ? 1 : 0);
  K_ = Mat();
  D_ = Mat();
}

/// phi_1 and phi_2 of all step fractions times F and F_t.
Request ExponentialRosenbrock::first_request() const {
  Request request;
  request.inputs.push_back({true});
  if (nature_.time_dependent) request.inputs.push_back({false});
  auto output = [&](double c, bool velocity) {
    Request::Output out{{{0, 1, c, c * h_}}, velocity};
    if (nature_.time_dependent) out.terms.push_back({1, 2, c, c * c * h_ * h_});
    request.outputs.push_back(std::move(out));
  };
  output(1, true);
  // Without damping the force at a stage does not look at the stage's velocity.
  for (const auto& stage : tableau_.stages) output(stage.c, nature_.damped);
  return request;
}

Request ExponentialRosenbrock::second_request() const {
  Request request;
  Request::Output out;
  for (size_t i = 0; i < tableau_.stages.size(); ++i) {
    request.inputs.push_back({false});
    for (const auto& weight : tableau_.stages[i].weights)
      out.terms.push_back({static_cast<int>(i), weight.k, 1, h_ * weight.value});
  }
  request.outputs.push_back(std::move(out));
  return request;
}

Outcome ExponentialRosenbrock::step(State& u) {
  if (Outcome outcome = linearise(u); !outcome.ok()) return outcome;
  if (Outcome outcome = phi.evaluate(first_, slopes_, increments_); !outcome.ok()) return outcome;
  if (!tableau_.stages.empty()) {
    for (size_t i = 0; i < tableau_.stages.size(); ++i) remainder(u, i);
    if (Outcome outcome = phi.evaluate(second_, remainders_, correction_); !outcome.ok())
      return outcome;
    increments_[0].x += correction_[0].x;
    increments_[0].v += correction_[0].v;
  }
  if (!increments_[0].x.allFinite() || !increments_[0].v.allFinite())
    return {Status::diverged, "the step from t = " + std::to_string(u.t) + " s is not finite"};
  u.x += increments_[0].x;
  u.v += increments_[0].v;
  u.t += h_;
  return {};
}

/// F, F_t and J at u_n.
Outcome ExponentialRosenbrock::linearise(const State& u) {
  problem_->force(u, force_);
  problem_->mass().solve(force_, acceleration_);
  slopes_[0].x = u.v;
  slopes_[0].v = acceleration_;
  if (nature_.time_dependent) {
    problem_->time_derivative(u, load_rate_);
    problem_->mass().solve(load_rate_, slopes_[1].v);
  }
  problem_->stiffness(u, K_);
  if (nature_.damped) problem_->damping(u, D_);
  return phi.linearise(K_, D_);
}

/// R_i = (0, M^-1 (f(U_i) - f(u) + K (X_i - x) + D (V_i - v) - c_i h df/dt)).
void ExponentialRosenbrock::remainder(const State& u, size_t i) {
  const double delay = tableau_.stages[i].c * h_;
  const Pair& increment = increments_[i + 1];
  stage_.t = u.t + delay;
  stage_.x = u.x + increment.x;
  stage_.v = u.v;
  if (nature_.damped) stage_.v += increment.v;
  problem_->force(stage_, stage_force_);
  stage_force_ -= force_;
  multiply(K_, problem_->block_size(), increment.x, times_, problem_->work());
  stage_force_ += times_;
  if (nature_.damped) stage_force_.noalias() += D_ * increment.v;
  if (nature_.time_dependent) stage_force_ -= delay * load_rate_;
  problem_->mass().solve(stage_force_, remainders_[i].v);
}

}  // namespace stiffbench::phi
