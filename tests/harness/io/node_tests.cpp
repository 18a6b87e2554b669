// Tests of the Node.js that the program finds on the PATH; PATHs with one folder pretend others.

#include "base/error.hpp"
#include "harness/io/node.hpp"
#include "tests/base/scratch.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

namespace node_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

namespace fs = std::filesystem;

/// Makes a program `node` in this folder, which a shell runs.
void pretend_node(const fs::path& folder, const std::string& commands) {
  std::ofstream(folder / "node") << "#!/bin/sh\n" << commands << "\n";
  fs::permissions(folder / "node", fs::perms::owner_all);
}

const std::string script = "results/figures/render.mjs";

}  // namespace

TEST_CASE("a Node.js that is missing or too old is refused before it runs a script") {
  const test::Scratch scratch;
  const std::string folder = scratch.path().string();
  const test::Environment path("PATH", folder.c_str());
  CHECK_THROWS_WITH(run_node(script, {}),
                    StartsWith("figures and reports are drawn by Node.js >=") &&
                        Contains("; got node: No such file"));
  for (const std::string old : {"v16.20.2", "v9.11.2", "v18.0.0"}) {
    pretend_node(scratch.path(), "echo " + old);
    CHECK_THROWS_WITH(run_node(script, {}),
                      Contains("; got " + folder + "/node: " + old + "; install a newer one"));
  }
  pretend_node(scratch.path(), "exit 3");
  CHECK_THROWS_WITH(run_node(script, {}), Contains("/node: no output; "));
}

TEST_CASE("a Node.js that is new enough runs the script and returns its status") {
  const test::Scratch scratch;
  const test::Environment path("PATH", scratch.path().c_str());
  for (const std::string recent : {"v18.20.4", "v20.0.0", "v100.0.0"}) {
    pretend_node(scratch.path(), "[ $1 = --version ] && echo " + recent + " || exit 7");
    CHECK(run_node(script, {}) == 7);
  }
}

}  // namespace node_tests
