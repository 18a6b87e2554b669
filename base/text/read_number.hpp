#pragma once

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace stiffbench {

/// Reads a number in the C locale. Returns nothing unless the whole text is one number of this
/// type: "1e8" is a double but not a long.
template <class T>
std::optional<T> read_number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Returns the number rounded to `digits` significant decimal digits, or the number itself if the
/// rounded one overflows.
inline double rounded(double number, int digits) {
  return read_number<double>(fmt::format("{:.{}g}", number, digits)).value_or(number);
}

}  // namespace stiffbench
