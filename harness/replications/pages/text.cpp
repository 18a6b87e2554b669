#include "harness/replications/pages/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {

std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? "\\|" : std::string(1, c);
  return escaped;
}

std::string table_line(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string table_head(const std::vector<std::string>& titles, std::size_t words) {
  std::string rule = "|";
  for (std::size_t i = 0; i < titles.size(); ++i) rule += i < words ? "---|" : "--:|";
  return table_line(titles) + rule + "\n";
}

std::string folded(const std::string& words, const std::string& markdown) {
  return fmt::format("\n<details><summary>{}</summary>\n\n{}\n</details>\n", words, markdown);
}

std::string term_list(const std::vector<std::pair<std::string, std::string>>& terms) {
  std::string text;
  for (const auto& [term, words] : terms)
    if (!words.empty()) text += fmt::format("- {}: {}\n", term, words);
  return text;
}

std::string number_text(const Json& number, const char* format) {
  return number.is_null() ? "" : fmt::format(fmt::runtime(format), number.get<double>());
}

std::string spaced(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

std::string level_text(double level) {
  constexpr double least_percentage = 0.5e-3;
  if (level > least_percentage) return fmt::format("{:g}%", 100 * level);
  return fmt::format("1e{}", std::lround(std::log10(level)));
}

std::string ratio_text(double ratio) {
  constexpr double least_whole = 9.95;
  return ratio < least_whole ? fmt::format("{:.1f}", ratio) : fmt::format("{:.0f}", ratio);
}

}  // namespace stiffbench
