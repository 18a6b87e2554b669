#pragma once

#include "reference/certified.hpp"

#include <filesystem>
#include <optional>

namespace stiffbench::references {

/// Returns the path of the reference with this hash: cache_directory()/references/HASH.reference.
std::filesystem::path file_path(const std::string& hash);

/// Writes the file of a reference atomically, and reads it back as a check. Throws an Error if it
/// cannot be read.
void save(const Reference& reference);

/// Returns the reference with this hash, or nothing if there is no file. A damaged file is reported
/// on stderr and ignored.
std::optional<Reference> load(const std::string& hash);

}  // namespace stiffbench::references
