#pragma once

#include <string>

namespace stiffbench::test {

/// Reads "1/3" and "0.25".
inline double number_in(const std::string& text) {
  const std::size_t slash = text.find('/');
  const double numerator = std::stod(text.substr(0, slash));
  return slash == text.npos ? numerator : numerator / std::stod(text.substr(slash + 1));
}

}  // namespace stiffbench::test
