#pragma once

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace stiffbench {

/// Reads a number in the C locale; nothing unless it takes up the whole text ("1e8" is a double and
/// no long).
template <class T>
std::optional<T> read_number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The number rounded to so many decimal digits; the number itself where that is beyond a double.
inline double rounded(double number, int digits) {
  return read_number<double>(fmt::format("{:.{}g}", number, digits)).value_or(number);
}

}  // namespace stiffbench
