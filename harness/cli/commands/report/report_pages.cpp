#include "harness/cli/commands/report/report_pages.hpp"

#include "harness/cli/bibliography.hpp"
#include "harness/cli/commands/list/facts.hpp"
#include "harness/cli/commands/list/stability.hpp"
#include "harness/cli/commands/report/report_source.hpp"
#include "harness/io/data_file.hpp"
#include "harness/io/read_text.hpp"
#include "harness/records/read_records.hpp"
#include "harness/replications/pages/text.hpp"
#include "integrators/contract/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

Json facts_of_kind(const std::string& kind) {
  return std::ranges::find(listed_kinds(), kind, &ListedKind::name)->facts();
}

/// Returns a text of 'stiffbench help' below its title.
std::string help_section(const std::string& title, const std::string& topic) {
  return fmt::format("\n## {}\n\n```text\n{}```\n", title,
                     read_text(data_files("docs/help", ".txt").at(topic)));
}

std::string reading_page() {
  return "# How to read it\n" + help_section("Diagrams", "figures") +
         help_section("Errors", "errors") + help_section("Orders", "orders") +
         help_section("Statuses", "statuses") + help_section("References", "references");
}

/// Returns a document as nested lists.
std::string nested_list(const Json& value, int depth = 0) {
  std::string text;
  for (const auto& [key, item] : value.items()) {
    const std::string words = item.is_object()   ? ""
                              : item.is_string() ? item.get<std::string>()
                                                 : item.dump();
    text += fmt::format("{:{}}- {}: {}\n", "", 2 * depth, key, words);
    if (item.is_object()) text += nested_list(item, depth + 1);
  }
  return text;
}

std::string environment_page(const std::vector<Row>& rows) {
  std::map<std::string, std::pair<Json, std::size_t>> machines;  // by hash
  std::map<std::pair<std::string, std::string>, std::size_t> codes;
  for (const Row& row : rows) {
    auto& [environment, runs] = machines[row.record.environment.value("hash", "")];
    environment = row.record.environment;
    ++runs;
    ++codes[{row.method, row.record.code ? row.record.code->id : "unknown"}];
  }
  std::string text = "# Environment\n\n## Machines and builds\n";
  for (const auto& [hash, machine] : machines)
    text += fmt::format("\n{}:\n\n{}", counted(machine.second, "run"), nested_list(machine.first));
  text +=
      "\n## Code\n\nThe code that the runs could reach, as a hash; it is unknown in records of "
      "older versions.\n\n" +
      table_head({"method", "code", "runs"}, 2);
  for (const auto& [key, count] : codes)
    text += table_line({cell(key.first), key.second, std::to_string(count)});
  return text;
}

/// Returns the pages of papers from the replications' pages (replication_page()), one page for each
/// title.
std::vector<std::string> paper_pages(const fs::path& folder) {
  std::set<fs::path> files;
  if (fs::is_directory(folder / "claims"))
    for (const auto& entry : fs::directory_iterator(folder / "claims"))
      if (entry.path().extension() == ".md") files.insert(entry.path());
  if (const fs::path old = folder / "assessments.jsonl"; files.empty() && fs::exists(old))
    fmt::print(stderr,
               "note: {} is of an earlier version and on no page; repeat 'stiffbench reproduce'\n",
               old.string());
  std::vector<std::string> pages;
  for (const fs::path& file : files) {
    const std::string text = read_text(file);
    const auto title = text.substr(0, text.find('\n') + 1);
    const auto same = std::ranges::find_if(
        pages, [&](const std::string& page) { return page.starts_with(title); });
    if (same == pages.end())
      pages.push_back(text);
    else
      *same += text.substr(std::min(text.find("\n## "), text.size()));
  }
  return pages;
}

