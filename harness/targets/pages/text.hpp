#pragma once

#include <string>
#include <vector>

namespace stiffbench {

/// Text for a cell of a Markdown table, in which a vertical line would begin the next one.
std::string cell(const std::string& text);

/// A line of a Markdown table.
std::string table_line(const std::vector<std::string>& cells);

/// The first two lines of a Markdown table. The first `words` columns are of words, and lean to the
/// left; all others are of numbers.
std::string table_head(const std::vector<std::string>& titles, std::size_t words);

/// Markdown that is folded away below a line of words.
std::string folded(const std::string& words, const std::string& markdown);

/// "10%", "1%", "0.1%", then "1e-4" and so on.
std::string level_text(double level);

/// A time over that of the fastest, with as many digits as timings justify: "1.4", "23".
std::string ratio_text(double ratio);

}  // namespace stiffbench
