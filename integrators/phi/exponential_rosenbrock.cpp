#include "integrators/phi/exponential_rosenbrock.hpp"

#include "base/system/chunks.hpp"
#include "integrators/kernels/linear/multiply.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

namespace stiffbench::phi {
namespace {

/// Calls work(rows) for chunks of a vector's rows, on threads.
template <class Work>
void on_rows(Eigen::Index count, const Work& work) {
  on_chunks(count, [&](Eigen::Index first, Eigen::Index size) { work(Eigen::seqN(first, size)); });
}

/// Adds the counts of one ledger to another, and clears the first.
void move_counts(Work& from, Work& to) {
  std::array<long, sizeof(Work) / sizeof(long)> counts{};
  std::size_t next = 0;
  Work::each(from, [&](const char*, long& count) { counts[next++] = std::exchange(count, 0); });
  next = 0;
  Work::each(to, [&](const char*, long& count) { count += counts[next++]; });
}

}  // namespace

void ExponentialRosenbrock::init_scheme(const CountedProblem& problem, double h,
                                        const ExponentialScheme& scheme, int order_of_error) {
  problem_ = &problem;
  interval_ = h_ = h;
  traits_ = problem.traits();
  if (omits_load_rate_) traits_.time_dependent = false;
  age_ = 0;
  stages_.assign(scheme.later.begin(), scheme.later.end());
  starts_.clear();
  for (std::size_t i = 0; i < stages_.size(); ++i) starts_.push_back(scheme.start(i));
  step_terms_ = scheme.step_terms();
  error_terms_.clear();
  if (adaptive()) {
    control_.init(problem, order_of_error, true);
    error_terms_ = scheme.error_terms();
  }
  ends_in_stage_ = adaptive() && step_terms_.empty() && !stages_.empty() && !problem.lags();
  has_end_force_ = false;
  find_sources(scheme.couplings);
  phi_.init(problem, h);
  if (parallel_) {
    counts_of_stages_ = std::make_shared<CountedProblem>(problem);
    counts_of_stages_->work() = {};
    phi_of_stages_.choice = phi_.choice;
    phi_of_stages_.options = phi_.options;
    phi_of_stages_.init(*counts_of_stages_, h);
  }
  prepare(h);
  slopes_.resize(traits_.time_dependent ? 2 : 1);
  increments_.resize(1 + stages_.size());
  remainders_.resize(stages_.size());
  last_remainders_.resize(uncoupled_.size());
  K_ = Mat();
  D_ = Mat();
}

void ExponentialRosenbrock::prepare(double h) {
  is_linearised_ = false;
  if (h != h_) {
    phi_.resize(h);
    if (parallel_) phi_of_stages_.resize(h);
  }
  h_ = h;
  first_ = phi_.add(first_request(true, !parallel_));
  if (parallel_) {
    first_of_stages_ = phi_of_stages_.add(first_request(false, true));
    move_counts(counts_of_stages_->work(), problem_->work());
  }
  Phi& of_remainders = parallel_ ? phi_of_stages_ : phi_;
  for (Source& source : sources_) source.request = of_remainders.add(coupled_request(source));
  if (!uncoupled_.empty()) second_ = of_remainders.add(second_request());
}

Settings ExponentialRosenbrock::reported() const {
  Settings all = parallel_ ? phi_.reported(phi_of_stages_.report()) : phi_.reported();
  all.merge(control_.reported());
  return all;
}

Request ExponentialRosenbrock::first_request(bool of_step, bool of_stages) const {
  Request request;
  request.inputs.push_back({true});
  if (traits_.time_dependent) request.inputs.push_back({false});
  auto output = [&](const ExponentialStart& start, bool velocity) {
    const auto [k, c, weight] = start;
    Request::Output out{{{0, k, c, weight * h_}}, velocity};
    if (traits_.time_dependent) out.terms.push_back({1, k + 1, c, weight * c * h_ * h_});
    request.outputs.push_back(std::move(out));
  };
  if (of_step) output({1, 1, 1}, true);
  // Without damping the force at a stage does not depend on the stage's velocity.
  if (of_stages)
    for (const ExponentialStart& start : starts_) output(start, traits_.damped);
  return request;
}

void ExponentialRosenbrock::find_sources(std::span<const ExponentialCoupling> couplings) {
  couplings_.clear();
  sources_.clear();
  uncoupled_.clear();
  for (const ExponentialCoupling& term : couplings)
    if (term.weight != 0 && static_cast<std::size_t>(term.to) < stages_.size())
      couplings_.push_back(term);
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    Source source{.stage = i};
    for (const ExponentialCoupling& term : couplings_)
      if (static_cast<std::size_t>(term.from) == i) {
        const auto to = static_cast<std::size_t>(term.to);
        if (std::ranges::count(source.to, to) == 0) source.to.push_back(to);
      }
    if (source.to.empty()) {
      uncoupled_.push_back(i);
      continue;
    }
    source.input.resize(1);
    sources_.push_back(std::move(source));
  }
}

