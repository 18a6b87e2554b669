#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stiffbench {

/// Characters in a line of what the program prints, unless the user asks for more.
inline constexpr std::size_t page_width = 80;

/// Characters of a text in UTF-8.
std::size_t width_of(std::string_view text);

/// The text with blanks up to this width, before it or behind it.
std::string align_right(const std::string& text, std::size_t width);
std::string align_left(const std::string& text, std::size_t width);

/// The lines of a text, broken at blanks so that none is wider than `width`. A word that is wider
/// has a line of its own.
std::vector<std::string> wrap(const std::string& text, std::size_t width);

/// A paragraph that begins with `head` and whose lines fit a page. The text begins at column
/// `indent`: behind the head where that is short enough, else in the next line.
std::string paragraph(const std::string& head, std::size_t indent, const std::string& text);

/// Whether standard output is a terminal.
bool prints_to_terminal();

/// Whether standard output shows colours: it is a terminal, and the user has not set NO_COLOR.
bool prints_colours();

}  // namespace stiffbench
