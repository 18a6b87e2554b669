#pragma once

#include "tests/fuzz/mutate.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace stiffbench::fuzz {

/// A reader of files that a user may give or that may be damaged. It has to read a file, or to
/// refuse it with an Error.
struct Reader {
  std::string name;
  Form form;
  std::vector<std::string> seeds;  ///< valid files
  /// Reads a file of these bytes, which it puts into the folder.
  std::function<void(const std::filesystem::path& folder, const std::string& bytes)> read;
  bool takes_seeds = true;  ///< false where a file must be larger than a seed should be
};

/// All readers. The cache (STIFFBENCH_CACHE) must be a folder of the fuzzer's own.
std::vector<Reader> all_readers();

}  // namespace stiffbench::fuzz
