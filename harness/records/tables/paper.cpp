#include "harness/records/tables/paper.hpp"

#include "harness/io/data_file.hpp"
#include "harness/io/schema.hpp"

namespace stiffbench {

Json read_paper(const std::string& name, const std::string& schema) {
  const auto file = find_data_file(name, "results/tables", ".json",
                                   "a paper's table must be a file, or one in results/tables");
  const Json paper = read_json(file);
  validate(paper, schema, file.string());
  return paper;
}

bool is_problem(const Record::ProblemPart& problem, const Json& pattern) {
  if (problem.name != pattern["name"]) return false;
  for (auto& [name, value] : pattern["parameters"].items()) {
    const auto own = problem.parameters.find(name);
    if (own == problem.parameters.end() || to_json(own->second) != value) return false;
  }
  return true;
}

std::optional<std::string> paper_name(const Json& methods, const std::string& integrator) {
  for (auto& [name, method] : methods.items())
    for (auto& ours : method["integrators"])
      if (ours == integrator) return name;
  return std::nullopt;
}

}  // namespace stiffbench
