#include "harness/sweep/forecast.hpp"

#include "harness/estimates/costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace stiffbench {
namespace {

long count_runs(const WorkList& work_list) {
  std::size_t count = 0;
  for (const ProblemRuns& block : work_list) count += block.runs.size();
  return static_cast<long>(count);
}

/// Returns the ratio of wall-clock time to CPU time. One second is added to both, because the first
/// parts may be short and unrepresentative.
double slowdown_of(double wall, double cpu) { return std::max(1., (wall + 1) / (cpu + 1)); }

/// Returns rates with which the cost of the whole experiment is the recorded one, if there is one.
Rates rates_of(const Experiment& experiment) {
  Rates rates = usual_rates();
  const auto recorded = recorded_cost(experiment.source);
  if (!recorded) return rates;
  const CostSum usual = whole_cost(experiment.whole ? *experiment.whole : experiment, CostModel());
  const double ratio = (recorded->alone + recorded->beside) / (usual.alone + usual.beside);
  for (auto& [key, rate] : rates) rate *= ratio > 0 ? ratio : 1;
  return rates;
}

/// CPU time used by this process (s).
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

std::string left_text(double references, double runs) {
  if (references == 0) return clock_text(runs) + " left";
  return fmt::format("left: references {}, runs {}", clock_text(references), clock_text(runs));
}

Forecast::Forecast(const Experiment& experiment, const WorkList& work_list, long jobs)
    : model_(rates_of(experiment)),
      references_(reference_costs(work_list)),
      runs_(run_costs(work_list, experiment.limits)),
      jobs_(jobs),
      total_(count_runs(work_list)),
      progress_(total_) {
  for (const ProblemRuns& block : work_list)
    done_ += std::ranges::count_if(block.runs, &ListedRun::done);
}

void Forecast::show_reference(std::size_t block, double share, const std::string& what) {
  if (!computes_reference_) {
    computes_reference_ = true;
    reference_ = block;
    since_reference_ = {};
    extrapolation_ = {};
    reference_start_ = processor_seconds();
  }
  extrapolation_.update(share);
  since_event_ = {};
  show(what);
}

void Forecast::end_reference(std::size_t block) {
  if (computes_reference_) {
    const double cpu = processor_seconds() - reference_start_;
    model_.learn(references_[block].key, {0, cpu});
    cpu_ += cpu;
    wall_ += since_reference_.seconds();
  }
  computes_reference_ = false;
  references_[block].pieces = 0;
}

void Forecast::end_observed(std::size_t run, const PartCost& expense, double wall, long samples) {
  model_.learn(runs_[2 * run].key, {expense.cpu - expense.loop, expense.loop});
  if (samples > 0) model_.learn(runs_[2 * run + 1].key, sample_cost(expense.stepping));
  runs_[2 * run].pieces = 0;
  runs_[2 * run + 1].pieces = samples;
  end_part(expense, wall);
}

void Forecast::end_sample(std::size_t run, const PartCost& expense, double wall, long samples) {
  model_.learn(runs_[2 * run + 1].key, {expense.cpu - expense.loop, expense.loop});
  runs_[2 * run + 1].pieces = samples;
  end_part(expense, wall);
}

void Forecast::end_part(const PartCost& expense, double wall) {
  cpu_ += expense.cpu;
  wall_ += wall;
  since_event_ = {};
}

double Forecast::observed_cost(std::size_t run) const {
  return model_.estimate(runs_[2 * run].key).seconds;
}

/// Returns the time left for references (s). That of the reference in progress is extrapolated.
double Forecast::references_left() const {
  auto left = references_;
  const auto own = computes_reference_ ? extrapolation_.left() : std::nullopt;
  if (own) left[reference_].pieces = 0;
  return own.value_or(0) + slowdown_of(wall_, cpu_) * cost_of(model_, left).wall(1);
}

std::string Forecast::left_text(double& fraction) {
  double runs = slowdown_of(wall_, cpu_) * cost_of(model_, runs_).wall(jobs_);
  if (!computes_reference_) runs = std::max(0., runs - since_event_.seconds());
  const double references = references_left(), elapsed = since_start_.seconds();
  fraction = elapsed / (elapsed + runs + references);
  return stiffbench::left_text(references, runs);
}

void Forecast::show(const std::string& current) {
  if (!progress_.is_due()) return;
  double fraction = 0;
  const std::string left = left_text(fraction);
  progress_.show(done_, fraction, left, current);
}

void Forecast::show_end() { progress_.show(total_, 1, "0:00 left", "done"); }

}  // namespace stiffbench
