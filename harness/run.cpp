#include "harness/run.hpp"

namespace stiffbench {

Json run(const RunPlan& plan, const std::string& problem_hash, const std::string& judge) {
  Json record = begin_record(plan, problem_hash, judge);
  if (!plan.unfit.empty()) {
    put_failure(record, Status::unfit, plan.unfit);
    return record;
  }
  const Observed seen = observe(plan);
  put_observed(record, plan, seen);
  if (seen.status != Status::ok) return record;
  std::vector<Sample> samples;
  for (long i = 0; i < plan.request.repeats; ++i) samples.push_back(time_run(plan));
  put_runtime(record, samples);
  return record;
}

}  // namespace stiffbench
