#pragma once

#include <map>
#include <string>

namespace stiffbench {

/// Returns the BibTeX entries of references.bib, unchanged, by their DOIs in lower case.
std::map<std::string, std::string> bibliography();

/// Converts text to lower case. DOIs are compared in lower case, because they are case-insensitive.
std::string lower(std::string text);

}  // namespace stiffbench
