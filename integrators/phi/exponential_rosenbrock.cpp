#include "integrators/phi/exponential_rosenbrock.hpp"

#include "integrators/kernels/linear/multiply.hpp"

#include <fmt/format.h>

#include <utility>

namespace stiffbench::phi {

void ExponentialRosenbrock::init_stages(const CountedProblem& problem, double h,
                                        std::span<const ExponentialStage> stages) {
  problem_ = &problem;
  h_ = h;
  nature_ = problem.nature();
  stages_.assign(stages.begin(), stages.end());
  phi_.init(problem, h);
  first_ = phi_.add(first_request());
  if (!stages_.empty()) second_ = phi_.add(second_request());
  slopes_.resize(nature_.time_dependent ? 2 : 1);
  increments_.resize(1 + stages_.size());
  remainders_.resize(stages_.size());
  correction_.resize(stages_.empty() ? 0 : 1);
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
  for (const auto& stage : stages_) output(stage.c, nature_.damped);
  return request;
}

Request ExponentialRosenbrock::second_request() const {
  Request request;
  Request::Output out;
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    request.inputs.push_back({false});
    const ExponentialStage& stage = stages_[i];
    for (const auto& [k, weight] : {std::pair{3, stage.phi_3}, {4, stage.phi_4}})
      if (weight != 0) out.terms.push_back({static_cast<int>(i), k, 1, h_ * weight});
  }
  request.outputs.push_back(std::move(out));
  return request;
}

Outcome ExponentialRosenbrock::step(State& u) {
  if (Outcome outcome = linearise(u); !outcome.ok()) return outcome;
  if (Outcome outcome = phi_.evaluate(first_, slopes_, increments_); !outcome.ok()) return outcome;
  if (!stages_.empty()) {
    for (std::size_t i = 0; i < stages_.size(); ++i) remainder(u, i);
    if (Outcome outcome = phi_.evaluate(second_, remainders_, correction_); !outcome.ok())
      return outcome;
    increments_[0].x += correction_[0].x;
    increments_[0].v += correction_[0].v;
  }
  if (!increments_[0].x.allFinite() || !increments_[0].v.allFinite())
    return {Status::diverged, fmt::format("the step from t = {} s is not finite", u.t)};
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
  if (projected_)
    problem_->projected_stiffness(u, K_);
  else
    problem_->stiffness(u, K_);
  if (nature_.damped) problem_->damping(u, D_);
  return phi_.linearise(K_, D_);
}

/// R_i = (0, M^-1 (f(U_i) - f(u) + K (X_i - x) + D (V_i - v) - c_i h df/dt)).
void ExponentialRosenbrock::remainder(const State& u, std::size_t i) {
  const double delay = stages_[i].c * h_;
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

template std::array<stiffbench::AnyIntegrator, 4>
stiffbench::compile_loop<stiffbench::phi::Exponential>();
