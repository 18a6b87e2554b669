#include "base/error.hpp"
#include "base/files.hpp"
#include "base/paths.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/commands/reproduce/print.hpp"
#include "harness/io/read_text.hpp"
#include "harness/io/schema.hpp"
#include "harness/run/environment.hpp"
#include "harness/targets/pages/kept_experiments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::vector<std::string> names;
  std::string out = "build/reproduce", budget, pages;
  bool list = false, all = false, json = false, markdown = false, no_figures = false;
};

std::vector<PaperTarget> targets_of(const std::vector<std::string>& names) {
  std::vector<PaperTarget> targets;
  for (const std::string& name : names) targets.push_back(load_target(name));
  return targets;
}

int list_targets(const Arguments& arguments) {
  const auto targets = targets_of(target_names());
  const TargetExperiments experiments(arguments.out);
  if (!arguments.json) {
    print_targets(targets, experiments);
    return 0;
  }
  Json list = Json::array();
  for (const PaperTarget& target : targets)
    list.push_back({{"name", target.name},
                    {"title", target.title},
                    {"paper", target.paper},
                    {"doi", target.doi},
                    {"place", target.place},
                    {"claims", target.claims.size()},
                    {"seconds", experiments.time(target).seconds},
                    {"rough", experiments.time(target).is_rough}});
  fmt::print("{}\n", list.dump(2));
  return 0;
}

/// Refuses a page that would take the place of somebody's own: each of ours says who writes it.
void check_page(const fs::path& file) {
  if (!fs::exists(file) || fs::is_empty(file)) return;
  if (read_text(file).find("This page is written by") == std::string::npos)
    throw Error("pages of results replace only pages that say 'This page is written by'",
                file.string() + ", which does not",
                "choose another folder for --pages, or move that file away");
}

/// Writes the pages of results from the records that come with the program.
int write_pages(const fs::path& folder) {
  const std::string command = "stiffbench reproduce --pages docs/results";
  const fs::path records = data_path("results/kept");
  std::map<std::string, std::vector<Assessment>> papers;
  std::vector<Assessment> all;
  for (const PaperTarget& target : targets_of(target_names())) {
    all.push_back(assess(target, read_evidence(target, records, "")));
    papers[target.page()].push_back(all.back());
  }
  const auto experiments = kept_experiments(records);
  std::map<std::string, std::string> pages;
  for (auto& [problem, page] : experiment_pages(experiments, command))
    pages["problems/" + problem] = std::move(page);
  for (const auto& [name, assessments] : papers)
    pages["targets/" + name] = markdown_page(assessments, command);
  if (!experiments.empty()) pages["winners"] = winners_page(experiments, command);
  pages["README"] = markdown_index(all, command) + experiments_index(experiments);
  const auto file_of = [&](const std::string& name) { return folder / (name + ".md"); };
  for (const auto& [name, text] : pages) check_page(file_of(name));
  for (const auto& [name, text] : pages) write_atomically(file_of(name), text);
  fmt::print("{} pages; {}\n", pages.size(), (folder / "README.md").string());
  return 0;
}

void print(const std::vector<Assessment>& assessments, const Arguments& arguments) {
  for (const Assessment& assessment : assessments) {
    if (arguments.json) {
      const Json json = to_json(assessment);
      validate(json, "assessment", "the assessment of " + assessment.target.name);
      fmt::print("{}\n", json.dump());
    } else if (arguments.markdown) {
      fmt::print("{}\n", markdown_section(assessment));
    } else {
      print_assessment(assessment);
    }
  }
  if (assessments.size() > 1 && !arguments.json && !arguments.markdown) print_summary(assessments);
}

/// Writes into the folder of each experiment what the targets about it say. The report shows it.
/// What an earlier call has written of other targets stays.
void write_assessments(const std::vector<Assessment>& assessments, const fs::path& out) {
  std::map<fs::path, std::map<std::string, std::string>> files;  // lines by the target's name
  for (const Assessment& assessment : assessments)
    for (const TargetExperiment& part : assessment.target.experiments)
      files[out / part.name / "assessments.jsonl"][assessment.target.name] =
          to_json(assessment).dump() + "\n";
  for (auto& [path, lines] : files) {
    std::ifstream earlier(path);
    for (std::string line; std::getline(earlier, line);)
      lines.emplace(Json::parse(line)["target"], line + "\n");
    std::string text;
    for (const auto& [name, line] : lines) text += line;
    write_atomically(path, text);
  }
}

int reproduce(Arguments& arguments) {
  TargetExperiments experiments(arguments.out);
  Budget budget{.chosen = targets_of(arguments.all ? target_names() : arguments.names),
                .left_out = {}};
  if (budget.chosen.empty())
    throw Error("reproduce takes names of targets, or --all", "none",
                "choose from 'stiffbench reproduce --list'");
  if (arguments.budget.empty())
    for (const PaperTarget& target : budget.chosen) experiments.add(target);
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
  for (const PaperTarget& target : budget.chosen) {
    if (!arguments.no_figures) status = std::max(status, experiments.draw(target));
    assessments.push_back(assess(target, read_evidence(target, arguments.out, "current")));
  }
  write_assessments(assessments, arguments.out);
  print(assessments, arguments);
  print_left_out(budget);
  return status;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::runs,
     "reproduce",
     "Repeats a figure or table of a paper, and says which of its claims hold",
     {"reproduce --list", "reproduce you2026_table2", "reproduce --all --budget 10m"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("names", &values.names, "Targets: names of --list, or files").suggestions =
          [](const std::vector<std::string>&) { return target_names(); };
      list.add("--list", &values.list, "Print all targets with their time here, and do nothing")
          .rivals = {"names", "--all"};
      list.add("--all", &values.all, "Every target").rivals = {"names"};
      list.add("--budget", &values.budget,
               "Only what is expected to take no more, the cheapest first: 90s, 30m, 2h");
      list.add("--out", &values.out,
               "Folder for records and figures, one folder for each experiment (default: "
               "build/reproduce)");
      list.add("--no-figures", &values.no_figures, "Draw nothing");
      list.add("--json", &values.json, "Print the verdicts as JSON, a target on each line");
      list.add("--markdown", &values.markdown, "Print the verdicts as Markdown").rivals = {
          "--json"};
      list.add("--pages", &values.pages,
               "Only write pages of results into this folder, from the records in results/kept")
          .rivals = {"names", "--all", "--list"};
    },
    [](Arguments& values) {
      if (!values.pages.empty()) return write_pages(values.pages);
      return values.list ? list_targets(values) : reproduce(values);
    });

}  // namespace
}  // namespace stiffbench
