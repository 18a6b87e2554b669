#include "harness/cli/command.hpp"
#include "harness/cli/commands/check/contact_lines.hpp"
#include "harness/cli/commands/check/ladder_lines.hpp"

#include <fmt/format.h>

namespace stiffbench::check_contact_command {
namespace {

struct Arguments {
  std::string pairs, motions;
  contact_ladder::LadderRequest ladder;
};

int check_contact(const Arguments& arguments) {
  if (!arguments.pairs.empty())
    fmt::print("{}", pair_answers(arguments.pairs));
  else if (!arguments.motions.empty())
    fmt::print("{}", motion_answers(arguments.motions));
  else
    return check_contact_ladder(arguments.ladder);
  return 0;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::tools,
     "check contact",
     "Measures contact problems with known answers; or prints distances of pairs or their times of "
     "impact",
     {"check contact", "check contact --phenomena slope stopping --methods sdirk2 'exprb*'",
      "check contact --methods '*' --out build/contact_ladder", "check contact --pairs pairs.jsonl",
      "check contact --motions motions.jsonl"}},
    [](Arguments& values, ArgumentList& list) {
      const std::vector<std::string> others = {"--pairs", "--motions"};
      list.add("--phenomena", &values.ladder.phenomena, "Only these, instead of all").rivals =
          others;
      list.add("--methods", &values.ladder.methods,
               "Integrators, or patterns such as 'exprb*', instead of the usual six")
          .rivals = others;
      list.add("--out", &values.ladder.out,
               "Folder for contact_ladder.jsonl, which the figure contact_ladder draws")
          .rivals = others;
      list.add("--json", &values.ladder.json,
               "One JSON document (results/schema/contact_ladder.schema.json)")
          .rivals = others;
      list.add("--pairs", &values.pairs,
               "JSON lines of pairs (results/schema/contact_pair.schema.json): prints distances "
               "with derivatives instead")
          .rivals = {"--motions"};
      list.add("--motions", &values.motions,
               "JSON lines of motions (results/schema/contact_motion.schema.json): prints times "
               "of impact instead");
    },
    check_contact);

}  // namespace
}  // namespace stiffbench::check_contact_command
