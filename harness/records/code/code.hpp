#pragma once

#include "base/parameters.hpp"
#include "harness/io/json.hpp"

#include <optional>
#include <string>

namespace stiffbench {

/// The code that makes a record, as hashes (hexadecimal) of the sources that the run can reach
/// (base/code/reachable_code.hpp), part by part.
struct Code {
  std::string id = {};          ///< of all parts below
  std::string integrator = {};  ///< the method, its coefficients, and all that it calls
  std::string back_end = {};    ///< what computes its phi functions; empty for other methods
  std::string problem = {};
  std::string harness = {};  ///< what drives, times and judges a run
  std::string build = {};    ///< compilers, flags and versions of libraries

  bool operator==(const Code&) const = default;
};

/// The code of this program that runs of the integrator on the problem can reach. Its parameters
/// name the back end.
Code code_of(const std::string& problem, const std::string& integrator, const Settings& parameters);

/// The code as code_of() gives it; nothing where this program lacks the problem or the integrator.
std::optional<Code> find_code(const std::string& problem, const std::string& integrator,
                              const Settings& parameters);

Json to_json(const Code& code);
Code code_from_json(const Json& json);

}  // namespace stiffbench
