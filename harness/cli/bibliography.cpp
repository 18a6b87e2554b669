#include "harness/cli/bibliography.hpp"

#include "base/paths.hpp"

#include <cctype>
#include <fstream>
#include <regex>

namespace stiffbench {

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::map<std::string, std::string> bibliography() {
  static const std::regex doi("\\s*doi\\s*=\\s*[{\"]([^}\"]*)[}\"].*", std::regex::icase);
  std::map<std::string, std::string> entries;
  std::ifstream file(data_path("references.bib"));
  std::string entry, key, line;
  // An entry begins with an @ in the first column and ends with a closing brace there.
  while (std::getline(file, line)) {
    if (line.starts_with("@")) {
      entry.clear();
      key.clear();
    }
    entry += line + "\n";
    std::smatch match;
    if (std::regex_match(line, match, doi)) key = lower(match[1]);
    if (line.starts_with("}") && !key.empty()) entries[key] = entry;
  }
  return entries;
}

}  // namespace stiffbench
