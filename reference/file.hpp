#pragma once

#include "reference/certified.hpp"

#include <filesystem>
#include <optional>

namespace stiffbench::references {

/// The file of the reference with that hash: cache_directory()/references/HASH.reference.
std::filesystem::path file_path(const std::string& hash);

/// Writes the file of a reference, whole or not at all, and reads it back to see that it is there.
void save(const Reference& reference);

/// The reference of that hash; nothing where there is no file. A damaged file is reported
/// on stderr and counts as none.
std::optional<Reference> load(const std::string& hash);

}  // namespace stiffbench::references
