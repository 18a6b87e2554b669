#pragma once

#include <map>
#include <string>

namespace stiffbench {

/// The BibTeX entries of references.bib, unchanged, by their DOIs in lower case.
std::map<std::string, std::string> bibliography();

/// The text in lower case. DOIs are compared in lower case, since capitals mean nothing in them.
std::string lower(std::string text);

}  // namespace stiffbench