/// Returns the BibTeX entries of the sources of problems and integrators, by their DOIs.
std::map<std::string, std::string> citations_of(const std::vector<Row>& rows, const Json& problems,
                                                const Json& integrators) {
  std::set<std::string> names;
  for (const Row& row : rows) names.insert({row.record.problem.name, row.record.integrator.name});
  const auto entries = bibliography();
  std::map<std::string, std::string> all;
  for (const Json* list : {&problems, &integrators})
    for (const Json& facts : *list) {
      if (facts["doi"].is_null() || !names.contains(facts["name"])) continue;
      if (const auto entry = entries.find(lower(facts["doi"])); entry != entries.end())
        all.insert(*entry);
    }
  return all;
}

std::string method_page_name(std::string integrator) {
  std::ranges::replace_if(
      integrator, [](unsigned char c) { return !std::isalnum(c) && c != '_'; }, '-');
  return "method-" + integrator;
}

/// Names the pages of all problems, in their order, and of all methods by their labels.
std::map<std::string, std::string> links_of(const std::vector<Row>& rows) {
  std::map<std::string, std::string> links;
  each_problem(rows, [&](Rows of_problem) {
    links[of_problem[0].problem] = fmt::format("problem-{}", links.size() + 1);
  });
  for (const Row& row : rows)
    links.emplace(row.method, method_page_name(row.record.integrator.name));
  return links;
}

}  // namespace

Json listed(const Json& list, const std::string& name) {
  const auto entry = std::ranges::find_if(list, [&](const Json& e) { return e["name"] == name; });
  return entry == list.end() ? Json(nullptr) : *entry;
}

std::string source_text(const ReportSource& report, const Json& doi) {
  if (doi.is_null()) return "from textbooks\n";
  const std::string name = doi;
  const std::string link = fmt::format("[doi:{0}](https://doi.org/{0})\n", name);
  const auto entry = report.citations.find(lower(name));
  if (entry == report.citations.end()) return link;
  return link + folded("BibTeX", "```bibtex\n" + entry->second + "\n```\n");
}

std::string parameter_text(const Json& value) {
  if (value.is_boolean()) return value.dump();
  if (!value.is_array())
    return value.is_null()     ? "automatic"
           : value.is_string() ? cell(value.get<std::string>())
                               : number_text(value, "{:.12g}");
  std::vector<std::string> parts;
  for (const Json& one : value) parts.push_back(parameter_text(one));
  return parts.empty() ? "automatic" : fmt::format("{}", fmt::join(parts, ", "));
}

std::string diagram(const Json& settings) { return "```diagram\n" + settings.dump() + "\n```\n"; }

std::string counted(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

Json report_pages(const std::vector<Row>& rows, const fs::path& folder) {
  const Json experiment = read_experiment(folder);
  ReportSource report{
      .rows = rows,
      .experiment = experiment,
      .measures = measures_of(experiment.is_null() ? Json::object() : experiment, rows),
      .problems = facts_of_kind("problems"),
      .integrators = facts_of_kind("integrators"),
      .citations = {},
      .links = links_of(rows)};
  report.citations = citations_of(rows, report.problems, report.integrators);
  Json pages{{"overview", overview_page(report)},
             {"diagram", "# Diagram\n\n## All problems and methods\n\n" + diagram(Json::object())},
             {"methods", methods_page(report)},
             {"coefficients", coefficients_page(report)},
             {"reading", reading_page()},
             {"environment", environment_page(rows)}};
  int number = 0;
  for (const std::string& page : paper_pages(folder))
    pages[fmt::format("paper-{}", ++number)] = page;
  each_problem(rows, [&](Rows of_problem) {
    pages[report.links.at(of_problem[0].problem)] = problem_page(report, of_problem);
  });
  Json regions = Json::object();
  for (const Row& row : rows) {
    const std::string &name = row.record.integrator.name, page = method_page_name(name);
    if (pages.contains(page)) continue;
    pages[page] = method_page(report, name);
    if (!listed(report.integrators, name).is_null())
      regions[name] = stability_region(IntegratorRegistry::instance().make(name), 0.1);
  }
  return {{"schema", "stiffbench.report/2"},
          {"experiment", experiment},
          {"pages", pages},
          {"links", report.links},
          {"regions", regions},
          {"citations", report.citations}};
}

}  // namespace stiffbench
