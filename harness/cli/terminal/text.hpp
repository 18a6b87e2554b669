#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stiffbench {

/// Default width of the program's output (characters).
inline constexpr std::size_t page_width = 80;

/// Returns the number of characters of a UTF-8 text.
std::size_t width_of(std::string_view text);

/// Pads the text with blanks up to this width, on the left or on the right.
std::string align_right(const std::string& text, std::size_t width);
std::string align_left(const std::string& text, std::size_t width);

/// Breaks a text at blanks into lines no wider than `width`. A wider word gets a separate line.
std::vector<std::string> wrap(const std::string& text, std::size_t width);

/// Formats a paragraph that begins with `head` and whose lines fit a page. The text begins at
/// column `indent`: after the head if that is short enough, else on the next line.
std::string paragraph(const std::string& head, std::size_t indent, const std::string& text);

/// Returns true if standard output is a terminal.
bool prints_to_terminal();

/// Returns true if standard output shows colours: it is a terminal, and the user has not set
/// NO_COLOR.
bool prints_colours();

}  // namespace stiffbench
