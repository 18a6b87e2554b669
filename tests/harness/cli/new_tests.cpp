#include "base/paths.hpp"
#include "tests/base/scratch.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <map>

namespace new_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

TEST_CASE("new writes a row and its name into the table of its family, once") {
  const Scratch folder;
  std::filesystem::copy(data_path("integrators/tableaus"), folder.path() / "tableaus",
                        std::filesystem::copy_options::recursive);
  const std::string rest = " --folder '" + (folder.path() / "tableaus").string() + "'";
  for (const std::string family :
       {"explicit", "nystrom", "composition", "dirk", "collocation", "rosenbrock", "imex", "exponential"}) {
    INFO(family);
    const Finished end = run_program("new row " + family + " my_row" + rest);
    CHECK(end.status == 0);
    CHECK_THAT(end.out, Contains("its entry in\nreferences.bib"));
    CHECK_THAT(read_text(folder.path() / "tableaus" / (family + ".hpp")),
               Contains("\"my_row\",") && Contains(", my_row);") && !Contains("@"));
  }
  CHECK(run_program("new row gauss my_other" + rest).status == 0);  // the family's former name
  CHECK_THAT(read_text(folder.path() / "tableaus" / "collocation.hpp"),
             Contains(".name = \"my_other\""));
  const auto check_refused = [&](const std::string& arguments, const std::string& words) {
    const Finished end = run_program(arguments + rest);
    CHECK(end.status != 0);
    CHECK_THAT(end.err, Contains(words));
  };
  check_refused("new row dirk my_row", "written once");
  check_refused("new row dirk sdirk2", "which there is already");
  check_refused("new row dirc other", "did you mean dirk");
  check_refused("new row dirk Other", "lower-case");
}

TEST_CASE("new integrator writes a template of each kernel, and says what judges it") {
  const Scratch folder;
  std::ofstream(folder.path() / "CMakeLists.txt") << "stiffbench_add_program( our_bench a.cpp)\n";
  const std::string rest = " --folder '" + folder.path().string() + "'";
  for (const auto& [kernel, marks] :
       std::map<std::string, std::string>{{"explicit", "accelerate(inner_, inner_a_);"},
                                          {"newton", "newton_.solve(stage_, middle_, a_)"},
                                          {"phi", "phi_.evaluate(request_, inputs_, outputs_)"}}) {
    const std::string name = "my_" + kernel;
    const Finished end = run_program("new integrator " + name + " --kernel " + kernel + rest);
    INFO(kernel << end.err);
    CHECK(end.status == 0);
    CHECK_THAT(end.out, Contains("build/our_bench check method " + name) &&
                            Contains("stiffbench_add_program(our_bench ... " + name + ".cpp)"));
    CHECK_THAT(read_text(folder.path() / (name + ".cpp")),
               Contains(marks) && Contains("\"" + name + "\"") && !Contains("@"));
  }
  CHECK(run_program("new integrator my_other --kernel implicit" + rest).status != 0);
  CHECK_THAT(run_program("new integrator my_other", "cd / &&").err,
             Contains("in a project of your own give --folder ."));
}

}  // namespace new_tests
