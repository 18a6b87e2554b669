#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace stiffbench {

/// Writes a whole file or none: `writer` fills a temporary file in the folder of `path`, which is
/// created when missing; the file is then flushed to the disk and renamed to `path` in one step.
/// Readers see the old file or the new one, also when two processes write at once. A folder that
/// cannot be written or a full disk is an Error; whatever `writer` throws passes through; neither
/// leaves a part of a file. A part that a killed process has left of this file is removed.
void write_atomically(const std::filesystem::path& path,
                      const std::function<void(const std::filesystem::path& temporary)>& writer);
void write_atomically(const std::filesystem::path& path, std::string_view contents);

}  // namespace stiffbench
