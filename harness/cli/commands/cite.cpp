#include "base/error.hpp"
#include "harness/cli/bibliography.hpp"
#include "harness/cli/command.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace stiffbench::cite_command {
namespace {

std::map<std::string, std::string> sources() {
  std::map<std::string, std::string> dois;
  for (auto& entry : ProblemRegistry::instance().all()) dois[entry.facts.name] = entry.facts.doi;
  for (auto& method : IntegratorRegistry::instance().all())
    dois[method->facts().name] = method->facts().doi;
  return dois;
}

using Words = std::vector<std::string>;

Words all_names() {
  Words names;
  for (const auto& [name, doi] : sources()) names.push_back(name);
  return names;
}

int cite(const Words& names) {
  const auto dois = sources();
  const auto entries = bibliography();
  std::set<std::string> printed;
  std::string text;
  Words missing;
  for (auto& name : names) {
    const auto doi = dois.find(name);
    if (doi == dois.end()) {
      const std::string near = near_matches(name, all_names());
      throw Error("cite takes names of problems and integrators", "'" + name + "'",
                  near.empty() ? "see 'stiffbench list integrators'" : near + "?");
    }
    if (doi->second.empty()) {
      text += fmt::format("% {}: from textbooks, no source to cite\n", name);
      continue;
    }
    const auto entry = entries.find(lower(doi->second));
    if (entry == entries.end())
      missing.push_back(fmt::format("no entry with doi {{{}}} for {}", doi->second, name));
    else if (printed.insert(entry->first).second)
      text += entry->second;
  }
  fmt::print("{}", text);
  if (!missing.empty())
    throw Error("references.bib has an entry for each source",
                fmt::format("{}", fmt::join(missing, ", ")),
                fmt::format("add {} there", missing.size() == 1 ? "it" : "them"));
  return 0;
}

const bool enrolled = enrol_command<Words>(
    {CommandGroup::tools, "cite", "Prints the sources as BibTeX", {"cite fput rk4"}},
    [](Words& names, ArgumentList& list) {
      Argument& argument = list.add("names", &names, "Problems and integrators");
      argument.required = true;
      argument.suggestions = [](const Words&) { return all_names(); };
    },
    cite);

}  // namespace
}  // namespace stiffbench::cite_command
