#pragma once

#include "tests/base/scratch.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdlib.h>
#include <string>
#include <sys/wait.h>

namespace stiffbench::test {

struct Finished {
  int status;
  std::string out, err;
};

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Runs the program through the shell and keeps what it printed.
inline Finished run_program(const std::string& arguments, const std::string& before = "") {
  const Scratch scratch;
  const std::string out = (scratch.path() / "out").string(),
                    err = (scratch.path() / "err").string();
  const std::string command = before + " '" STIFFBENCH_BUILD_DIR "/stiffbench' " + arguments +
                              " > '" + out + "' 2> '" + err + "'";
  const int status = ::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_text(out), read_text(err)};
}

inline std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace stiffbench::test
