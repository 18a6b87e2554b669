#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace stiffbench {

/// Emphasis of a cell: a best one ends in an asterisk, a doubtful one is in brackets, a failed one
/// is the word for a failure. A terminal with colours shows them in bold, dim and red.
enum class Mark { none, best, doubtful, failed };

struct TextCell {
  std::string text = {};  ///< empty if there is nothing to show
  Mark mark = Mark::none;
};

/// Lines with a common label, which is printed once and may continue over several of them; or one
/// note.
struct TextGroup {
  std::string label;
  std::vector<std::vector<TextCell>> lines = {};
  std::string note = {};  ///< replaces the lines, and spans their width
};

struct TextColumn {
  std::string heading;
  int rank = 0;  ///< on a narrow page the column of highest rank is dropped first; 0: never
};

/// A text table in blocks with a common layout: labels on the left, numbers in columns. A column
/// without any text is omitted.
class TextTable {
 public:
  /// Creates a table as wide as a page, or, if `wide`, as wide as its columns.
  TextTable(std::vector<TextColumn> columns, bool wide);

  /// Begins a block with the heading of its labels. Its title consists of whole lines, or is empty.
  void begin_block(const std::string& title, const std::string& label_heading);
  /// Adds a group to the last block. The reference is valid until the next call.
  TextGroup& add(TextGroup group);

  /// Returns the table. Columns that do not fit are dropped by rank; the remaining ones continue in
  /// further tables below each other.
  std::string text(bool has_colours) const;
  /// Returns the headings of the columns with text that text() drops.
  std::vector<std::string> left_out() const;
  /// Returns true if a cell has this mark in a column that text() shows.
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
