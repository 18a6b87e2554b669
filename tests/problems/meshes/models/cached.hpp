#pragma once

#include "problems/meshes/mesh.hpp"
#include "tests/base/scratch.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace stiffbench::test {

inline std::string hash(const TetMesh& mesh) {
  Hasher hasher;
  return update(hasher, mesh).hex();
}

inline std::vector<std::filesystem::path> files(const std::filesystem::path& folder) {
  return {std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()};
}

/// Catches what goes to std::cerr.
class Stderr {
 public:
  Stderr() : old_(std::cerr.rdbuf(text_.rdbuf())) {}
  ~Stderr() { std::cerr.rdbuf(old_); }
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::streambuf* old_;
};

/// A program of a test's own in another one's place.
inline std::filesystem::path script(const Scratch& scratch, const std::string& lines) {
  const std::filesystem::path path = scratch.path() / "program";
  std::ofstream(path) << "#!/bin/sh\n" << lines << '\n';
  ::chmod(path.c_str(), 0700);
  return path;
}

}  // namespace stiffbench::test
