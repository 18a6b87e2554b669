#pragma once

#include <string>
#include <vector>

namespace stiffbench {

/// A row of a table of NAMES.md: words, and what they mean together.
struct GlossaryEntry {
  std::vector<std::string> words;
  std::string meaning;
};

/// The words of NAMES.md, in alphabetical order without regard to capitals.
std::vector<GlossaryEntry> glossary();

}  // namespace stiffbench
