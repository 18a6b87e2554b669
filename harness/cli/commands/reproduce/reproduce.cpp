#include "base/error.hpp"
#include "harness/cli/commands/reproduce/judging.hpp"
#include "harness/cli/commands/reproduce/write_pages.hpp"
#include "harness/replications/pages/claim_pages.hpp"

namespace stiffbench::reproduce_command {
namespace {

struct Arguments : JudgingArguments {
  std::string pages;
  bool all = false;
};

constexpr ClaimSource papers{replication_names, load_replication, replication_section, true};

int reproduce(const Arguments& arguments) {
  if (!arguments.pages.empty()) {
    write_pages(arguments.pages);
    return 0;
  }
  if (arguments.list) return list_claims(papers, arguments);
  auto replications = load_all(papers, arguments.all ? replication_names() : arguments.names);
  if (replications.empty())
    throw Error("reproduce takes names of replications, or --all", "none",
                "choose from 'stiffbench reproduce --list'");
  return run_and_judge(papers, std::move(replications), arguments);
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::runs,
     "reproduce",
     "Repeats a figure or table of a paper, and says which of its claims hold",
     {"reproduce --list", "reproduce you2026_table2", "reproduce --all --budget 10m"}},
    [](Arguments& values, ArgumentList& list) {
      add_judging_arguments(values, list, papers);
      list.add("--all", &values.all, "Every replication").rivals = {"names", "--list"};
      list.add("--pages", &values.pages,
               "Only write pages of results into this folder, from the records in results/archive")
          .rivals = {"names", "--all", "--list"};
    },
    reproduce);

}  // namespace
}  // namespace stiffbench::reproduce_command
