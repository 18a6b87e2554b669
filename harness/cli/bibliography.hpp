#pragma once

#include <map>
#include <string>

namespace stiffbench {

/// The BibTeX entries of references.bib, as they stand there, by DOI in lower case.
std::map<std::string, std::string> bibliography();

/// DOIs do not tell capital letters from small ones.
std::string lower(std::string text);

}  // namespace stiffbench
