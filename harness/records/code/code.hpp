#pragma once

#include "base/parameters.hpp"
#include "harness/io/json.hpp"

#include <optional>
#include <string>

namespace stiffbench {

/// Identifies the code that produces a record: hashes (hexadecimal) of the sources that the run can
/// reach (base/code/reachable_code.hpp), part by part.
struct Code {
  std::string id = {};          ///< hash of all parts below
  std::string integrator = {};  ///< the method, its coefficients, and everything it calls
  std::string back_end = {};    ///< the computation of its phi functions; empty for other methods
  std::string problem = {};
  std::string harness = {};  ///< the code that drives, times and judges a run
  std::string build = {};    ///< compilers, flags and versions of libraries

  bool operator==(const Code&) const = default;
};

/// Returns the code of this program that a run of the integrator on the problem can reach.
/// `parameters` are those of the integrator and select the back end.
Code code_of(const std::string& problem, const std::string& integrator, const Settings& parameters);

/// Returns code_of(), or nothing if this program lacks the problem or the integrator.
std::optional<Code> find_code(const std::string& problem, const std::string& integrator,
                              const Settings& parameters);

Json to_json(const Code& code);
Code code_from_json(const Json& json);

}  // namespace stiffbench
