#include "harness/cli/commands/reproduce/write_pages.hpp"

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/paths.hpp"
#include "harness/estimates/costs.hpp"
#include "harness/io/data_file.hpp"
#include "harness/io/read_text.hpp"
#include "harness/replications/pages/claim_pages.hpp"
#include "harness/replications/pages/experiment_pages.hpp"
#include "harness/replications/pages/experiments_page.hpp"
#include "harness/replications/pages/kinds.hpp"
#include "harness/replications/pages/races/choosing_page.hpp"
#include "harness/replications/pages/races/winners_page.hpp"
#include "harness/replications/pages/tuning_page.hpp"

#include <fmt/format.h>

#include <map>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* command = "stiffbench reproduce --pages docs/results";

/// Throws an Error for a file that is not a generated page: each generated page names its command.
void check_page(const fs::path& file) {
  if (!fs::exists(file) || fs::is_empty(file)) return;
  if (read_text(file).find("This page is written by") == std::string::npos)
    throw Error("pages of results replace only pages that say 'This page is written by'",
                file.string() + ", which does not",
                "choose another folder for --pages, or move that file away");
}

std::vector<Assessment> assess_all(const std::vector<std::string>& names, const auto& load,
                                   const fs::path& records) {
  std::vector<Assessment> all;
  for (const std::string& name : names) {
    const ClaimSet set = load(name);
    all.push_back(assess(set, read_evidence(set, records, "")));
  }
  return all;
}

std::vector<ListedExperiment> listed_experiments() {
  std::vector<ListedExperiment> all;
  // The list has experiments of the package for Python, which may not be loaded.
  for (const auto& [name, file] : data_files("results/experiments", ".json")) {
    const Json document = read_json(file);
    const auto whole = shipped_cost(document);
    all.push_back(whole ? ListedExperiment{document, duration_text(whole->wall(1), whole->is_rough),
                                           whole->wall(1)}
                        : ListedExperiment{document, "not estimated"});
  }
  return all;
}

/// Returns all pages by their names below the folder, without the extension.
std::map<std::string, std::string> all_pages() {
  const fs::path records = data_path("results/archive");
  const auto replications = assess_all(replication_names(), load_replication, records);
  std::map<std::string, std::vector<Assessment>> papers;
  for (const Assessment& one : replications) papers[one.replication.page()].push_back(one);
  const auto experiments = archived_experiments(records);
  std::map<std::string, std::string> pages;
  for (auto& [problem, page] : experiment_pages(experiments, command))
    pages[page_of_problem(problem)] = std::move(page);
  for (const auto& [name, assessments] : papers)
    pages["replications/" + name] = paper_page(assessments, command);
  if (!experiments.empty()) {
    pages["winners"] = winners_page(experiments, command);
    pages["choosing"] = choosing_page(experiments, command);
  }
  const auto comparisons = archived_comparisons_of_settings(records);
  const bool are_tuned = has_tuned_runs(experiments) || has_tuned_runs(comparisons);
  if (are_tuned) pages["tuning"] = tuning_page(experiments, comparisons, command);
  pages["experiments"] = experiments_page(listed_experiments(), records, command);
  pages["README"] = claims_index(replications, command) + experiments_index(experiments, are_tuned);
  pages["claims"] = second_reading(replications, command);
  pages["aims"] = aims_page(assess_all(aims_names(), load_aims, records), command);
  return pages;
}

}  // namespace

void write_pages(const fs::path& folder) {
  const auto pages = all_pages();
  const auto file_of = [&](const std::string& name) { return folder / (name + ".md"); };
  for (const auto& [name, text] : pages) check_page(file_of(name));
  for (const auto& [name, text] : pages) write_atomically(file_of(name), text);
  fmt::print("{} pages; {}\n", pages.size(), file_of("README").string());
}

}  // namespace stiffbench
