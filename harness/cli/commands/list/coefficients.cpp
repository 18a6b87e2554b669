#include "harness/cli/commands/list/coefficients.hpp"

#include "base/text/exact_text.hpp"
#include "harness/cli/terminal/text.hpp"
#include "integrators/contract/coefficients/coefficients.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stiffbench {
namespace {

using Texts = std::vector<std::string>;

Json term_json(const CoefficientTerm& term) {
  return {{"weight", exact_text(term.weight)}, {"phi", *term.phi}, {"c", exact_text(term.c)}};
}

Json coefficient_json(const Coefficient& coefficient) {
  if (coefficient.empty()) return nullptr;
  if (!coefficient[0].phi) return exact_text(coefficient[0].weight);
  Json terms = Json::array();
  for (const CoefficientTerm& term : coefficient) terms.push_back(term_json(term));
  return terms;
}

Json array_json(const CoefficientArray& array) {
  Json rows = Json::array();
  for (const auto& row : array.rows) {
    Json& values = rows.emplace_back(Json::array());
    for (const Coefficient& one : row) values.push_back(coefficient_json(one));
  }
  return {{"symbol", array.symbol},
          {"meaning", array.meaning},
          {"place", names_of(array.place)[static_cast<std::size_t>(array.place)]},
          {"columns", array.columns},
          {"values", rows}};
}

/// "-27/4 φ₃(1/2 hJ)", without a weight of 1.
std::string term_text(const Json& term) {
  static constexpr std::array digits{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  const auto text = [&](const char* key) { return term[key].get<std::string>(); };
  const std::string weight = text("weight"), c = text("c");
  return fmt::format("{}φ{}({}hJ)", weight == "1" ? "" : weight + " ",
                     digits.at(term["phi"].get<std::size_t>()), c == "1" ? "" : c + " ");
}

std::string coefficient_text(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value;
  std::string sum;
  for (const Json& term : value) {
    const std::string next = term_text(term);
    sum += sum.empty() ? next : next[0] == '-' ? " - " + next.substr(1) : " + " + next;
  }
  return sum;
}

/// The heads of an array's columns: "c_i", "a_i1", "a_i2".
Texts heads_of(const Json& array) {
  if (!array["columns"].empty()) return array["columns"].get<Texts>();
  const std::string symbol = array["symbol"];
  const Json& values = array["values"];
  const std::size_t columns = values.empty() ? 1 : values[0].size();
  if (columns == 1) return {symbol + "_i"};
  Texts heads;
  for (std::size_t j = 1; j <= columns; ++j) heads.push_back(fmt::format("{}_i{}", symbol, j));
  return heads;
}

void append_texts(const Json& values, Texts& row) {
  for (const Json& value : values) row.push_back(coefficient_text(value));
}

/// Adds the columns of an array to the rows of the stages.
void add_columns(const Json& array, CoefficientGrid& grid) {
  const Texts heads = heads_of(array);
  grid.heads.insert(grid.heads.end(), heads.begin(), heads.end());
  grid.rows.resize(array["values"].size());
  for (std::size_t i = 0; i < grid.rows.size(); ++i) append_texts(array["values"][i], grid.rows[i]);
}

void number_rows(std::size_t rows, CoefficientGrid& grid) {
  grid.heads = {"i"};
  for (std::size_t i = 1; i <= rows; ++i) grid.rows.push_back({std::to_string(i)});
}

}  // namespace

Json describe_coefficients(const std::string& integrator) {
  const auto coefficients = coefficients_of(integrator);
  if (!coefficients) return nullptr;
  Json tables = Json::array();
  for (const CoefficientTable& table : coefficients->tables) {
    Json arrays = Json::array();
    for (const CoefficientArray& array : table.arrays) arrays.push_back(array_json(array));
    tables.push_back({{"title", table.title}, {"arrays", arrays}});
  }
  return {{"formula", coefficients->formula}, {"tables", tables}};
}

CoefficientGrid grid_of(const Json& table) {
  CoefficientGrid grid{.title = table["title"], .heads = {}, .rows = {}, .feet = {}};
  const auto each = [&](const char* place, auto&& visit) {
    for (const Json& array : table["arrays"])
      if (array["place"] == place) visit(array);
  };
  each("left", [&](const Json& array) { add_columns(array, grid); });
  if (grid.heads.empty()) number_rows(table["arrays"].at(0)["values"].size(), grid);
  grid.left = grid.heads.size();
  each("right", [&](const Json& array) { add_columns(array, grid); });
  each("below", [&](const Json& array) {
    Texts& foot = grid.feet.emplace_back(Texts{array["symbol"].get<std::string>()});
    foot.resize(grid.left);
    append_texts(array["values"].at(0), foot);
  });
  return grid;
}

std::string legend_of(const Json& table) {
  Texts words;
  for (const Json& array : table["arrays"])
    words.push_back(fmt::format("{}: {}", array["symbol"].get<std::string>(),
                                array["meaning"].get<std::string>()));
  return fmt::format("{}", fmt::join(words, "; "));
}

namespace {

std::vector<std::size_t> widths_of(const CoefficientGrid& grid) {
  std::vector<std::size_t> widths(grid.heads.size());
  const auto widen = [&](const Texts& row) {
    for (std::size_t j = 0; j < row.size(); ++j) widths[j] = std::max(widths[j], width_of(row[j]));
  };
  widen(grid.heads);
  for (const Texts& row : grid.rows) widen(row);
  for (const Texts& row : grid.feet) widen(row);
  return widths;
}

void print_grid(const CoefficientGrid& grid) {
  const auto widths = widths_of(grid);
  const auto print_row = [&](Texts row) {
    row.resize(widths.size());
    std::string line;
    for (std::size_t j = 0; j < widths.size(); ++j)
      line += (j == grid.left ? " |  " : "  ") + align_left(row[j], widths[j]);
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", line);
  };
  const auto print_line = [&] {
    std::string line;
    for (std::size_t j = 0; j < widths.size(); ++j)
      line += (j == grid.left ? "-+--" : j == 0 ? "  " : "--") + std::string(widths[j], '-');
    fmt::print("{}\n", line);
  };
  print_row(grid.heads);
  print_line();
  for (const Texts& row : grid.rows) print_row(row);
  if (!grid.feet.empty() && !grid.rows.empty()) print_line();
  for (const Texts& row : grid.feet) print_row(row);
}

}  // namespace

void print_coefficients(const Json& integrators, bool are_named) {
  for (const Json& entry : integrators) {
    const Json& coefficients = entry["coefficients"];
    if (coefficients.is_null()) {
      if (are_named)
        fmt::print("{} has no table of coefficients.\n", entry["name"].get<std::string>());
      continue;
    }
    fmt::print("{}", paragraph(entry["name"], 17, entry["title"]));
    fmt::print("{}", paragraph("  formula", 17, coefficients["formula"]));
    for (const Json& table : coefficients["tables"]) {
      const std::string title = table["title"];
      fmt::print("\n{}", title.empty() ? "" : "  " + title + "\n");
      print_grid(grid_of(table));
      fmt::print("{}", paragraph(" ", 2, legend_of(table)));
    }
    fmt::print("\n");
  }
}

}  // namespace stiffbench
