#include "harness/cli/commands/reproduce/judging.hpp"

#include "base/files.hpp"
#include "base/system/use_threads.hpp"
#include "harness/cli/commands/reproduce/print.hpp"
#include "harness/io/schema.hpp"
#include "harness/replications/pages/claim_pages.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

void print(const std::vector<Assessment>& assessments, const ClaimSource& source,
           const JudgingArguments& arguments) {
  for (const Assessment& assessment : assessments) {
    if (arguments.json) {
      const Json json = to_json(assessment);
      validate(json, "assessment", "the assessment of " + assessment.replication.name);
      fmt::print("{}\n", json.dump());
    } else if (arguments.markdown) {
      fmt::print("{}\n", source.section(assessment));
    } else {
      print_assessment(assessment);
    }
  }
  if (assessments.size() > 1 && !arguments.json && !arguments.markdown) print_summary(assessments);
}

/// Writes the page of each replication into the folders of its experiments, where the report reads
/// it.
void write_claims(const std::vector<Assessment>& assessments, const fs::path& out) {
  for (const Assessment& assessment : assessments)
    for (const ReplicationExperiment& part : assessment.replication.experiments)
      write_atomically(out / part.name / "claims" / (assessment.replication.name + ".md"),
                       replication_page(assessment));
}

}  // namespace

void add_judging_arguments(JudgingArguments& values, ArgumentList& list,
                           const ClaimSource& source) {
  list.add("names", &values.names, "Names of --list, or files").suggestions =
      [names = source.names](const std::vector<std::string>&) { return names(); };
  list.add("--list", &values.list, "Print all of them with their time here, and do nothing")
      .rivals = {"names"};
  list.add("--budget", &values.budget,
           "Only what is expected to take no more, the cheapest first: 90s, 30m, 2h");
  list.add("--out", &values.out,
           "Folder for records and figures, one folder for each experiment (default: "
           "build/reproduce)");
  list.add("--no-figures", &values.no_figures, "Draw nothing");
  list.add("--json", &values.json, "Print the verdicts as JSON, a replication on each line");
  list.add("--markdown", &values.markdown, "Print the verdicts as Markdown").rivals = {"--json"};
}

std::vector<ClaimSet> load_all(const ClaimSource& source, const std::vector<std::string>& names) {
  std::vector<ClaimSet> sets;
  for (const std::string& name : names) sets.push_back(source.load(name));
  return sets;
}

int list_claims(const ClaimSource& source, const JudgingArguments& arguments) {
  const auto sets = load_all(source, source.names());
  const ReplicationExperiments experiments(arguments.out);
  if (!arguments.json) {
    print_replications(sets, experiments);
    return 0;
  }
  Json list = Json::array();
  for (const ClaimSet& set : sets)
    list.push_back({{"name", set.name},
                    {"title", set.title},
                    {"paper", set.paper},
                    {"doi", set.doi},
                    {"place", set.place},
                    {"claims", set.claims.size()},
                    {"seconds", experiments.time(set).seconds},
                    {"rough", experiments.time(set).is_rough}});
  fmt::print("{}\n", list.dump(2));
  return 0;
}

int run_and_judge(const ClaimSource& source, std::vector<ClaimSet> sets,
                  const JudgingArguments& arguments) {
  ReplicationExperiments experiments(arguments.out);
  Budget budget{.chosen = std::move(sets), .left_out = {}};
  if (arguments.budget.empty())
    for (const ClaimSet& set : budget.chosen) experiments.add(set);
  else
    budget = spend(std::move(budget.chosen), read_duration(arguments.budget), experiments);

  use_one_thread();
  if (!experiments.run()) {
    fmt::print(stderr, "stiffbench: interrupted; all is kept in {}; the same command goes on\n",
               arguments.out);
    return 130;
  }
  int status = 0;
  std::vector<Assessment> assessments;
  for (const ClaimSet& set : budget.chosen) {
    if (!arguments.no_figures) status = std::max(status, experiments.draw(set));
    assessments.push_back(assess(set, read_evidence(set, arguments.out, "current")));
  }
  if (source.is_for_reports) write_claims(assessments, arguments.out);
  print(assessments, source, arguments);
  print_left_out(budget);
  return status;
}

}  // namespace stiffbench
