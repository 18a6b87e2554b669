#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace stiffbench {

/// Writes a file atomically. `writer` fills a temporary file in the folder of `path`, which is
/// created if missing. The temporary file is then flushed to the disk and renamed to `path`, so
/// readers see either the old file or the new one, even if two processes write at the same time.
/// Throws an Error if the folder cannot be written or the disk is full; exceptions of `writer` pass
/// through. In both cases the temporary file is removed. Temporary files that killed processes of
/// this machine have left beside `path` are removed, too.
void write_atomically(const std::filesystem::path& path,
                      const std::function<void(const std::filesystem::path& temporary)>& writer);
/// Writes `contents` to a file atomically.
void write_atomically(const std::filesystem::path& path, std::string_view contents);

}  // namespace stiffbench
