#include "harness/records/tables/output_table.hpp"

#include "base/error.hpp"
#include "harness/records/tables/paper.hpp"
#include "problems/contract/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace stiffbench {
namespace {

using Block = OutputTable::Block;
using Cell = OutputTable::Cell;
using Line = OutputTable::Line;

/// Returns a sentence with the names of the outputs in these rows that are scalars.
std::string names_of_outputs(const std::vector<Row>& rows) {
  std::set<std::string> names;
  for (const Row& row : rows)
    for (const auto& [name, value] : row.record.result.outputs.value_or(Settings{}))
      if (!std::holds_alternative<std::vector<double>>(value)) names.insert(name);
  if (names.empty()) return "these records have none";
  return fmt::format("there are {}", fmt::join(names, ", "));
}

/// Returns the output of a row, or null if the row has no such scalar.
const Value* value_of(const Row& row, const std::string& output) {
  const auto& outputs = row.record.result.outputs;
  if (!outputs || !outputs->contains(output)) return nullptr;
  const Value& value = outputs->at(output);
  return std::holds_alternative<std::vector<double>>(value) ? nullptr : &value;
}

/// Returns the first entry that matches, or adds a new one.
template <class T>
T& find_or_add(std::vector<T>& list, const auto& matches, T fresh) {
  const auto match = std::ranges::find_if(list, matches);
  return match != list.end() ? *match : list.emplace_back(std::move(fresh));
}

void add_cell(OutputTable& table, const Row& row, const Value& value) {
  const Record& record = row.record;
  Block& block = find_or_add(
      table.problems,
      [&](const Block& one) {
        return one.first->problem == row.problem &&
               one.first->record.problem.parameters == record.problem.parameters;
      },
      Block{.first = &row});
  if (const auto& error = record.result.error)
    if (const auto own = error->outputs.find(table.output); own != error->outputs.end())
      block.reference = own->second.reference;
  if (block.methods.empty() || block.methods.back() != row.method)
    block.methods.push_back(row.method);
  Line& line = find_or_add(
      block.lines, [&](const Line& one) { return one.h == record.h; }, Line{record.h, {}});
  line.cells.push_back({&row, value});
}

/// Adds a paper's numbers at one step.
void add_values(Block& block, const Json& methods, const Json& step) {
  const auto h = step["h"].get<double>();
  for (Line& line : block.lines) {
    if (!line.h || !(std::abs(*line.h / h - 1) < 1e-6)) continue;
    for (Cell& cell : line.cells)
      if (const auto name = paper_name(methods, cell.row->record.integrator.name);
          name && step["values"].contains(*name))
        cell.paper = step["values"][*name].get<double>();
  }
}

Json cell_json(const Cell& cell) {
  const auto* number = std::get_if<double>(&cell.value);
  Json json{{"method", cell.row->method},
            {"integrator", cell.row->record.integrator.name},
            {"status", to_string(cell.row->record.result.status)},
            {"value", number ? finite_or_null(*number) : to_json(cell.value)}};
  if (cell.paper) json["paper"] = *cell.paper;
  if (const auto deviation = cell.deviation()) json["deviation"] = *deviation;
  return json;
}

Json block_json(const Block& block) {
  Json json{{"problem", block.first->problem},
            {"name", block.first->record.problem.name},
            {"parameters", to_json(block.first->record.problem.parameters)},
            {"reference", value_or_null(block.reference)},
            {"methods", block.methods},
            {"rows", Json::array()}};
  for (const Line& line : block.lines) {
    Json cells = Json::array();
    for (const Cell& cell : line.cells) cells.push_back(cell_json(cell));
    json["rows"].push_back({{"h", value_or_null(line.h)}, {"cells", std::move(cells)}});
  }
  if (!block.paper.empty()) json["paper"] = block.paper;
  return json;
}

}  // namespace

std::optional<double> Cell::number() const {
  const auto numbers = numbers_of({{"", value}});
  return numbers.empty() ? std::nullopt : std::optional(numbers.begin()->second);
}

std::optional<double> Cell::deviation() const {
  const auto own = number();
  return own && paper ? std::optional(*own - *paper) : std::nullopt;
}

OutputTable output_table(const std::vector<Row>& rows, const std::string& output) {
  if (std::ranges::any_of(rows, [](const Row& row) { return row.record.start.has_value(); }))
    throw Error("a cell of this table is one run", "runs from several starts",
                "add --statistics for means over the starts");
  OutputTable table{.output = output};
  for (const Row& row : rows)
    if (const Value* value = value_of(row, output)) add_cell(table, row, *value);
  if (table.problems.empty())
    throw Error("an output is a number that these records have", "'" + output + "'",
                names_of_outputs(rows));
  for (Block& block : table.problems)
    std::ranges::stable_sort(block.lines, [](const Line& a, const Line& b) { return a.h > b.h; });
  return table;
}

void add_paper_outputs(OutputTable& table, const Json& paper) {
  if (paper["output"] != table.output)
    throw Error("a paper's table must be about the output of the table", table.output,
                "give --output " + paper["output"].get<std::string>());
  for (Block& block : table.problems)
    for (const Json& row : paper["rows"])
      if (is_problem(block.first->record.problem, row["problem"])) {
        block.paper = row["title"];
        for (const Json& step : row["steps"]) add_values(block, paper["methods"], step);
      }
  table.paper = OutputTable::Source{paper["doi"], paper["table"], paper["remarks"]};
}

Json to_json(const OutputTable& table) {
  Json json{{"output", table.output}, {"problems", Json::array()}};
  for (const Block& block : table.problems) json["problems"].push_back(block_json(block));
  if (table.paper) {
    json["paper"] = {{"doi", table.paper->doi}, {"table", table.paper->table}};
    json["remarks"] = table.paper->remarks;
  }
  return json;
}

}  // namespace stiffbench
