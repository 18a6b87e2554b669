#include "harness/cli/terminal/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <unistd.h>

namespace stiffbench {

std::size_t width_of(std::string_view text) {
  // Bytes 10xxxxxx continue a UTF-8 character.
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

std::string align_right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, width_of(text)), ' ') + text;
}

std::string align_left(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, width_of(text)), ' ');
}

std::vector<std::string> wrap(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;)
    if (!lines.empty() && width_of(lines.back()) + 1 + width_of(word) <= width)
      lines.back() += " " + word;
    else
      lines.push_back(word);
  return lines;
}

std::string paragraph(const std::string& head, std::size_t indent, const std::string& text) {
  std::string result = head;
  bool is_behind_head = width_of(head) < indent || head.empty();
  for (const std::string& line : wrap(text, page_width - indent)) {
    result = is_behind_head ? align_left(result, indent) : result + "\n" + std::string(indent, ' ');
    result += line;
    is_behind_head = false;
  }
  return result + "\n";
}

bool prints_to_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

bool prints_colours() {
  const auto is_set = [](const char* name) {
    const char* value = std::getenv(name);
    return value && *value;
  };
  return prints_to_terminal() && !is_set("NO_COLOR") && is_set("TERM") &&
         std::string_view(std::getenv("TERM")) != "dumb";
}

}  // namespace stiffbench
