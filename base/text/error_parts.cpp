#include "base/text/error_parts.hpp"

#include <string_view>

namespace stiffbench {

ErrorParts parts_of_error(const std::string& text) {
  constexpr std::string_view got_words = "; got ", separator = "; ";
  const auto end = text.find(got_words);
  if (end == std::string::npos) return {text, "", ""};
  ErrorParts parts{text.substr(0, end), text.substr(end + got_words.size()), ""};
  if (const auto next = parts.got.find(separator); next != std::string::npos) {
    parts.remedy = parts.got.substr(next + separator.size());
    parts.got.resize(next);
  }
  return parts;
}

}  // namespace stiffbench
