#include "harness/sweep/forecast.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {
namespace {

long count_runs(const Agenda& agenda) {
  std::size_t count = 0;
  for (const AgendaBlock& block : agenda) count += block.runs.size();
  return static_cast<long>(count);
}

/// Returns the ratio of wall-clock time to CPU time. One second is added to both, because the first
/// parts may be short and unrepresentative.
double slowdown_of(double wall, double cpu) { return std::max(1., (wall + 1) / (cpu + 1)); }

}  // namespace

std::string left_text(const std::optional<double>& references, const std::optional<double>& runs) {
  const auto text = [](const std::optional<double>& time) {
    return time ? clock_text(*time) : "unknown";
  };
  if (references && *references == 0) return runs ? text(runs) + " left" : "time left unknown";
  return fmt::format("left: references {}, runs {}", text(references), text(runs));
}

Forecast::Forecast(const Agenda& agenda, const Limits& limits, long jobs)
    : model_(KeptCosts().model()),
      references_(reference_costs(agenda)),
      runs_(run_costs(agenda, limits)),
      jobs_(jobs),
      total_(count_runs(agenda)),
      progress_(total_) {
  for (const AgendaBlock& block : agenda)
    done_ += std::ranges::count_if(block.runs, &AgendaRun::done);
}

void Forecast::show_reference(std::size_t block, double share, const std::string& what) {
  if (!computes_reference_) {
    computes_reference_ = true;
    reference_ = block;
    since_reference_ = {};
    reference_start_ = processor_seconds();
  }
  reference_share_ = share;
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
  return model_.estimate(runs_[2 * run].key).value_or(Estimate{}).seconds;
}

/// Returns the time left for references (s). The reference in progress is extrapolated from its
/// speed, which also gives a rate for others without an estimate.
std::optional<double> Forecast::references_left() const {
  const double elapsed = since_reference_.seconds();
  double sum = 0, rate = 0;
  auto others = references_;
  if (computes_reference_ && reference_share_ > 0) {
    sum = elapsed * (1 - reference_share_) / reference_share_;
    rate = elapsed / reference_share_ / others[reference_].key.size;
    others[reference_].pieces = 0;
  }
  const double slowdown = slowdown_of(wall_, cpu_);
  for (const PendingCost& other : others) {
    if (other.pieces == 0) continue;
    const auto expense = model_.estimate(other.key);
    if (!expense && rate == 0) return std::nullopt;
    sum += expense ? slowdown * expense->seconds : rate * other.key.size;
  }
  return sum;
}

std::string Forecast::left_text(double& fraction) {
  const double slowdown = slowdown_of(wall_, cpu_);
  std::optional<double> runs;
  if (const auto sum = cost_of(model_, runs_)) runs = slowdown * sum->wall(jobs_);
  if (runs && !computes_reference_) runs = std::max(0., *runs - since_event_.seconds());
  const auto references = references_left();
  const double elapsed = since_start_.seconds();
  if (runs && references) fraction = elapsed / (elapsed + *runs + *references);
  return stiffbench::left_text(references, runs);
}

void Forecast::show(const std::string& current) {
  if (!progress_.is_due()) return;
  double fraction = static_cast<double>(done_) / static_cast<double>(std::max(1L, total_));
  const std::string left = left_text(fraction);
  progress_.show(done_, fraction, left, current);
}

void Forecast::show_end() { progress_.show(total_, 1, "0:00 left", "done"); }

}  // namespace stiffbench
