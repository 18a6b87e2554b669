#include "harness/io/lines/parse_line.hpp"

namespace stiffbench {

std::size_t too_deep(const std::string& text) {
  int level = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\')
      ++i;
    else if (c == '"')
      in_string = !in_string;
    else if (!in_string && (c == '[' || c == '{') && ++level > most_levels)
      return i;
    else if (!in_string && (c == ']' || c == '}'))
      --level;
  }
  return text.npos;
}

Json parse_line(const std::string& line) {
  if (too_deep(line) != line.npos) return Json(Json::value_t::discarded);
  return Json::parse(line, nullptr, false);
}

}  // namespace stiffbench
