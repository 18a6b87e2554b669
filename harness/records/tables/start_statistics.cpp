#include "harness/records/tables/start_statistics.hpp"

#include "base/error.hpp"
#include "problems/contract/outputs.hpp"

#include <boost/math/statistics/univariate_statistics.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace stiffbench {
namespace {

/// A number of a run: its name, and its index in a list, or nothing.
using Quantity = std::pair<std::string, std::optional<long>>;
using Quantities = std::map<Quantity, double>;

bool is_asked_for(const std::string& name, const std::string& output) {
  return output.empty() ? !name.starts_with("series_") : name == output;
}

void put_outputs(Quantities& all, const Settings& outputs, const std::string& output) {
  for (const auto& [name, value] : outputs) {
    if (!is_asked_for(name, output)) continue;
    for (const auto& [own, number] : numbers_of({{name, value}})) all[{own, std::nullopt}] = number;
    if (const auto* list = std::get_if<std::vector<double>>(&value))
      for (std::size_t i = 0; i < list->size(); ++i) all[{name, static_cast<long>(i)}] = (*list)[i];
  }
}

/// Returns all numbers of a run; none for a failed run.
Quantities quantities_of(const Row& row, const std::string& output) {
  Quantities all;
  const RunResult& result = row.record.result;
  if (!row.ok()) return all;
  if (result.outputs) put_outputs(all, *result.outputs, output);
  if (result.energy && output.empty()) {
    all[{"energy.final", std::nullopt}] = result.energy->final;
    all[{"energy.max_drift", std::nullopt}] = result.energy->max_drift;
  }
  return all;
}

/// Runs of one method with one step, with their numbers.
struct Group {
  std::vector<const Row*> rows;
  std::vector<Quantities> numbers;
};

StartStatistics::OfMethod statistics_of(const Group& group, const Quantity& quantity) {
  StartStatistics::OfMethod own{group.rows.front(), std::ssize(group.rows), {}, {}};
  for (const Row* row : group.rows) {
    const Status status = row->record.result.status;
    auto match = std::ranges::find(own.statuses, status, &std::pair<Status, long>::first);
    if (match == own.statuses.end()) match = own.statuses.insert(match, {status, 0});
    ++match->second;
  }
  std::vector<double> numbers;
  for (const Quantities& all : group.numbers)
    if (const auto match = all.find(quantity); match != all.end()) numbers.push_back(match->second);
  if (!numbers.empty()) own.spread.emplace(numbers);
  return own;
}

StartStatistics::OfProblem block_of(const std::vector<Group>& groups) {
  StartStatistics::OfProblem block{groups.front().rows.front(), {}};
  std::set<Quantity> all;
  for (const Group& group : groups)
    for (const Quantities& own : group.numbers)
      for (const auto& [quantity, number] : own) all.insert(quantity);
  for (const Quantity& quantity : all) {
    auto& own = block.quantities.emplace_back(quantity.first, quantity.second);
    for (const Group& group : groups) own.methods.push_back(statistics_of(group, quantity));
  }
  return block;
}

Json method_json(const StartStatistics::OfMethod& own) {
  const Row& first = *own.first;
  Json json{{"method", first.method},
            {"integrator", first.record.integrator.name},
            {"h", value_or_null(first.record.h)},
            {"tolerance", value_or_null(first.record.tolerance)},
            {"perturbation", first.record.start->perturbation},
            {"starts", own.starts},
            {"statuses", Json::object()},
            {"count", own.count()}};
  for (const auto& [status, count] : own.statuses)
    json["statuses"][std::string(to_string(status))] = count;
  for (const char* name : {"mean", "deviation", "error", "least", "largest"}) json[name] = nullptr;
  if (!own.spread) return json;
  json["mean"] = own.spread->mean;
  json["deviation"] = value_or_null(own.spread->deviation);
  json["error"] = value_or_null(own.spread->error);
  json["least"] = own.spread->least;
  json["largest"] = own.spread->largest;
  return json;
}

Json problem_json(const StartStatistics::OfProblem& block) {
  Json json{{"problem", block.first->problem},
            {"name", block.first->record.problem.name},
            {"parameters", to_json(block.first->record.problem.parameters)},
            {"quantities", Json::array()}};
  for (const auto& [name, entry, all] : block.quantities) {
    Json methods = Json::array();
    for (const auto& own : all) methods.push_back(method_json(own));
    json["quantities"].push_back(
        {{"quantity", name}, {"entry", value_or_null(entry)}, {"methods", std::move(methods)}});
  }
  return json;
}

}  // namespace

Spread::Spread(const std::vector<double>& numbers)
    : count(std::ssize(numbers)),
      mean(boost::math::statistics::mean(numbers)),
      least(std::ranges::min(numbers)),
      largest(std::ranges::max(numbers)) {
  if (count == 1) return;
  deviation = std::sqrt(boost::math::statistics::sample_variance(numbers));
  error = *deviation / std::sqrt(static_cast<double>(count));
}

std::vector<std::vector<const Row*>> groups_of_starts(const std::vector<const Row*>& rows) {
  std::vector<std::vector<const Row*>> groups;
  for (const Row* row : rows) {
    if (groups.empty() || !same_but_start(*groups.back().back(), *row)) {
      groups.push_back({row});
      continue;
    }
    const auto& start = row->record.start;
    if (groups.back().back()->record.start == start)
      throw Error("a start has one run of each method and step",
                  fmt::format("several of start {} of {}", start->index, row->method),
                  "keep the runs of one experiment and one code in a folder");
    groups.back().push_back(row);
  }
  return groups;
}

StartStatistics start_statistics(const std::vector<Row>& rows, const std::string& output) {
  StartStatistics table{output, {}};
  bool has_starts = false;
  each_problem(rows, [&](std::span<const Row> of_problem) {
    std::vector<const Row*> own;
    for (const Row& row : of_problem)
      if (row.record.start) own.push_back(&row);
    if (own.empty()) return;
    has_starts = true;
    std::vector<Group> groups;
    for (auto& of_group : groups_of_starts(own)) {
      Group& group = groups.emplace_back(std::move(of_group));
      for (const Row* row : group.rows) group.numbers.push_back(quantities_of(*row, output));
    }
    auto block = block_of(groups);
    if (!block.quantities.empty()) table.problems.push_back(std::move(block));
  });
  if (!has_starts)
    throw Error("statistics are of runs from several starts", "records of one start each",
                "give the experiment starts, see 'stiffbench help experiments'");
  if (table.problems.empty())
    throw Error("statistics are of numbers that runs have",
                output.empty() ? "none of runs that ended well" : "'" + output + "'",
                output.empty() ? "see 'stiffbench table' for how they ended"
                               : "leave --output out to see all");
  return table;
}

Json to_json(const StartStatistics& table) {
  Json json{{"output", text_or_null(table.output)}, {"problems", Json::array()}};
  for (const auto& problem : table.problems) json["problems"].push_back(problem_json(problem));
  return json;
}

}  // namespace stiffbench