bool ExponentialRosenbrock::has_terms(std::span<const RemainderTerm> terms, std::size_t stage) {
  return std::ranges::any_of(
      terms, [&](const auto& term) { return static_cast<std::size_t>(term.from) == stage; });
}

void ExponentialRosenbrock::add_terms(std::span<const RemainderTerm> terms, std::size_t stage,
                                      int input, Request::Output& output) const {
  for (const RemainderTerm& term : terms)
    if (static_cast<std::size_t>(term.from) == stage)
      output.terms.push_back({input, term.k, term.c, h_ * term.weight});
}

Request ExponentialRosenbrock::second_request() {
  Request request;
  for (std::size_t i = 0; i < uncoupled_.size(); ++i) request.inputs.push_back({false});
  const auto output = [&](std::span<const RemainderTerm> terms) {
    Request::Output out;
    for (std::size_t i = 0; i < uncoupled_.size(); ++i)
      add_terms(terms, uncoupled_[i], static_cast<int>(i), out);
    if (out.terms.empty()) return none;
    request.outputs.push_back(std::move(out));
    return static_cast<int>(request.outputs.size()) - 1;
  };
  second_in_step_ = output(step_terms_);
  second_in_error_ = output(error_terms_);
  second_outputs_.resize(request.outputs.size());
  return request;
}

Request ExponentialRosenbrock::coupled_request(Source& source) const {
  Request request;
  request.inputs.push_back({false});
  for (const std::size_t to : source.to) {
    Request::Output out{{}, traits_.damped};
    for (const ExponentialCoupling& term : couplings_)
      if (static_cast<std::size_t>(term.from) == source.stage &&
          static_cast<std::size_t>(term.to) == to)
        out.terms.push_back({0, term.k, term.c, h_ * term.weight});
    request.outputs.push_back(std::move(out));
  }
  const auto output = [&](std::span<const RemainderTerm> terms) {
    if (!has_terms(terms, source.stage)) return none;
    add_terms(terms, source.stage, 0, request.outputs.emplace_back());
    return static_cast<int>(request.outputs.size()) - 1;
  };
  source.in_step = output(step_terms_);
  source.in_error = output(error_terms_);
  source.outputs.resize(request.outputs.size());
  return request;
}

Outcome ExponentialRosenbrock::step(State& u) {
  if (!adaptive()) return step_once(u);
  return control_.advance(u, interval_, [this](double size, State& next, State& error) {
    if (size != h_) prepare(size);
    Outcome outcome = step_once(next);
    error.x.swap(error_.x);
    error.v.swap(error_.v);
    return outcome;
  });
}

Outcome ExponentialRosenbrock::step_once(State& u) {
  if (!control_.repeats()) linearise(u);
  Outcome outcome = parallel_ ? advance_apart(u) : advance_together(u);
  if (!outcome.ok()) return outcome;
  is_linearised_ = true;
  ++age_;
  Pair& increment = increments_[0];
  std::atomic<bool> finite = true;
  on_rows(u.x.size(), [&](const auto& rows) {
    if (!step_terms_.empty()) {
      increment.x(rows) += correction_.x(rows);
      increment.v(rows) += correction_.v(rows);
    }
    if (!increment.x(rows).allFinite() || !increment.v(rows).allFinite()) finite = false;
  });
  if (!finite) return {Status::diverged, fmt::format("the step from t = {} s is not finite", u.t)};
  on_rows(u.x.size(), [&](const auto& rows) {
    u.x(rows) += increment.x(rows);
    u.v(rows) += increment.v(rows);
  });
  u.t += h_;
  return {};
}

/// Computes the increments of the step and of all stages, and the contribution of the remainders.
Outcome ExponentialRosenbrock::advance_together(const State& u) {
  if (Outcome outcome = give_matrices(phi_); !outcome.ok()) return outcome;
  if (Outcome outcome = phi_.evaluate(first_, slopes_, increments_); !outcome.ok()) return outcome;
  return stages_.empty() ? Outcome{} : correct(u, phi_, *problem_);
}

/// Does the work of advance_together() in two tasks, which write to different members and read the
/// same ones.
Outcome ExponentialRosenbrock::advance_apart(const State& u) {
  const auto step = [&]() -> Outcome {
    if (Outcome outcome = give_matrices(phi_); !outcome.ok()) return outcome;
    return phi_.evaluate(first_, slopes_, std::span(increments_).first(1));
  };
  const auto stages = [&]() -> Outcome {
    if (Outcome outcome = give_matrices(phi_of_stages_); !outcome.ok()) return outcome;
    Outcome outcome =
        phi_of_stages_.evaluate(first_of_stages_, slopes_, std::span(increments_).subspan(1));
    return outcome.ok() ? correct(u, phi_of_stages_, *counts_of_stages_) : outcome;
  };
  // The longer task comes first, for speed only.
  std::array<Outcome, 2> outcomes;
  on_threads(std::min(2, thread_count()), [&](int thread, int team) {
    for (int piece = thread; piece < 2; piece += team)
      outcomes[static_cast<std::size_t>(piece)] = piece == 0 ? stages() : step();
  });
  move_counts(counts_of_stages_->work(), problem_->work());
  return outcomes[1].ok() ? outcomes[0] : outcomes[1];
}

