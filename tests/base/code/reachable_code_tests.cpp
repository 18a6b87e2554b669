#include "base/code/reachable_code.hpp"
#include "base/error.hpp"

#include <catch2/catch.hpp>

namespace reachable_code_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

// A program that calls a library, and the same library compiled otherwise under another name.
const bool enrolled =
    enrol_sources("compiler -O2\nlib/a\t01\tlib/b\nlib/b\t02\tlib/a\tother/c\nother/c\t03\n") &&
    enrol_sources("compiler -O3\nown/method\taa\tlib/a\nown/same\taa\tlib/a\n");

using Files = std::set<std::string>;
const std::vector<std::string> method{"own/method"};

std::string remembered(const std::string& name, CodeOrigin origin) {
  remember_origin("test", name, std::move(origin));
  return hash_of_code("test", name);
}

}  // namespace

TEST_CASE("code reaches what it includes, round circles and into the library") {
  CHECK(reachable_files(method) == Files{"own/method", "lib/a", "lib/b", "other/c"});
  CHECK(reachable_files(method, "other/") == Files{"own/method", "lib/a", "lib/b"});
  CHECK(settings_of_code({"lib/a"}) == "compiler -O2");
  CHECK(settings_of_code({"lib/a", "own/method"}) == "compiler -O2; compiler -O3");
}

TEST_CASE("hashes of code tell sources, coefficients and candidates apart") {
  CHECK(hash_of_code(Files{"lib/a"}) != hash_of_code(Files{"lib/b"}));
  CHECK(hash_of_code(Files{"own/method"}) != hash_of_code(Files{"own/same"}));
  const std::string plain = remembered("plain", {.file = "other/c"});
  CHECK(remembered("again", {.file = "other/c"}) == plain);
  CHECK(remembered("row", {.file = "other/c", .numbers = "1"}) != plain);
  CHECK(remembered("chooser", {.file = "other/c", .candidates = {"plain"}}) == plain);
  remember_origin("test", "method", {.file = "own/method"});
  CHECK(remembered("chooser of two", {.file = "other/c", .candidates = {"plain", "method"}}) !=
        plain);
}

TEST_CASE("a thing that is defined anew has the code of its last definition") {
  const std::string first = remembered("twice", {.file = "other/c", .numbers = "1"});
  CHECK(remembered("twice", {.file = "other/c", .numbers = "2"}) != first);
  CHECK(remembered("twice", {.file = "other/c", .numbers = "1"}) == first);
}

TEST_CASE("code of which the build says nothing is an Error") {
  CHECK_THROWS_WITH(reachable_files({"nowhere.cpp"}), Contains("no description of 'nowhere.cpp'") &&
                                                          Contains("stiffbench_add_program"));
}

}  // namespace reachable_code_tests
