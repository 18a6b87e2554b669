// Schemas: each one is read with the definitions that it takes from other files, and refuses a
// document without members.

#include "base/error.hpp"
#include "base/paths.hpp"
#include "harness/io/schema.hpp"

#include <catch2/catch.hpp>

#include <filesystem>

namespace schema_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

TEST_CASE("every schema is read and refuses a document without members") {
  int count = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(data_path("results/schema"))) {
    const std::string file = entry.path().filename().string(),
                      name = file.substr(0, file.find(".schema.json"));
    if (name == file) continue;
    INFO(name);
    CHECK_THROWS_WITH(validate(Json::object(), name, "the document"),
                      Contains("must follow") && Contains(file));
    ++count;
  }
  CHECK(count >= 20);
}

TEST_CASE("definitions of one name are one definition") {
  Json definitions{{"step", {{"type", "number"}}}};
  CHECK_NOTHROW(add_definition(definitions, "step", {{"type", "number"}}));
  CHECK_NOTHROW(add_definition(definitions, "other", true));
  CHECK_THROWS_WITH(add_definition(definitions, "step", {{"type", "string"}}),
                    Contains("different names; got step; rename one of them"));
  CHECK(definitions["step"]["type"] == "number");
}

}  // namespace schema_tests
