#pragma once

#include <string>
#include <vector>

namespace stiffbench {

/// A row of a table of NAMES.md: words and their common meaning.
struct GlossaryEntry {
  std::vector<std::string> words;
  std::string meaning;
};

/// Returns the words of NAMES.md in case-insensitive alphabetical order.
std::vector<GlossaryEntry> glossary();

}  // namespace stiffbench
