#include "base/error.hpp"
#include "harness/cli/bibliography.hpp"
#include "harness/cli/commands/commands.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <set>

namespace stiffbench {
namespace {

std::map<std::string, std::string> sources() {
  std::map<std::string, std::string> dois;
  for (auto& entry : ProblemRegistry::instance().all()) dois[entry.facts.name] = entry.facts.doi;
  for (auto& method : IntegratorRegistry::instance().all())
    dois[method.facts().name] = method.facts().doi;
  return dois;
}

int cite(const std::vector<std::string>& names) {
  const auto dois = sources();
  const auto entries = bibliography();
  std::set<std::string> printed;
  std::string text;  // all of it or nothing
  for (auto& name : names) {
    const auto doi = dois.find(name);
    if (doi == dois.end()) {
      std::vector<std::string> known;
      for (auto& [other, ignored] : dois) known.push_back(other);
      const std::string near = near_matches(name, known);
      throw Error("cite takes names of problems and integrators", "'" + name + "'",
                  near.empty() ? "see 'stiffbench list integrators'" : near + "?");
    }
    if (doi->second.empty()) {
      text += fmt::format("% {}: from textbooks, no source to cite\n", name);
      continue;
    }
    const auto entry = entries.find(lower(doi->second));
    if (entry == entries.end())
      throw Error("every source stands in references.bib", name + " with DOI " + doi->second,
                  "add its entry there");
    if (printed.insert(entry->first).second) text += entry->second;
  }
  fmt::print("{}", text);
  return 0;
}

}  // namespace

void add_cite_command(CLI::App& program, Job& job) {
  auto* command = program.add_subcommand("cite", "Prints the sources as BibTeX");
  auto names = std::make_shared<std::vector<std::string>>();
  command->add_option("names", *names, "Problems and integrators")->required();
  command->callback([names, &job] { job = [names] { return cite(*names); }; });
}

}  // namespace stiffbench
