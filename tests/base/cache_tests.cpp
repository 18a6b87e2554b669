#include "base/cache.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "tests/base/scratch.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <signal.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace cache_tests {

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

TEST_CASE("what a killed process has left of a file goes with the next writing", "[cache]") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "file";
  const auto die = [](const fs::path& temporary) {
    std::ofstream(temporary) << "half";
    ::raise(SIGKILL);
  };
  const pid_t child = ::fork();
  if (child == 0) write_atomically(path, die);
  REQUIRE(::waitpid(child, nullptr, 0) == child);
  REQUIRE(files_in(scratch.path()) == 1);
  fs::path part = *fs::directory_iterator(scratch.path());
  std::ofstream(scratch.path() / "other.here.1.0.part") << "of another file";
  // The same of a process that is alive, as the writer of a second program is.
  std::string alive = part.string();
  alive.replace(alive.find(std::to_string(child)), std::to_string(child).size(),
                std::to_string(::getppid()));
  std::ofstream(alive) << "half";
  write_atomically(path, "whole");
  CHECK_FALSE(fs::exists(part));
  CHECK(fs::exists(alive));
  CHECK(files_in(scratch.path()) == 3);
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

}  // namespace cache_tests
