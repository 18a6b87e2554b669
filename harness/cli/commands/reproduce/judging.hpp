#pragma once

#include "harness/cli/command.hpp"
#include "harness/targets/assessment.hpp"

namespace stiffbench {

/// The claims that a command judges: `reproduce` those of papers, `check aims` aims.
struct ClaimSource {
  std::vector<std::string> (*names)();
  ClaimSet (*load)(const std::string& name);
  std::string (*section)(const Assessment& assessment);  ///< in Markdown
  bool is_for_reports;  ///< reports of the experiments show the verdicts
};

/// The arguments that both commands have.
struct JudgingArguments {
  std::vector<std::string> names;
  std::string out = "build/reproduce", budget;
  bool list = false, json = false, markdown = false, no_figures = false;
};
void add_judging_arguments(JudgingArguments& values, ArgumentList& list, const ClaimSource& source);

std::vector<ClaimSet> load_all(const ClaimSource& source, const std::vector<std::string>& names);

/// Prints all sets of claims with what they cost here.
int list_claims(const ClaimSource& source, const JudgingArguments& arguments);

/// Runs what is missing of the experiments of these sets, draws and judges. Returns the exit
/// status.
int run_and_judge(const ClaimSource& source, std::vector<ClaimSet> sets,
                  const JudgingArguments& arguments);

}  // namespace stiffbench
