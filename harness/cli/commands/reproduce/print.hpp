#pragma once

#include "harness/cli/commands/reproduce/experiments.hpp"
#include "harness/targets/assessment.hpp"

namespace stiffbench {

/// Prints the verdict on each claim of a target, with its numbers and its sentence.
void print_assessment(const Assessment& assessment);

/// Prints the number of claims of each target by verdict.
void print_summary(const std::vector<Assessment>& assessments);

/// Prints the targets that a budget omits, and the reason.
void print_left_out(const Budget& budget);

/// Prints each target with its time on this machine and its subject.
void print_targets(const std::vector<ClaimSet>& targets, const TargetExperiments& experiments);

}  // namespace stiffbench
