#include "harness/records/tables/race.hpp"

#include "harness/records/labels.hpp"

#include <algorithm>
#include <map>

namespace stiffbench {

std::vector<Contestant> contestants(std::span<const Row> of_problem) {
  std::map<std::pair<Family, std::string>, std::set<double>> steps;
  for (const Row& row : of_problem) {
    if (row.record.result.status == Status::not_applicable) continue;
    const std::string& name = row.record.integrator.name;
    steps[{family_of(name), name}].insert(row.step_or_tolerance);
  }
  std::vector<Contestant> all;
  for (auto& [key, own] : steps) all.push_back({key.first, key.second, std::move(own)});
  return all;
}

bool is_race(const std::vector<Contestant>& all) {
  const auto with_steps = static_cast<std::size_t>(
      std::ranges::count_if(all, [](const Contestant& one) { return one.steps.size() > 1; }));
  return all.size() > 1 && 2 * with_steps > all.size();
}

}  // namespace stiffbench
