#include "harness/replications/pages/changes_since.hpp"

#include "harness/io/data_file.hpp"
#include "harness/io/experiment_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <vector>

namespace stiffbench {
namespace {

/// The parts of an experiment that determine its runs; labels do not.
Json determining_parts(const Json& experiment) {
  Json parts = without_words(experiment);
  for (const char* list : {"problems", "integrators"})
    for (Json& entry : parts[list]) entry.erase("label");
  return parts;
}

/// The entries of each integrator.
std::map<std::string, Json> entries_by_name(const Json& experiment) {
  std::map<std::string, Json> entries;
  for (const Json& entry : experiment["integrators"])
    entries[entry["name"].get<std::string>()].push_back(entry);
  return entries;
}

/// Formats "bathe" and "bdf2" as "`bathe`, `bdf2`"; the pattern "*" stands for all others.
std::string code_list(const std::vector<std::string>& names) {
  std::vector<std::string> words;
  for (const std::string& name : names)
    words.push_back(name == "*" ? "methods that no entry names" : "`" + name + "`");
  return fmt::format("{}", fmt::join(words, ", "));
}

/// The differences between two sets of contestants, one phrase each.
std::vector<std::string> changes_of_methods(const Json& recorded, const Json& today) {
  const auto before = entries_by_name(recorded), now = entries_by_name(today);
  std::vector<std::string> added, removed, changed;
  for (const auto& [name, entries] : now)
    if (const auto same = before.find(name); same == before.end())
      added.push_back(name);
    else if (same->second != entries)
      changed.push_back(name);
  for (const auto& [name, entries] : before)
    if (!now.contains(name)) removed.push_back(name);
  std::vector<std::string> phrases;
  if (!added.empty()) phrases.push_back("it also has " + code_list(added));
  if (!removed.empty()) phrases.push_back("it no longer has " + code_list(removed));
  if (!changed.empty())
    phrases.push_back("steps, tolerances or parameters differ for " + code_list(changed));
  return phrases;
}

/// The names of the members that differ in two experiments, integrators aside.
std::vector<std::string> changed_members(const Json& recorded, const Json& today) {
  std::vector<std::string> names;
  for (const auto& [name, value] : today.items())
    if (name != "integrators" && (!recorded.contains(name) || recorded[name] != value))
      names.push_back(name);
  for (const auto& [name, value] : recorded.items())
    if (!today.contains(name)) names.push_back(name);
  return names;
}

}  // namespace

std::string changes_since(const Json& recorded, const Json& today) {
  const Json before = determining_parts(recorded), now = determining_parts(today);
  std::vector<std::string> phrases = changes_of_methods(before, now);
  if (const auto names = changed_members(before, now); !names.empty())
    phrases.push_back("it has other " + code_list(names));
  if (phrases.empty()) return "";
  return fmt::format("Today's experiment differs: {}.", fmt::join(phrases, "; "));
}

std::string changes_since(const Json& recorded) {
  const auto files = data_files("results/experiments", ".json");
  const auto today = files.find(recorded["name"].get<std::string>());
  return today == files.end() ? "" : changes_since(recorded, read_json(today->second));
}

}  // namespace stiffbench
