#pragma once

#include <set>
#include <string>
#include <vector>

namespace stiffbench {

// The build describes its objects (cmake/code_graph.sh): for each source file the hash of its
// machine code, and the files whose code it calls. A thing that enrols itself says where it stands,
// and what a run of it can reach follows from the two.

/// The place of the code of a thing that enrols itself.
struct CodeOrigin {
  /// The source file, as __builtin_FILE() names it in a .cpp. A source_location would also put the
  /// line into the object, and a comment above would change its hash.
  std::string file = {};
  std::string numbers = {};            ///< hash of coefficients that are the thing's own
  std::vector<std::string> uses = {};  ///< names of things of its kind that a run may choose
};

/// The objects of a library or a program, as the build writes them: a line with compiler and flags,
/// then for each object a line with its source file, its hash and the files that it calls,
/// separated by tabs. Enrolled before main().
bool enrol_objects(const char* description);

/// Remembers where the thing of this kind and name stands; a Registry calls it.
void remember_origin(const std::string& kind, const std::string& name, CodeOrigin origin);

/// Whether a thing of this kind has enrolled itself under the name and said where it stands.
bool has_origin(const std::string& kind, const std::string& name);

/// The source files of all code that runs of the thing can reach, with the things that it uses. An
/// Error where the build has not described its object.
std::set<std::string> reachable_files(const std::string& kind, const std::string& name);
/// The source files of all code that these can reach, without what begins with `outside`.
std::set<std::string> reachable_files(const std::vector<std::string>& roots,
                                      const std::string& outside);

/// The hash (16 hexadecimal digits) of the machine code in these files' objects.
std::string hash_of_code(const std::set<std::string>& files);
/// The hash of all code that runs of the thing can reach, and of the numbers that are its own.
std::string hash_of_code(const std::string& kind, const std::string& name);
/// The compilers and flags of these files' objects.
std::string settings_of_code(const std::set<std::string>& files);

}  // namespace stiffbench
