// What a process that takes a sample sees of the program that it is: nothing that depends on the
// program's path, but for the layout of its memory, which is random.

#include "harness/checks/programs/sampled_program.hpp"
#include "harness/processes/layout.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <cstdlib>
#include <regex>
#include <set>

namespace sampled_program_tests {

using namespace stiffbench;
namespace fs = std::filesystem;

namespace {

/// A program at this path that writes what it sees to PATH.seen, and prints a sample.
void write_recorder(const fs::path& path) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << "#!/bin/sh\n"
                      << "{ printf '%s\\n' \"$0\" \"$@\"; pwd | wc -c; env | sort; } > '"
                      << path.string() << ".seen'\n"
                      << "echo '{\"setup\": 1, \"stepping\": 2, \"code\": \"c0de\"}'\n";
  fs::permissions(path, fs::perms::owner_all);
}

/// Returns what the recorder wrote about its process, without its layout number and its folder.
std::string seen_by(const fs::path& path, const fs::path& folder) {
  write_recorder(path);
  const TakenSample sample = SampledProgram(path, folder).sample("../0.json", 0.25, 7);
  CHECK(sample.failure.empty());
  CHECK(sample.seconds == 3);
  CHECK(sample.code == "c0de");
  return std::regex_replace(test::read_text(path.string() + ".seen"), std::regex("PWD=[^\n]*"),
                            "PWD");
}

struct Place {
  std::uintptr_t heap, stack;
};

/// Offsets in a page of a vector and of the stack, in a random layout.
Place place_in(unsigned layout) {
  constexpr std::uintptr_t page = 4096;
  Place place{};
  with_random_layout(layout, [&] {
    void* const block = std::malloc(208);  // 26 numbers
    volatile int here = 0;
    place = {reinterpret_cast<std::uintptr_t>(block) % page,
             reinterpret_cast<std::uintptr_t>(&here) % page};
    std::free(block);
  });
  return place;
}

}  // namespace

TEST_CASE("a sample's name, arguments, environment and folder do not depend on its program") {
  const test::Scratch scratch;
  const std::string short_path = seen_by(scratch.path() / "p", scratch.path() / "a"),
                    long_path =
                        seen_by(scratch.path() / std::string(60, 'f') / std::string(60, 'p'),
                                scratch.path() / "b");
  CHECK(short_path == long_path);
  CHECK_THAT(short_path, Catch::StartsWith("./program\nsample\n../0.json\n--seconds\n0.25\n"
                                           "--layout\n0000000007\n"));
  for (const std::string& variable : sample_environment()) {
    CHECK_FALSE(variable.starts_with("OLDPWD="));
    CHECK_FALSE(variable.starts_with("_="));
  }
}

TEST_CASE("a program that takes no sample is told with its own path and its last words") {
  const test::Scratch scratch;
  const TakenSample sample =
      SampledProgram("/bin/false", scratch.path() / "a").sample("../0.json", 0.25, 7);
  CHECK(sample.failure == "/bin/false: status 1, last line: no output");
}

TEST_CASE("a layout moves heap and stack, and each number has its own") {
  std::set<std::uintptr_t> heaps, stacks, lines;
  for (unsigned layout = 0; layout < 64; ++layout) {
    const Place place = place_in(layout);
    heaps.insert(place.heap);
    lines.insert(place.heap % 64);
    stacks.insert(place.stack);
  }
  CHECK(heaps.size() > 16);
#ifndef __SANITIZE_ADDRESS__  // its malloc has units of a line
  CHECK(lines.size() == 4);   // malloc has units of 16 bytes
#endif
  CHECK(stacks.size() > 16);
}

}  // namespace sampled_program_tests
