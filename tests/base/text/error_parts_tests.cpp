#include "base/error.hpp"
#include "base/text/error_parts.hpp"

#include <catch2/catch.hpp>

namespace stiffbench {
namespace {

TEST_CASE("the text of an Error has its rule, value and remedy") {
  const auto [rule, got, remedy] = parts_of_error(Error("a rule; two", "7", "mend; it").what());
  CHECK(rule == "a rule; two");
  CHECK(got == "7");
  CHECK(remedy == "mend; it");

  const ErrorParts alone = parts_of_error("a text; of one part");
  CHECK(alone.rule == "a text; of one part");
  CHECK(alone.got == "");
  CHECK(alone.remedy == "");

  const ErrorParts without_remedy = parts_of_error("a rule; got 7");
  CHECK(without_remedy.rule == "a rule");
  CHECK(without_remedy.got == "7");
  CHECK(without_remedy.remedy == "");
}

}  // namespace
}  // namespace stiffbench
