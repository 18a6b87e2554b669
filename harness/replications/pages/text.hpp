#pragma once

#include "harness/io/json.hpp"

#include <string>
#include <utility>
#include <vector>

namespace stiffbench {

/// Escapes text for a cell of a Markdown table, in which a vertical bar separates cells.
std::string cell(const std::string& text);

/// Formats a line of a Markdown table.
std::string table_line(const std::vector<std::string>& cells);

/// Formats the first two lines of a Markdown table. The first `words` columns contain text and are
/// left-aligned; the others contain numbers.
std::string table_head(const std::vector<std::string>& titles, std::size_t words);

/// Folds Markdown below a line of text.
std::string folded(const std::string& words, const std::string& markdown);

/// Formats a list of terms with their words; terms without words are omitted.
std::string term_list(const std::vector<std::pair<std::string, std::string>>& terms);

/// Formats a number of a document in this format of fmt; empty if it is null.
std::string number_text(const Json& number, const char* format);

/// Replaces underscores by spaces: "newton not converged".
std::string spaced(std::string name);

/// Formats a level: "10%", "1%", "0.1%", then "1e-4" and so on.
std::string level_text(double level);

/// Formats a time relative to that of the fastest, with the digits that timings justify: "1.4",
/// "23".
std::string ratio_text(double ratio);

}  // namespace stiffbench
