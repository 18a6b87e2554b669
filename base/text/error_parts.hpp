#pragma once

#include <string>

namespace stiffbench {

/// The three parts of an Error's text.
struct ErrorParts {
  std::string rule, got, remedy;
};

/// Splits the text of an Error, "RULE; got VALUE; REMEDY". Errors pass between processes as text,
/// so the text is all that there is. A text without these words is a rule alone.
ErrorParts parts_of_error(const std::string& text);

}  // namespace stiffbench
