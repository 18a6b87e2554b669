#include "harness/tuning/tune.hpp"

#include "harness/tuning/trials.hpp"

#include <boost/math/statistics/univariate_statistics.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

namespace stiffbench {
namespace {

using Ladders = std::vector<ParameterFacts>;

/// The pass (s) beyond which two times show what three of short ones do.
constexpr double sharp = 1;

constexpr const char* too_slow = "no setting is within the limits of the run";

/// Returns the counted calls that cost time; the others repeat these.
std::vector<long> calls_of(const Trial& trial) {
  constexpr std::array<std::string_view, 3> left_out{"indefinite", "newton_iterations",
                                                     "one_time_setups"};
  std::vector<long> calls;
  const Work work = trial.pass.result.work.value_or(Work{});
  Work::each(work, [&](std::string_view name, long count) {
    if (std::ranges::count(left_out, name) == 0) calls.push_back(count);
  });
  return calls;
}

/// Returns true if `a` counts at least as many calls of every kind as `b`, and more of one kind.
bool is_dominated(const Trial& a, const Trial& b) {
  const auto calls = calls_of(a), others = calls_of(b);
  return calls != others && std::ranges::equal(calls, others, std::ranges::greater_equal());
}

/// Returns true if both are the same run: the same calls, and the same distance from the control.
bool is_same_run(const Trial& a, const Trial& b) {
  return a.difference == b.difference && calls_of(a) == calls_of(b);
}

bool is_numeric(const ParameterFacts& parameter) {
  return !std::holds_alternative<std::string>(parameter.ladder.values.front());
}

class Search {
 public:
  Search(const RunPlan& requested, const Judge& judge, const Limits& limits)
      : judge_(judge), trials_(requested, judge, limits) {
    for (ParameterFacts& parameter : searched_parameters(requested))
      (is_numeric(parameter) ? numbers_ : words_).push_back(std::move(parameter));
  }

  Tuned run(const std::optional<SearchStart>& start) {
    if (numbers_.empty() && words_.empty())
      return untuned("it has no parameter that a search may change");
    if (judge_.states().empty())
      return untuned(judge_.refusal().empty() ? "its error is not known: there is no reference"
                                              : "its error is not known: " + judge_.refusal());
    if (!start || !trials_.observe_first(trials_.changes_of(start->settings)))
      trials_.observe_first({});
    if (const std::string reason = observe_control(); !reason.empty()) return untuned(reason);
    carried_ = start && observe_start(start->settings) && start->carries_algorithms;
    observe_requested();
    search();
    if (best() == nullptr) return untuned(too_slow);
    return choose();
  }

 private:
  Tuned untuned(const std::string& reason) const {
    Tuned result{.tuning = {.reason = reason}, .cpu = trials_.cpu()};
    if (const Trial* requested = trials_.find({})) result.pass = requested->pass;
    return result;
  }

  /// Observes the most precise settings, or less precise ones where a method fails with these, as
  /// Krylov processes do near round-off. Returns the reason why none is a control, or an empty
  /// text.
  std::string observe_control() {
    std::string reason;
    for (std::size_t rung = 0;; ++rung) {
      const Settings settings = precise(rung);
      if (rung > 0 && settings == control_) break;  // no number is less precise
      control_ = settings;
      reason = trials_.observe_control(control_);
      if (reason.empty()) break;
      if (trials_.is_out_of_time() || trials_.all().empty()) break;  // or init() refuses all
      const Status status = trials_.all().back().pass.result.status;
      if (status == Status::timeout) rung = std::max<std::size_t>(rung, 1);  // the last is next
      // A method that stagnates at round-off may work with any less precise number.
      if (rung >= 2 && status != Status::krylov_stagnated) break;
    }
    return reason;
  }

  /// Observes settings to begin with, or more precise ones where these do not keep the result.
  /// Returns true if one of the two does.
  bool observe_start(const Settings& start) {
    const Trial* trial = trials_.observe_start(start);
    if (trial && trial->ok() && !trial->accepted)
      trial = trials_.observe_start(tighter(trial->settings));
    return trial && trial->accepted;
  }

  /// Returns the changes that give every number this value of its ladder, counted from the most
  /// precise one, where the integrator does not refuse it.
  Settings precise(std::size_t rung) const {
    Settings changes;
    for (const ParameterFacts& number : numbers_) {
      Settings more = changes;
      more[number.name] = number.ladder.values[std::min(rung, number.ladder.values.size() - 1)];
      more = trials_.changes_of(more);
      if (trials_.plan_of(more)) changes = std::move(more);
    }
    return changes;
  }

  /// Returns the changes with another value of a parameter.
  Settings with(Settings changes, const std::string& name, const Value& value) const {
    changes[name] = value;
    return trials_.changes_of(std::move(changes));
  }

