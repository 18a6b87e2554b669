#include "harness/single/single_run.hpp"

#include "base/error.hpp"
#include "harness/io/schema.hpp"
#include "harness/tuning/tune.hpp"
#include "problems/contract/problem_hash.hpp"

namespace stiffbench {

Record single_run(const RunPlan& plan, const Judge& judge, const Limits& limits) {
  Run run(plan, problem_hash(*plan.problem), judge, Json::object(), tune);
  while (!run.finished()) run.advance(limits);
  Record record = run.record();
  if (record.result.status == Status::not_applicable && plan.why_not_applicable.empty())
    throw Error(record.result.reason);
  validate(to_json(record), "record", "the record");
  return record;
}

}  // namespace stiffbench
