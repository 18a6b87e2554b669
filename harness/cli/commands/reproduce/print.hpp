#pragma once

#include "harness/cli/commands/reproduce/experiments.hpp"
#include "harness/replications/assessment.hpp"

namespace stiffbench {

/// Prints the verdict on each claim of a replication, with its numbers and its sentence.
void print_assessment(const Assessment& assessment);

/// Prints the number of claims of each replication by verdict.
void print_summary(const std::vector<Assessment>& assessments);

/// Prints the replications that a budget omits, and the reason.
void print_left_out(const Budget& budget);

/// Prints each replication with its time on this machine and its subject.
void print_replications(const std::vector<ClaimSet>& replications,
                        const ReplicationExperiments& experiments);

}  // namespace stiffbench