  /// Returns the index in its ladder that follows the number's value in these changes; 0 if the
  /// value is not in the ladder.
  std::size_t next_rung(const Settings& changes, const ParameterFacts& number) const {
    const auto& values = number.ladder.values;
    const auto place = std::ranges::find(values, trials_.value_of(changes, number.name));
    return place == values.end() ? 0 : static_cast<std::size_t>(place - values.begin()) + 1;
  }

  /// Returns the best settings so far; those of the control if no trial is accepted.
  Settings base() {
    const Trial* trial = best();
    return trial ? trial->settings : control_;
  }

  /// Observes the requested settings. At equal work the control precedes them, so that the choice
  /// does not depend on defaults.
  void observe_requested() {
    Trial* requested = trials_.observe({});
    const Trial* control = trials_.observe(control_);
    if (requested && requested != control && requested->ok())
      requested->repeats_work = control->accepted && calls_of(*requested) == calls_of(*control);
  }

  void search() {
    for (const ParameterFacts& number : numbers_) walk(base(), number);
    if (carried_) return;
    const Settings before = base();
    for (const ParameterFacts& word : words_) try_words(word);
    const auto changed = [&](const ParameterFacts& word) {
      return trials_.value_of(before, word.name) != trials_.value_of(base(), word.name);
    };
    if (std::ranges::any_of(words_, changed))
      for (const ParameterFacts& number : numbers_) walk(base(), number);
  }

  /// Observes less precise values of a number, one after the other.
  void walk(const Settings& start, const ParameterFacts& number) {
    const Trial* last = trials_.observe(start);
    if (!last) return;
    const auto& values = number.ladder.values;
    for (std::size_t rung = next_rung(start, number); rung < values.size(); ++rung) {
      Trial* next = trials_.observe(with(start, number.name, values[rung]));
      if (!next || !next->accepted || is_dominated(*next, *last)) return;
      next->repeats_work = last->accepted && calls_of(*next) == calls_of(*last);
      if (!next->repeats_work) last = next;
    }
  }

  /// Observes every other word of a parameter beside the best settings so far.
  void try_words(const ParameterFacts& word) {
    const Settings start = base();
    const Trial* before = trials_.observe(start);
    for (const Value& value : word.ladder.values) {
      if (value == trials_.value_of(start, word.name)) continue;
      Trial* trial = trials_.observe(fitting(with(start, word.name, value)));
      if (trial && trial->ok() && !trial->accepted)
        trial = trials_.observe(tighter(trial->settings));
      if (!trial || !trial->accepted) continue;
      // A word may stand for another one, as auto does, unless it is clearly faster.
      trial->repeats_work = before && before->accepted && trial != before &&
                            is_same_run(*trial, *before) && trial->seconds > 0.8 * before->seconds;
      for (const ParameterFacts& number : numbers_)
        if (!uses_next(start, number) && uses_next(trial->settings, number))
          walk(trial->settings, number);
    }
  }

  /// Returns the changes, or with one number as requested if the integrator then takes them.
  Settings fitting(const Settings& changes) const {
    if (trials_.plan_of(changes)) return changes;
    for (const ParameterFacts& number : numbers_) {
      Settings without = changes;
      if (without.erase(number.name) > 0 && trials_.plan_of(without)) return without;
    }
    return changes;
  }

  /// Returns the changes with every number one value more precise.
  Settings tighter(Settings changes) const {
    for (const ParameterFacts& number : numbers_)
      if (const std::size_t next = next_rung(changes, number); next > 1)
        changes = with(changes, number.name, number.ladder.values[next - 2]);
    return changes;
  }

  /// Returns true if the integrator does not refuse a less precise value of the number.
  bool uses_next(const Settings& changes, const ParameterFacts& number) const {
    const std::size_t next = next_rung(changes, number);
    return next < number.ladder.values.size() &&
           trials_.plan_of(with(changes, number.name, number.ladder.values[next]));
  }

  /// Returns true if both have the same algorithms, so that their counted calls take equal times.
  bool has_same_words(const Trial& a, const Trial& b) const {
    return std::ranges::all_of(words_, [&](const ParameterFacts& word) {
      return trials_.value_of(a.settings, word.name) == trials_.value_of(b.settings, word.name);
    });
  }

  /// Returns true if the trial is accepted, and no other accepted one with its words dominates it.
  bool is_candidate(const Trial& trial) const {
    const auto keeps = [](const Trial& one) { return one.accepted && !one.repeats_work; };
    return keeps(trial) && std::ranges::none_of(trials_.all(), [&](const Trial& other) {
             return keeps(other) && has_same_words(trial, other) && is_dominated(trial, other);
           });
  }

