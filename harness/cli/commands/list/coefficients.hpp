#pragma once

#include "harness/io/json.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Describes the coefficients of an integrator with its default parameters; null where it has no
/// table of them. Numbers are texts that read as the doubles of the method (exact_text()). A
/// coefficient of an exponential method is a list of terms {"weight", "phi", "c"}; one that no loop
/// reads is null.
Json describe_coefficients(const std::string& integrator);

/// A table of coefficients as texts, in Butcher's layout.
struct CoefficientGrid {
  std::string title;
  std::vector<std::string> heads;
  std::size_t left = 1;  ///< the columns left of the vertical line
  std::vector<std::vector<std::string>> rows, feet;
};

/// Lays out a table of describe_coefficients(). Without an array on the left, stages have numbers.
CoefficientGrid grid_of(const Json& table);

/// The words of a table's symbols: "c: times of the stages; a: ...".
std::string legend_of(const Json& table);

/// Prints the coefficients of each entry of `list integrators`. An entry without a table says so if
/// the user named the entries, and is left out of a list of all.
void print_coefficients(const Json& integrators, bool are_named);

}  // namespace stiffbench
