#pragma once

#include "harness/records/tables/time_to_error.hpp"

#include <string>

namespace stiffbench {

/// Arguments of `table --time-to-error`.
struct TimeToErrorArguments {
  std::string folder, code = "current";
  TimeToErrorOptions options;
  std::string paper;  ///< a file, or a name in results/tables; empty: none
  std::string settings = "tuned";
  bool json = false, wide = false;
};

/// Prints times_to_errors() of the folder's records and returns the exit status.
int print_time_to_error(const TimeToErrorArguments& arguments);

}  // namespace stiffbench
