#pragma once

#include <set>
#include <string>
#include <vector>

namespace stiffbench {

/// A kind of problem: problems among which the same integrators do well.
struct KindOfProblems {
  std::string title;
  std::string folder;  ///< of the pages with the results of its problems, below problems/
  std::set<std::string> problems;
};

/// Returns the kinds, in the order of pages.
const std::vector<KindOfProblems>& kinds_of_problems();

/// Returns the page of a problem's results without its extension: "problems/springs/fput". The
/// problems of other programs, which have no kind, are in "problems/other".
std::string page_of_problem(const std::string& problem);

/// Returns a link from a page in docs/results to that page: "[fput](problems/springs/fput.md)".
std::string link_to_problem(const std::string& problem);

}  // namespace stiffbench
