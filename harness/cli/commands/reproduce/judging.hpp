#pragma once

#include "harness/cli/command.hpp"
#include "harness/replications/assessment.hpp"

namespace stiffbench {

/// Source of the claims that a command judges: papers for `reproduce`, aims for `check aims`.
struct ClaimSource {
  std::vector<std::string> (*names)();
  ClaimSet (*load)(const std::string& name);
  std::string (*section)(const Assessment& assessment);  ///< in Markdown
  bool is_for_reports;  ///< reports of the experiments include the verdicts
};

/// Arguments common to both commands.
struct JudgingArguments {
  std::vector<std::string> names;
  std::string out = "build/reproduce", budget;
  bool list = false, json = false, markdown = false, no_figures = false;
};
void add_judging_arguments(JudgingArguments& values, ArgumentList& list, const ClaimSource& source);

std::vector<ClaimSet> load_all(const ClaimSource& source, const std::vector<std::string>& names);

/// Prints all sets of claims with their costs on this machine.
int list_claims(const ClaimSource& source, const JudgingArguments& arguments);

/// Runs the missing parts of the experiments of these sets, draws figures and judges the claims.
/// Returns the exit status.
int run_and_judge(const ClaimSource& source, std::vector<ClaimSet> sets,
                  const JudgingArguments& arguments);

}  // namespace stiffbench
