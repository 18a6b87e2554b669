#include "base/error.hpp"
#include "harness/cli/commands/reproduce/judging.hpp"
#include "harness/cli/commands/reproduce/write_pages.hpp"
#include "harness/targets/pages/claim_pages.hpp"

namespace stiffbench::reproduce_command {
namespace {

struct Arguments : JudgingArguments {
  std::string pages;
  bool all = false;
};

constexpr ClaimSource papers{target_names, load_target, target_section, true};

int reproduce(const Arguments& arguments) {
  if (!arguments.pages.empty()) {
    write_pages(arguments.pages);
    return 0;
  }
  if (arguments.list) return list_claims(papers, arguments);
  auto targets = load_all(papers, arguments.all ? target_names() : arguments.names);
  if (targets.empty())
    throw Error("reproduce takes names of targets, or --all", "none",
                "choose from 'stiffbench reproduce --list'");
  return run_and_judge(papers, std::move(targets), arguments);
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::runs,
     "reproduce",
     "Repeats a figure or table of a paper, and says which of its claims hold",
     {"reproduce --list", "reproduce you2026_table2", "reproduce --all --budget 10m"}},
    [](Arguments& values, ArgumentList& list) {
      add_judging_arguments(values, list, papers);
      list.add("--all", &values.all, "Every target").rivals = {"names", "--list"};
      list.add("--pages", &values.pages,
               "Only write pages of results into this folder, from the records in results/kept")
          .rivals = {"names", "--all", "--list"};
    },
    reproduce);

}  // namespace
}  // namespace stiffbench::reproduce_command
