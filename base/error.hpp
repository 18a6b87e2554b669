#pragma once

#include <stdexcept>
#include <string>

namespace stiffbench {

/// An error caused by input or by the machine. Its text is one line: the rule that was broken, the
/// value that was got, and the remedy. The command line prints the text and exits with a non-zero
/// status.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  Error(const std::string& rule, const std::string& got, const std::string& remedy)
      : std::runtime_error(rule + "; got " + got + "; " + remedy) {}
};

}  // namespace stiffbench
