#pragma once

#include <stdexcept>
#include <string>

namespace stiffbench {

/// A mistake of the caller or of the machine, described in one line: the rule that was broken, the
/// value that was got, and the remedy. The command line prints it and exits with a non-zero status.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  Error(const std::string& rule, const std::string& got, const std::string& remedy)
      : std::runtime_error(rule + "; got " + got + "; " + remedy) {}
};

}  // namespace stiffbench