/// Computes the remainders, with the terms of earlier ones in later stages, and their contribution
/// to the step.
Outcome ExponentialRosenbrock::correct(const State& u, Phi& phi, const CountedProblem& problem) {
  auto source = sources_.begin();
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    remainder(u, i, problem);
    if (source == sources_.end() || source->stage != i) continue;
    if (Outcome outcome = couple(*source, phi); !outcome.ok()) return outcome;
    ++source;
  }
  std::size_t next = 0;
  for (const std::size_t i : uncoupled_) last_remainders_[next++].v.swap(remainders_[i].v);
  if (Outcome outcome = phi.evaluate(second_, last_remainders_, second_outputs_); !outcome.ok())
    return outcome;
  sum_up(second_in_step_, &Source::in_step, correction_);
  if (!error_terms_.empty()) sum_up(second_in_error_, &Source::in_error, error_);
  return {};
}

void ExponentialRosenbrock::sum_up(int of_second, int Source::*of_source, Pair& sum) {
  if (of_second != none) {
    std::swap(sum, second_outputs_[static_cast<std::size_t>(of_second)]);
  } else {
    sum.x.setZero(problem_->dof());
    sum.v.setZero(problem_->dof());
  }
  for (const Source& source : sources_) {
    if (source.*of_source == none) continue;
    const Pair& part = source.outputs[static_cast<std::size_t>(source.*of_source)];
    sum.x += part.x;
    sum.v += part.v;
  }
}

Outcome ExponentialRosenbrock::couple(Source& source, Phi& phi) {
  source.input[0].v.swap(remainders_[source.stage].v);
  if (Outcome outcome = phi.evaluate(source.request, source.input, source.outputs); !outcome.ok())
    return outcome;
  for (std::size_t i = 0; i < source.to.size(); ++i) {
    Pair& increment = increments_[1 + source.to[i]];
    increment.x += source.outputs[i].x;
    if (traits_.damped) increment.v += source.outputs[i].v;
  }
  return {};
}

/// Computes F, F_t and J at u_n.
void ExponentialRosenbrock::linearise(const State& u) {
  if (is_last_stage(u))
    force_.swap(end_force_);
  else
    problem_->force(u, force_);
  has_end_force_ = false;
  problem_->mass().solve(force_, acceleration_);
  slopes_[0].x.resize(u.v.size());
  slopes_[0].v.resize(u.v.size());
  on_rows(u.x.size(), [&](const auto& rows) {
    slopes_[0].x(rows) = u.v(rows);
    slopes_[0].v(rows) = acceleration_(rows);
  });
  if (traits_.time_dependent) {
    problem_->time_derivative(u, load_rate_);
    problem_->mass().solve(load_rate_, slopes_[1].v);
  }
  if (age_ % steps_per_linearisation_ != 0) return;
  is_linearised_ = false;
  if (projected_)
    problem_->projected_stiffness(u, K_);
  else
    problem_->stiffness(u, K_);
  if (traits_.damped) problem_->damping(u, D_);
}

bool ExponentialRosenbrock::is_last_stage(const State& u) const {
  return has_end_force_ && stage_.t == u.t && stage_.x == u.x &&
         (!traits_.damped || stage_.v == u.v);
}

Outcome ExponentialRosenbrock::give_matrices(Phi& phi) {
  return is_linearised_ ? Outcome{} : phi.linearise(K_, D_);
}

/// Computes R_i = (0, M^-1 (f(U_i) - f(u) + K (X_i - x) + D (V_i - v) - c_i h df/dt)).
void ExponentialRosenbrock::remainder(const State& u, std::size_t i,
                                      const CountedProblem& problem) {
  const double delay = stages_[i].c * h_;
  const Pair& increment = increments_[i + 1];
  stage_.t = u.t + delay;
  stage_.x.resize(u.x.size());
  stage_.v.resize(u.v.size());
  on_rows(u.x.size(), [&](const auto& rows) {
    stage_.x(rows) = u.x(rows) + increment.x(rows);
    stage_.v(rows) = u.v(rows);
    if (traits_.damped) stage_.v(rows) += increment.v(rows);
  });
  problem.force(stage_, stage_force_);
  has_end_force_ = ends_in_stage_;
  if (has_end_force_) end_force_ = stage_force_;
  multiply(K_, problem.block_size(), increment.x, times_, problem.work());
  on_rows(u.x.size(), [&](const auto& rows) {
    stage_force_(rows) -= force_(rows);
    stage_force_(rows) += times_(rows);
  });
  if (traits_.damped) stage_force_.noalias() += D_ * increment.v;
  if (traits_.time_dependent)
    on_rows(u.x.size(), [&](const auto& rows) { stage_force_(rows) -= delay * load_rate_(rows); });
  problem.mass().solve(stage_force_, remainders_[i].v);
}

}  // namespace stiffbench::phi
