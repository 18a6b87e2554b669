#pragma once

#include "harness/cli/commands/reproduce/experiments.hpp"
#include "harness/targets/assessment.hpp"

namespace stiffbench {

/// Prints the verdict on each claim of a target with its numbers and its sentence.
void print_assessment(const Assessment& assessment);

/// Prints how many claims of each target have which verdict.
void print_summary(const std::vector<Assessment>& assessments);

/// Prints what a budget left out, and why.
void print_left_out(const Budget& budget);

/// Prints each target with its time here and what it is about.
void print_targets(const std::vector<ClaimSet>& targets, const TargetExperiments& experiments);

}  // namespace stiffbench
