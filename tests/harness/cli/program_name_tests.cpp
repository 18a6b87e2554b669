#include "harness/cli/help.hpp"
#include "harness/cli/program_name.hpp"

#include <catch2/catch.hpp>

namespace program_name_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

TEST_CASE("a program of another project speaks of itself by its own name") {
  const std::string text =
      "stiffbench writes it; see 'stiffbench list problems' and "
      "'stiffbench COMMAND --help'";
  CHECK(with_program_name(text) == text);
  set_program_name("/somewhere/my_bench");
  CHECK(program_name() == "my_bench");
  CHECK(with_program_name(text) ==
        "stiffbench writes it; see 'my_bench list problems' and "
        "'my_bench COMMAND --help'");
  CHECK_THAT(program_help(), Contains("my_bench run demo"));
  set_program_name("stiffbench");
}

}  // namespace program_name_tests
