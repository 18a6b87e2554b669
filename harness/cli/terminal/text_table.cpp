#include "harness/cli/terminal/text_table.hpp"

#include "harness/cli/terminal/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {
namespace {

constexpr std::size_t gap = 2;              // between columns
constexpr std::size_t narrow_heading = 10;  // only wider headings are broken
constexpr std::size_t narrow_label = 24;    // only wider labels are broken

std::size_t widest_word(const std::string& text) {
  std::size_t width = 0;
  for (const std::string& word : wrap(text, 1)) width = std::max(width, width_of(word));
  return width;
}

/// Returns the minimum width of a text that may be broken into lines if it is wider than `narrow`.
std::size_t least_width(const std::string& text, std::size_t narrow) {
  return std::max(widest_word(text), std::min(width_of(text), narrow));
}

/// Returns the text of a cell, padded by a blank if it has no closing mark.
std::string signed_text(const TextCell& cell) {
  if (cell.text.empty()) return "- ";
  if (cell.mark == Mark::best) return cell.text + "*";
  return cell.mark == Mark::doubtful ? "(" + cell.text + ")" : cell.text + " ";
}

std::string coloured(const std::string& text, Mark mark) {
  const char* code = mark == Mark::best ? "1" : mark == Mark::doubtful ? "2" : "31";
  return mark == Mark::none ? text : fmt::format("\033[{}m{}\033[0m", code, text);
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

TextTable::TextTable(std::vector<TextColumn> columns, bool wide)
    : columns_(std::move(columns)), width_(wide ? std::string::npos : page_width) {}

void TextTable::begin_block(const std::string& title, const std::string& label_heading) {
  blocks_.push_back({title, label_heading, {}});
}

TextGroup& TextTable::add(TextGroup group) {
  return blocks_.back().groups.emplace_back(std::move(group));
}

template <class Visit>
void TextTable::each_cell(std::size_t column, const Visit& visit) const {
  for (const Block& block : blocks_)
    for (const TextGroup& group : block.groups)
      for (const auto& line : group.lines) visit(line[column]);
}

bool TextTable::has_text(std::size_t column) const {
  bool has = false;
  each_cell(column, [&](const TextCell& cell) { has = has || !cell.text.empty(); });
  return has;
}

std::size_t TextTable::width_of_column(std::size_t column) const {
  std::size_t width = least_width(columns_[column].heading, narrow_heading) + 1;
  each_cell(column,
            [&](const TextCell& cell) { width = std::max(width, width_of(signed_text(cell))); });
  return width;
}

std::size_t TextTable::width_of_page(const Places& shown) const {
  std::size_t labels = 0, width = 0;
  for (const Block& block : blocks_) {
    labels = std::max(labels, least_width(block.label_heading, narrow_label));
    for (const TextGroup& group : block.groups)
      labels = std::max(labels, least_width(group.label, narrow_label));
  }
  for (const std::size_t column : shown) width += gap + width_of_column(column);
  return labels + width;
}

/// Returns the width of the labels: the width that they need, at most the rest of the page.
std::size_t TextTable::width_of_labels(const Places& shown) const {
  std::size_t widest = 0;
  const std::size_t least = width_of_page({}), columns = width_of_page(shown) - least;
  for (const Block& block : blocks_) {
    widest = std::max(widest, width_of(block.label_heading));
    for (const TextGroup& group : block.groups) widest = std::max(widest, width_of(group.label));
  }
  const std::size_t room = width_ > columns ? width_ - columns : 0;
  return std::max(least, std::min(widest, room));
}

TextTable::Places TextTable::chosen() const {
  Places places;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (has_text(i)) places.push_back(i);
  while (width_of_page(places) > width_) {
    const auto last = std::ranges::max_element(
        places, [&](std::size_t a, std::size_t b) { return columns_[a].rank < columns_[b].rank; });
    if (last == places.end() || columns_[*last].rank == 0) break;
    places.erase(last);
  }
  return places;
}

std::vector<TextTable::Places> TextTable::pages() const {
  std::vector<Places> pages(1);
  for (const std::size_t column : chosen()) {
    pages.back().push_back(column);
    if (pages.back().size() == 1 || width_of_page(pages.back()) <= width_) continue;
    pages.back().pop_back();
    pages.push_back({column});
  }
  return pages;
}

std::vector<std::string> TextTable::left_out() const {
  const Places shown = chosen();
  std::vector<std::string> headings;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (has_text(i) && std::ranges::count(shown, i) == 0) headings.push_back(columns_[i].heading);
  return headings;
}

bool TextTable::shows(Mark mark, const std::string& heading) const {
  bool has = false;
  for (const std::size_t column : chosen())
    if (columns_[column].heading == heading)
      each_cell(column, [&](const TextCell& cell) { has = has || cell.mark == mark; });
  return has;
}

std::string TextTable::heading_lines(const Block& block, const Places& page,
                                     std::size_t labels) const {
  std::vector<std::vector<std::string>> headings{wrap(block.label_heading, labels)};
  std::vector<std::size_t> widths{labels};
  for (const std::size_t column : page) {
    widths.push_back(width_of_column(column));
    headings.push_back(wrap(columns_[column].heading, widths.back() - 1));
  }
  const std::size_t height =
      std::ranges::max(headings, {}, [](auto& h) { return h.size(); }).size();
  std::string text;
  for (std::size_t row = 0; row < height; ++row) {
    std::string line;
    for (std::size_t i = 0; i < headings.size(); ++i) {
      const std::size_t above = height - headings[i].size();  // headings are bottom-aligned
      const std::string word = row < above ? "" : headings[i][row - above];
      line += i == 0 ? align_left(word, labels)
                     : std::string(gap, ' ') + align_right(word + " ", widths[i]);
    }
    text += trimmed(line);
  }
  return text;
}

std::string TextTable::group_lines(const TextGroup& group, const Places& page, std::size_t labels,
                                   bool has_colours) const {
  const auto label = wrap(group.label, labels);
  const auto notes = wrap(group.note, width_ - std::min(width_, labels + gap));
  const std::size_t height = std::max({label.size(), group.lines.size(), notes.size()});
  std::string text;
  for (std::size_t row = 0; row < height; ++row) {
    std::string line = align_left(row < label.size() ? label[row] : "", labels);
    if (row < notes.size()) line += std::string(gap, ' ') + notes[row];
    for (const std::size_t column : page) {
      if (row >= group.lines.size()) break;
      const TextCell& cell = group.lines[row][column];
      const std::string aligned = align_right(signed_text(cell), width_of_column(column));
      line += std::string(gap, ' ') + (has_colours ? coloured(aligned, cell.mark) : aligned);
    }
    text += trimmed(line);
  }
  return text;
}

std::string TextTable::text(bool has_colours) const {
  const auto all_pages = pages();
  std::string text;
  for (const Block& block : blocks_) {
    text += "\n";
    for (const Places& page : all_pages) {
      const std::size_t labels = width_of_labels(page);
      text += &page == &all_pages[0] ? block.title : "\n";
      text += heading_lines(block, page, labels);
      for (const TextGroup& group : block.groups)
        text += group_lines(group, page, labels, has_colours);
    }
  }
  return text;
}

}  // namespace stiffbench
