#include "base/registry.hpp"

#include <catch2/catch.hpp>

namespace registry_tests {

using namespace stiffbench;
using Catch::Contains;

TEST_CASE("a registry holds things by their names and tells near ones") {
  Registry<int> numbers("number", "'numbers --list'");
  CHECK(numbers.enrol("two", 2));
  CHECK(numbers.enrol("one", 1));
  CHECK(numbers.names() == std::vector<std::string>{"one", "two"});
  CHECK(numbers.find("two") == 2);
  CHECK_THROWS_WITH(numbers.find("twoo"),
                    Contains("the number must be one that 'numbers --list'") &&
                        Contains("'twoo'") && Contains("did you mean two?"));
  CHECK_THROWS_WITH(numbers.find("seventeen"), Contains("see there"));
}

TEST_CASE("a second thing of one name is left out and told when enrolments are checked") {
  CHECK_NOTHROW(check_enrolments());  // every problem, integrator, back end and command
  Registry<int> numbers("number", "'numbers --list'");
  CHECK(numbers.enrol("one", 1));
  CHECK_FALSE(numbers.enrol("one", 11));
  CHECK(numbers.find("one") == 1);
  CHECK_THROWS_WITH(check_enrolments(),
                    "the name of every number is its own; got 'one' twice; "
                    "rename one of the two");
}

}  // namespace registry_tests
