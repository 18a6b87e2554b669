#pragma once

#include <string>

namespace stiffbench {

/// Arguments of `table --statistics`.
struct StatisticsArguments {
  std::string folder, code;
  std::string output;  ///< the only output shown; empty: all
  std::string settings;
  bool json = false, wide = false;
};

/// Prints start_statistics() of the folder's records and returns the exit status.
int print_start_statistics(const StatisticsArguments& arguments);

}  // namespace stiffbench
