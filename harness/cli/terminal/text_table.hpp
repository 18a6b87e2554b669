#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace stiffbench {

/// What a cell says beside its text: a best one ends in a star, a doubtful one stands in brackets,
/// a failed one is the word for a failure. A terminal with colours shows them in bold, dim and red.
enum class Mark { none, best, doubtful, failed };

struct TextCell {
  std::string text = {};  ///< empty where there is nothing to say
  Mark mark = Mark::none;
};

/// Lines that share a label, which is printed once and may run over several of them; or one note.
struct TextGroup {
  std::string label;
  std::vector<std::vector<TextCell>> lines = {};
  std::string note = {};  ///< in place of lines, as wide as they are
};

struct TextColumn {
  std::string heading;
  int rank = 0;  ///< where a page is too narrow, the column of the highest rank goes first; 0 stays
};

/// A table for people, in blocks with one layout: labels to the left, numbers in columns. A column
/// without any text is left out.
class TextTable {
 public:
  /// A table as wide as a page, or as wide as its columns.
  TextTable(std::vector<TextColumn> columns, bool wide);

  /// Begins a block with the heading of its labels. Its title is whole lines, or empty.
  void begin_block(const std::string& title, const std::string& label_heading);
  /// Adds a group to the last block. The reference is valid until the next call.
  TextGroup& add(TextGroup group);

  /// The table. What does not fit is left out by rank, and the rest continues in further tables
  /// below each other.
  std::string text(bool has_colours) const;
  /// Headings of the columns with text that text() leaves out.
  std::vector<std::string> left_out() const;
  /// Whether a cell has this mark in a column that text() shows.
  bool shows(Mark mark, const std::string& heading) const;

 private:
  using Places = std::vector<std::size_t>;  ///< of columns
  struct Block {
    std::string title, label_heading;
    std::vector<TextGroup> groups;
  };
  template <class Visit>
  void each_cell(std::size_t column, const Visit& visit) const;
  bool has_text(std::size_t column) const;
  std::size_t width_of_column(std::size_t column) const;
  std::size_t width_of_labels(const Places& shown) const;
  std::size_t width_of_page(const Places& shown) const;
  Places chosen() const;
  std::vector<Places> pages() const;
  std::string heading_lines(const Block& block, const Places& page, std::size_t labels) const;
  std::string group_lines(const TextGroup& group, const Places& page, std::size_t labels,
                          bool has_colours) const;

  std::vector<TextColumn> columns_;
  std::size_t width_;
  std::vector<Block> blocks_;
};

}  // namespace stiffbench
