#pragma once

#include "reference/reference.hpp"

#include <filesystem>
#include <optional>

namespace stiffbench::references {

/// cache_directory()/references/HASH.h5
std::filesystem::path file_path(const std::string& hash);

/// Writes the HDF5 file of a reference, whole or not at all, and reads it back to see that it is
/// there. Layout: datasets t (N), x, v, second/x, second/v (N by dof); everything else is
/// attributes of the root (outputs as JSON texts, and growth, where there are any), the checksum of
/// the rest and the versions of the programs among them.
void save(const Reference& reference);

/// The reference of that hash; nothing where there is no file. A file that is damaged is told on
/// stderr and counts as none.
std::optional<Reference> load(const std::string& hash);

}  // namespace stiffbench::references
