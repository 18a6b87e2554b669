#include "harness/cli/commands/reproduce/judging.hpp"
#include "harness/replications/pages/claim_pages.hpp"

namespace stiffbench::check_aims_command {
namespace {

constexpr ClaimSource aims{aims_names, load_aims, aims_section, false};

int check_aims(const JudgingArguments& arguments) {
  if (arguments.list) return list_claims(aims, arguments);
  const auto names = arguments.names.empty() ? aims_names() : arguments.names;
  return run_and_judge(aims, load_all(aims, names), arguments);
}

const bool enrolled = enrol_command<JudgingArguments>(
    {CommandGroup::tools,
     "check aims",
     "Runs what this suite's own aims are about, and says which of them it meets",
     {"check aims --list", "check aims --budget 10m"}},
    [](JudgingArguments& values, ArgumentList& list) { add_judging_arguments(values, list, aims); },
    check_aims);

}  // namespace
}  // namespace stiffbench::check_aims_command
