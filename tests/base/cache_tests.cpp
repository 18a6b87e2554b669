#include "base/cache.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "tests/base/scratch.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace fs = std::filesystem;
using stiffbench::cache_directory;
using stiffbench::write_atomically;
using stiffbench::test::Environment;
using stiffbench::test::Scratch;

namespace {

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

long files_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

}  // namespace

TEST_CASE("the cache is where the environment says", "[cache]") {
  const Environment own("STIFFBENCH_CACHE", "/somewhere/own");
  CHECK(cache_directory() == "/somewhere/own");
  const Environment no_own("STIFFBENCH_CACHE", nullptr);
  const Environment xdg("XDG_CACHE_HOME", "/somewhere/xdg");
  CHECK(cache_directory() == "/somewhere/xdg/stiffbench");
  const Environment no_xdg("XDG_CACHE_HOME", nullptr);
  const Environment home("HOME", "/somewhere/home");
  CHECK(cache_directory() == "/somewhere/home/.cache/stiffbench");
  const Environment no_home("HOME", nullptr);
  CHECK_THROWS_WITH(cache_directory(), Catch::Contains("set STIFFBENCH_CACHE"));
}

TEST_CASE("a file is written whole and takes the place of the old one", "[cache]") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "new" / "folder" / "file";
  write_atomically(path, "old");
  write_atomically(path, "new");
  CHECK(contents(path) == "new");
  CHECK(files_in(path.parent_path()) == 1);
}

TEST_CASE("a writer that fails leaves the old file and no part of a new one", "[cache]") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "file";
  write_atomically(path, "old");
  const auto half = [](const fs::path& temporary) {
    std::ofstream(temporary) << "half";
    throw std::runtime_error("broke off");
  };
  CHECK_THROWS_WITH(write_atomically(path, half), "broke off");
  CHECK(contents(path) == "old");
  CHECK(files_in(scratch.path()) == 1);
}

TEST_CASE("a folder that cannot be written is an error with the path and a remedy", "[cache]") {
  // /proc refuses new files even to root.
  CHECK_THROWS_WITH(write_atomically("/proc/stiffbench/file", "x"),
                    Catch::Contains("/proc/stiffbench") && Catch::Contains("STIFFBENCH_CACHE"));
  const Scratch scratch;
  write_atomically(scratch.path() / "file", "x");
  CHECK_THROWS_AS(write_atomically(scratch.path() / "file" / "below", "x"), stiffbench::Error);
  CHECK_THROWS_WITH(write_atomically("/dev/full", "x"), Catch::Contains("/dev/full"));
  CHECK(fs::is_character_file("/dev/full"));
}
