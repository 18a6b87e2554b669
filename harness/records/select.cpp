#include "harness/records/select.hpp"

#include "base/error.hpp"
#include "base/text/patterns.hpp"
#include "harness/records/labels.hpp"

#include <set>

namespace stiffbench {
namespace {

using Names = std::set<std::string>;

Names method_names(const Row& row) {
  const std::string& name = row.record.integrator.name;
  return {name, row.method, names_of(Family{})[std::size_t(family_of(name))]};
}

Names problem_names(const Row& row) { return {row.record.problem.name, row.problem}; }

}  // namespace

std::vector<Row> select(std::vector<Row> rows, const RowSelection& selection) {
  const auto& [only, exceptions] = selection;
  if (only.empty() && exceptions.empty()) return rows;
  Names methods, problems;
  for (const Row& row : rows) {
    methods.merge(method_names(row));
    problems.merge(problem_names(row));
  }
  Names all = methods;
  all.insert(problems.begin(), problems.end());
  for (const auto& patterns : {only, exceptions})
    check_patterns("--only and --except take what fits a method, family or problem of the records",
                   patterns, all);
  const bool of_methods = any_fits(only, methods), of_problems = any_fits(only, problems);
  const auto is_out = [&](const Names& names, bool restricted) {
    return any_fits(exceptions, names) || (restricted && !any_fits(only, names));
  };
  std::erase_if(rows, [&](const Row& row) {
    return is_out(method_names(row), of_methods) || is_out(problem_names(row), of_problems);
  });
  if (rows.empty())
    throw Error("--only and --except leave at least one record", "none", "name less of them");
  compare_methods(rows);
  return rows;
}

}  // namespace stiffbench
