#pragma once

#include <set>
#include <string>
#include <vector>

namespace stiffbench {

// The build describes its sources (base/code/main/describe_code.cpp): for each file the hash of its
// tokens, without comments and layout, and the files that it reaches. A thing that enrols itself
// names its source file, and what a run of it can reach follows from the two.

/// The place of the code of a thing that enrols itself.
struct CodeOrigin {
  std::string file = {};     ///< the source file, as the build names it (cmake/code_graph.cmake)
  std::string numbers = {};  ///< hash of coefficients that are the thing's own
  std::vector<std::string> candidates = {};  ///< things of its kind from which a run of it chooses
};

/// The sources of a library or a program, as the build writes them: a line with compiler, flags and
/// versions of libraries, then for each file a line with its name, its hash and the files that it
/// reaches, separated by tabs. Enrolled before main().
bool enrol_sources(const char* description);

/// Remembers where the thing of this kind and name stands; a Registry calls it.
void remember_origin(const std::string& kind, const std::string& name, CodeOrigin origin);

/// Whether a thing of this kind has enrolled itself under the name and said where it stands.
bool has_origin(const std::string& kind, const std::string& name);

/// The source files of all code that runs of the thing and of its candidates can reach. An Error
/// where the build has not described its file.
std::set<std::string> reachable_files(const std::string& kind, const std::string& name);
/// The source files of all code that these can reach, without what begins with `outside`.
std::set<std::string> reachable_files(const std::vector<std::string>& roots,
                                      const std::string& outside = {});

/// The hash (16 hexadecimal digits) of these files.
std::string hash_of_code(const std::set<std::string>& files);
/// The hash of all code that runs of the thing can reach, and of the numbers that are its own.
std::string hash_of_code(const std::string& kind, const std::string& name);
/// The compilers, flags and versions of libraries with which these files are compiled.
std::string settings_of_code(const std::set<std::string>& files);

}  // namespace stiffbench
