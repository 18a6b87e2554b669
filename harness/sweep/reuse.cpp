#include "harness/sweep/reuse.hpp"

#include "base/error.hpp"
#include "harness/records/code/choose_code.hpp"
#include "harness/run/run_record.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {
namespace {

void check_names(const Experiment& experiment, const std::vector<std::string>& again) {
  std::set<std::string> names;
  for (const Block& block : experiment.blocks) {
    names.insert(block.problem->name());
    for (const RunPlan& plan : block.plans) names.insert(plan.request.integrator);
  }
  for (const auto& name : again) {
    if (names.contains(name)) continue;
    const std::string near = near_matches(name, {names.begin(), names.end()});
    throw Error("--again takes integrators and problems of the experiment", "'" + name + "'",
                near.empty() ? "see the experiment's file" : near + "?");
  }
}

/// Returns a key that is equal for records of one request, regardless of code and data.
std::string request_of(const Record& record, bool tuned) {
  const auto step = record.tolerance ? record.tolerance : record.h;
  Json rest{value_or_null(step), record.checkpoints, tuned};
  if (record.start) rest.push_back({record.start->index, record.start->perturbation});
  return curve_of(record) + rest.dump();
}

/// Returns the names of the parts of the code that differ.
std::set<std::string> changed_parts(const Code& old, const Code& now, const RunPlan& plan) {
  std::set<std::string> parts;
  if (old.integrator != now.integrator) parts.insert(plan.request.integrator);
  if (old.back_end != now.back_end) parts.insert("its phi functions");
  if (old.problem != now.problem) parts.insert(plan.problem->name());
  if (old.harness != now.harness) parts.insert("the harness");
  return parts;
}

}  // namespace

Reuse::Reuse(const Experiment& experiment, std::vector<Json> records, Again again)
    : records_(std::move(records)), again_(std::move(again)) {
  if (again_) check_names(experiment, *again_);
  for (const Json& record : records_) ids_[record["id"]] = &record;
}

const Json* Reuse::record_of(const std::string& id) const {
  const auto place = ids_.find(id);
  return place == ids_.end() ? nullptr : place->second;
}

bool Reuse::is_forced(const RunPlan& plan) const {
  if (!again_) return false;
  const auto is_named = [&](const std::string& name) { return std::ranges::count(*again_, name); };
  return again_->empty() || is_named(plan.request.integrator) || is_named(plan.problem->name());
}

bool Reuse::has(const PlannedRun& run) {
  const bool is_there = ids_.contains(run.id);
  if (!planned_.insert(run.id).second || (is_there && !is_forced(run.plan))) {
    ++reused_;
    return true;
  }
  if (is_there)
    ++reasons_["--again"].count;
  else
    ++reason_of(run).count;
  return false;
}

void Reuse::read_origins() {
  for (const Json& json : records_) {
    try {
      const Record record = record_from_json(json);
      origins_.emplace(request_of(record, record.tuning.has_value()),
                       Origin{record.code.value_or(Code{}), record.problem.hash});
    } catch (const Json::exception&) {  // of another version, and unrelated to this run
    } catch (const Error&) {            // likewise
    }
  }
  has_origins_ = true;
}

const Reuse::Origin* Reuse::nearest(const std::string& request, const Code& code) const {
  const auto distance = [&](const Code& other) {
    return (other.integrator != code.integrator) + (other.back_end != code.back_end) +
           (other.problem != code.problem) + (other.harness != code.harness) +
           5 * (other.build != code.build);
  };
  const Origin* best = nullptr;
  for (auto [place, end] = origins_.equal_range(request); place != end; ++place)
    if (!best || distance(place->second.code) <= distance(best->code)) best = &place->second;
  return best;
}

/// Returns the reason why the run is needed, with the names of the parts of its code that changed.
Reuse::Reason& Reuse::reason_of(const PlannedRun& run) {
  if (!has_origins_) read_origins();
  if (origins_.empty()) return reasons_[""];
  const Record now = make_record(run.plan, run.problem_hash, run.judge, {});
  const Origin* old = nearest(request_of(now, run.plan.request.tuned), *now.code);
  if (!old) return reasons_[""];
  if (old->code.id.empty()) return reasons_["records do not say their code"];
  if (old->code.build != now.code->build) return reasons_["compiler or flags changed"];
  if (const auto parts = changed_parts(old->code, *now.code, run.plan); !parts.empty()) {
    Reason& reason = reasons_["code of {} changed"];
    reason.names.insert(parts.begin(), parts.end());
    return reason;
  }
  if (old->problem_hash != now.problem.hash) return reasons_["the problem's data changed"];
  return reasons_["the reference, the search for settings, or other settings changed"];
}

std::string Reuse::summary() const {
  std::vector<std::string> parts;
  if (reused_ > 0) parts.push_back(fmt::format("{} reused", reused_));
  for (const auto& [text, reason] : reasons_)
    parts.push_back(text.empty()
                        ? fmt::format("{} new", reason.count)
                        : fmt::format("{} again: {}", reason.count,
                                      fmt::format(fmt::runtime(text), list_of(reason.names))));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace stiffbench
