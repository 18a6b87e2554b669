#pragma once

#include <string>

namespace stiffbench {

/// Arguments of `table --output`.
struct OutputTableArguments {
  std::string folder, code, output;
  std::string paper;  ///< a file, or a name in results/tables; empty: none
  std::string settings;
  bool json = false, wide = false;
};

/// Prints output_table() of the folder's records and returns the exit status.
int print_output_table(const OutputTableArguments& arguments);

}  // namespace stiffbench