  /// Returns the candidates, the fastest pass first.
  std::vector<const Trial*> candidates() const {
    std::vector<const Trial*> chosen;
    for (const Trial& trial : trials_.all())
      if (is_candidate(trial)) chosen.push_back(&trial);
    std::ranges::stable_sort(chosen, {}, &Trial::seconds);
    return chosen;
  }

  /// Returns the best accepted trial so far, or null.
  const Trial* best() const {
    const auto all = candidates();
    return all.empty() ? nullptr : all.front();
  }

  /// Returns the trials to time: up to three of the fastest candidates, among which times decide,
  /// and the requested settings where they keep the result and are not clearly slower.
  std::vector<const Trial*> finalists() {
    const std::vector<const Trial*> all = candidates();
    constexpr double interruption = 0.01;  // by another process (s), which a short pass shows
    constexpr std::size_t most = 3;
    const double least = all.front()->seconds;
    // A short pass shows the time of its steps less sharply than one of a second or more.
    const double limit = 1.1 * least + 0.2 * std::min(least, 1.) + interruption;
    std::vector<const Trial*> fastest;
    for (const Trial* trial : all)
      if (trial->seconds <= limit && fastest.size() < most) fastest.push_back(trial);
    const Trial* requested = trials_.observe({});
    if (requested && requested->accepted && !requested->repeats_work &&
        requested->seconds <= 1.5 * least + interruption &&
        std::ranges::count(fastest, requested) == 0)
      fastest.push_back(requested);
    return fastest;
  }

  /// Returns the median times of the runs (s), from three samples each, taken in turns. The
  /// observed pass is one of two samples where it takes a second, and the only one if nothing but
  /// the requested settings is to be timed.
  std::vector<double> times_of(const std::vector<const Trial*>& trials) {
    const double observed = trials.front()->seconds;
    if (trials.size() == 1 && trials.front()->settings.empty()) return {observed};
    std::vector<std::vector<double>> samples(trials.size());
    if (observed > sharp)
      for (std::size_t i = 0; i < trials.size(); ++i) samples[i].push_back(trials[i]->seconds);
    for (int turn = 0; turn < (observed > sharp ? 1 : 3); ++turn)
      for (std::size_t i = 0; i < trials.size(); ++i)
        samples[i].push_back(trials_.time(*trials[i]));
    std::vector<double> medians;
    for (auto& own : samples) medians.push_back(boost::math::statistics::median(own));
    return medians;
  }

  /// Returns the time of a run with the requested settings (s), or nothing where they do not
  /// keep the result. A sample that is not compared is taken once.
  std::optional<double> default_time(const std::vector<const Trial*>& finals,
                                     const std::vector<double>& times) {
    const Trial* requested = trials_.observe({});
    if (!requested || !requested->accepted) return std::nullopt;
    const auto place = std::ranges::find(finals, requested);
    const double seconds =
        place == finals.end()
            ? (requested->seconds > sharp ? requested->seconds : trials_.time(*requested))
            : times[static_cast<std::size_t>(place - finals.begin())];
    return std::isfinite(seconds) ? std::optional(seconds) : std::nullopt;
  }

  Tuned choose() {
    const auto finals = finalists();
    const auto times = times_of(finals);
    std::vector<double> candidate_times = times;
    for (std::size_t i = 0; i < finals.size(); ++i)
      if (!is_candidate(*finals[i])) candidate_times[i] = std::numeric_limits<double>::infinity();
    const auto fastest = std::ranges::min_element(candidate_times);
    if (!std::isfinite(*fastest)) return untuned(too_slow);
    const Trial& chosen = *finals[static_cast<std::size_t>(fastest - candidate_times.begin())];
    Tuning tuning{.carried = carried_,
                  .control = control_,
                  .error = trials_.error(),
                  .bound = trials_.bound(),
                  .measure = trials_.measure(),
                  .tried = tried(),
                  .settings = chosen.settings,
                  .default_seconds = default_time(finals, times),
                  .chosen_seconds = *fastest};
    return {std::move(tuning), trials_.plan_of(chosen.settings), chosen.pass, trials_.cpu()};
  }

  std::vector<TriedSetting> tried() {
    std::vector<TriedSetting> all;
    for (const Trial& trial : trials_.all())
      all.push_back({trial.settings, trial.difference, trial.accepted,
                     trial.ok() ? std::optional(trial.seconds) : std::nullopt});
    return all;
  }

  const Judge& judge_;
  Trials trials_;
  Ladders numbers_, words_;  // parameters to search, in order of declaration
  Settings control_;
  bool carried_ = false;  // the words are those of the start
};

}  // namespace

Tuned tune(const RunPlan& requested, const Judge& judge, const Limits& limits,
           const std::optional<SearchStart>& start) {
  return Search(requested, judge, limits).run(start);
}

}  // namespace stiffbench
