#pragma once

#include <set>
#include <string>
#include <vector>

namespace stiffbench {

// The build describes its sources (base/code/main/describe_code.cpp): for each file, the hash of
// its tokens, without comments and layout, and the files that it reaches. An integrator or problem
// that enrols itself names its source file. The code that a run can reach follows from both.

/// The code of a thing that enrols itself.
struct CodeOrigin {
  std::string file = {};     ///< the source file, as the build names it (cmake/code_graph.cmake)
  std::string numbers = {};  ///< hash of the coefficients that the thing alone has
  std::vector<std::string> candidates = {};  ///< other things of its kind that a run of it may use
};

/// Registers the description of the sources of a library or program, which the build generates. The
/// first line has the compiler, flags and versions of libraries. Each further line has the name of
/// a file, its hash and the files that it reaches, separated by tabs. Generated code calls this
/// function before main() and ignores the result, true.
bool enrol_sources(const char* description);

/// Stores the origin of the thing of this kind and name. Registry::enrol() calls it.
void remember_origin(const std::string& kind, const std::string& name, CodeOrigin origin);

/// Returns true if a thing of this kind and name has enrolled itself with its origin.
bool has_origin(const std::string& kind, const std::string& name);

/// Returns the source files of all code that runs of the thing and of its candidates can reach.
/// Throws an Error if the build has not described its file.
std::set<std::string> reachable_files(const std::string& kind, const std::string& name);
/// Returns the source files of all code that `roots` can reach. Skips files whose names begin with
/// `outside` and does not follow them.
std::set<std::string> reachable_files(const std::vector<std::string>& roots,
                                      const std::string& outside = {});

/// Returns the hash of these files (16 hexadecimal digits).
std::string hash_of_code(const std::set<std::string>& files);
/// Returns the hash of all code that runs of the thing can reach, and of its coefficients
/// (16 hexadecimal digits).
std::string hash_of_code(const std::string& kind, const std::string& name);
/// Returns the compilers, flags and versions of libraries with which these files are compiled.
std::string settings_of_code(const std::set<std::string>& files);

}  // namespace stiffbench
