#pragma once

#include "harness/record.hpp"

namespace stiffbench {

/// One run, start to end: the observed pass, then the timed samples; the finished record.
Json run(const RunPlan& plan, const std::string& problem_hash, const std::string& judge);

}  // namespace stiffbench
