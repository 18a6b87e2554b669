#include "harness/io/lines/common_members.hpp"

#include <catch2/catch.hpp>

#include <sstream>

namespace common_members_tests {

using namespace stiffbench;

namespace {

std::vector<std::string> split(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Reads lines back as read_records() does.
std::vector<Json> read_back(const std::string& text) {
  const auto lines = split(text);
  const Json common = Json::parse(lines.front())[common_key];
  std::vector<Json> objects;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    objects.push_back(Json::parse(lines[i]));
    add_common_members(objects.back(), common);
  }
  return objects;
}

}  // namespace

TEST_CASE("what all lines share is written once, at any level, and read back with each") {
  const std::vector<Json> objects{
      Json::parse(R"({"problem":{"name":"beam","set":{"cells":2},"dof":405},"h":1,"work":null})"),
      Json::parse(R"({"problem":{"name":"beam","set":{"cells":4},"dof":405},"h":2,"work":null})"),
      Json::parse(R"({"problem":{"name":"beam","set":{},"dof":405},"h":[1],"work":null,"x":1})")};
  const std::string text = lines_with_common_members(objects);
  CHECK(split(text).front() == R"({"common":{"problem":{"name":"beam","dof":405},"work":null}})");
  CHECK(split(text)[1] == R"({"problem":{"set":{"cells":2}},"h":1})");
  const auto back = read_back(text);
  REQUIRE(back.size() == objects.size());
  for (std::size_t i = 0; i < back.size(); ++i)  // but for the order of their members
    CHECK(nlohmann::json(back[i]) == nlohmann::json(objects[i]));
}

TEST_CASE("equal lines, one line and no line keep what they have") {
  const Json one{{"h", 1}, {"settings", Json::object()}};
  for (std::size_t count : {1u, 2u}) {
    const auto back = read_back(lines_with_common_members(std::vector<Json>(count, one)));
    REQUIRE(back.size() == count);
    for (const Json& object : back) CHECK(object == one);
  }
  CHECK(lines_with_common_members({}).empty());
  CHECK(read_back(lines_with_common_members({one, {{"h", 2}}}))[1] == Json{{"h", 2}});
}

TEST_CASE("a whole object that a file has got later keeps its own members alone") {
  const Json common = Json::parse(R"({"schema":"a/1","tuning":{"bound":1}})");
  Json object{{"schema", "a/1"}, {"h", 1}};
  const Json before = object;
  add_common_members(object, common);
  CHECK(object == before);
}

}  // namespace common_members_tests
