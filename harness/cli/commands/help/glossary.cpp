#include "harness/cli/commands/help/glossary.hpp"

#include "base/paths.hpp"
#include "harness/cli/bibliography.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace stiffbench {
namespace {

/// Removes blanks at both ends.
std::string trim(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Splits a text at these signs.
std::vector<std::string> cells_of(const std::string& text, char sign) {
  std::vector<std::string> cells;
  std::istringstream stream(text);
  for (std::string cell; std::getline(stream, cell, sign);) cells.push_back(trim(cell));
  return cells;
}

}  // namespace

std::vector<GlossaryEntry> glossary() {
  std::vector<GlossaryEntry> entries;
  std::ifstream file(data_path("NAMES.md"));
  for (std::string line; std::getline(file, line);) {
    std::erase(line, '`');
    const auto cells = cells_of(line, '|');  // the first one precedes the table
    if (cells.size() < 3 || cells[1] == "word" || cells[1].starts_with("--")) continue;
    entries.push_back({cells_of(cells[1], ','), cells[2]});
  }
  std::ranges::stable_sort(entries, {}, [](const auto& entry) { return lower(entry.words[0]); });
  return entries;
}

}  // namespace stiffbench
