#include "harness/records/select.hpp"

#include "base/error.hpp"
#include "harness/records/labels.hpp"

#include <algorithm>
#include <set>

namespace stiffbench {
namespace {

using Names = std::set<std::string>;

bool meet(const Names& names, const std::vector<std::string>& words) {
  return std::ranges::any_of(words, [&](const auto& word) { return names.contains(word); });
}

/// The words that may stand for each record's method, or for its problem.
std::vector<Names> method_names(const std::vector<Record>& records) {
  const auto labels = method_labels(records);
  std::vector<Names> names;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::string& name = records[i].integrator.name;
    names.push_back({name, labels[i], names_of(Family{})[std::size_t(family_of(name))]});
  }
  return names;
}
std::vector<Names> problem_names(const std::vector<Record>& records) {
  const auto labels = problem_labels(records);
  std::vector<Names> names;
  for (std::size_t i = 0; i < records.size(); ++i)
    names.push_back({records[i].problem.name, labels[i]});
  return names;
}

Names all_of(const std::vector<Names>& lists) {
  Names all;
  for (const Names& list : lists) all.insert(list.begin(), list.end());
  return all;
}

void check_words(const std::vector<std::string>& words, Names names) {
  for (const auto& word : words) {
    if (names.contains(word)) continue;
    const std::string near = near_matches(word, {names.begin(), names.end()});
    throw Error("--only and --except name methods, families or problems of the records",
                "'" + word + "'", near.empty() ? "see 'stiffbench table'" : near + "?");
  }
}

}  // namespace

std::vector<Record> select(const std::vector<Record>& records, const RecordSelection& selection) {
  const auto methods = method_names(records), problems = problem_names(records);
  Names all = all_of(methods);
  all.merge(all_of(problems));
  check_words(selection.only, all);
  check_words(selection.exceptions, all);
  const bool of_methods = meet(all_of(methods), selection.only),
             of_problems = meet(all_of(problems), selection.only);
  std::vector<Record> left;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto out = [&](const Names& names, bool restricted) {
      return meet(names, selection.exceptions) || (restricted && !meet(names, selection.only));
    };
    if (!out(methods[i], of_methods) && !out(problems[i], of_problems)) left.push_back(records[i]);
  }
  if (left.empty())
    throw Error("--only and --except leave at least one record", "none", "name less of them");
  return left;
}

}  // namespace stiffbench
