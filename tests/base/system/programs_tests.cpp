#include "base/system/programs.hpp"
#include "tests/base/scratch.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>

namespace programs_tests {

using namespace stiffbench;

TEST_CASE("a child program's end is its status, its signal or why it did not start") {
  CHECK(run_program("true", {}).ok());
  const ProgramEnd failed = run_program("sh", {"-c", "exit 3"});
  CHECK_FALSE(failed.ok());
  CHECK(failed.status == 3);
  CHECK(failed.text() == "status 3");
  const ProgramEnd killed = run_program("sh", {"-c", "kill -9 $$"});
  CHECK_FALSE(killed.ok());
  CHECK(killed.signal == 9);
  CHECK(killed.text() == "signal 9");
  const ProgramEnd missing = run_program("no_such_program_anywhere", {});
  CHECK_FALSE(missing.ok());
  CHECK(missing.text() == "No such file or directory");
}

TEST_CASE("a child's arguments arrive whole and its two output streams go to the log") {
  const test::Scratch scratch;
  const auto log = scratch.path() / "log";
  CHECK(run_program("sh", {"-c", "echo \"$1\"; echo complaint >&2; cat", "sh", "two words"}, log)
            .ok());
  CHECK(run_program("echo", {"more"}, log).ok());
  std::ifstream file(log);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == "two words\ncomplaint\nmore\n");
}

TEST_CASE("a shell reads a quoted word back as it was") {
  const ScratchFolder folder;
  for (const std::string word : {"plain", "a=b", "two words", "it's", "$HOME", "*", "", "a\nb"}) {
    INFO(word);
    const auto file = folder.path() / "word";
    run_program("sh", {"-c", "printf %s " + shell_word(word) + " > " + shell_word(file.string())});
    std::ifstream stream(file);
    CHECK(std::string(std::istreambuf_iterator<char>(stream), {}) == word);
  }
  CHECK(shell_word("--jobs") == "--jobs");
}

TEST_CASE("programs are looked up in the folders of PATH") {
  const auto shell = find_on_path("sh");
  CHECK(shell.filename() == "sh");
  CHECK(is_executable(shell));
  CHECK(find_on_path("no_such_program_anywhere").empty());
  const std::string unreadable(1000, 'x');  // its status is an error, as that of a forbidden folder
  const test::Environment path("PATH", (unreadable + ":/bin").c_str());
  CHECK(find_on_path("sh") == "/bin/sh");
  const test::Scratch scratch;
  CHECK_FALSE(is_executable(scratch.path()));
}

}  // namespace programs_tests
