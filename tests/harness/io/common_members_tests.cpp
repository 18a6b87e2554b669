#include "harness/io/lines/common_members.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <sstream>
#include <tuple>

namespace common_members_tests {

using namespace stiffbench;

namespace {

using Lines = std::vector<std::string>;

Lines split(const std::string& text) {
  std::istringstream stream(text);
  Lines lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Reads lines back as read_records() does. A line that is not JSON is damaged.
std::vector<Json> read_back(const Lines& lines) {
  CommonMembers common;
  std::vector<Json> objects;
  for (const std::string& line : lines)
    if (Json json = Json::parse(line, nullptr, false); !common.take(json) && json.is_object())
      objects.push_back(std::move(json));
  return objects;
}

/// Compares objects but for the order of their members.
void check_equal(const std::vector<Json>& back, const std::vector<Json>& objects) {
  REQUIRE(back.size() == objects.size());
  for (std::size_t i = 0; i < back.size(); ++i)
    CHECK(nlohmann::json(back[i]) == nlohmann::json(objects[i]));
}

const std::vector<GroupKey> by_problem_and_method{[](const Json& one) { return one["problem"]; },
                                                  [](const Json& one) { return one["method"]; }};

/// Two problems; one has two methods with two steps each, the other a method with one step.
std::vector<Json> runs() {
  std::vector<Json> all;
  for (const auto& [problem, method, h] : {std::tuple{"a", "rk4", 1},
                                           {"a", "rk4", 2},
                                           {"a", "euler", 1},
                                           {"a", "euler", 2},
                                           {"b", "rk4", 1},
                                           {"b", "rk4", 2},
                                           {"b", "euler", 3}})
    all.push_back({{"schema", "a/1"}, {"problem", problem}, {"method", method}, {"h", h}});
  return all;
}

Lines grouped() { return split(lines_with_common_members(runs(), by_problem_and_method)); }

}  // namespace

TEST_CASE("what all lines share is written once, at any level, and read back with each") {
  const std::vector<Json> objects{
      Json::parse(R"({"problem":{"name":"beam","set":{"cells":2},"dof":405},"h":1,"work":null})"),
      Json::parse(R"({"problem":{"name":"beam","set":{"cells":4},"dof":405},"h":2,"work":null})"),
      Json::parse(R"({"problem":{"name":"beam","set":{},"dof":405},"h":[1],"work":null,"x":1})")};
  const Lines lines = split(lines_with_common_members(objects));
  CHECK(lines[0] == R"({"common":{"problem":{"name":"beam","dof":405},"work":null}})");
  CHECK(lines[1] == R"({"problem":{"set":{"cells":2}},"h":1})");
  check_equal(read_back(lines), objects);
}

TEST_CASE("a value that most lines have is shared, if all of them have one") {
  const std::vector<Json> objects{
      Json::parse(R"({"ok":true,"error":{"floor":1,"own":1},"time":null,"tuned":{"a":1}})"),
      Json::parse(R"({"ok":true,"error":{"floor":1,"own":2},"time":{"s":1}})"),
      Json::parse(R"({"ok":false,"error":null,"time":null,"tuned":{"a":1}})")};
  const Lines lines = split(lines_with_common_members(objects));
  CHECK(lines[0] == R"({"common":{"ok":true,"error":{"floor":1},"time":null}})");
  CHECK(lines[1] == R"({"error":{"own":1},"tuned":{"a":1}})");
  CHECK(lines[2] == R"({"error":{"own":2},"time":{"s":1}})");
  CHECK(lines[3] == R"({"ok":false,"error":null,"tuned":{"a":1}})");
  check_equal(read_back(lines), objects);
}

TEST_CASE("groups of lines have their own common members, which end with the group") {
  const Lines lines = grouped();
  CHECK(lines == Lines{R"({"common":{"schema":"a/1","problem":"a","method":"rk4"},"groups":2})",
                       R"({"common":{},"groups":1,"lines":4})", R"({"common":{},"lines":2})",
                       R"({"h":1})", R"({"h":2})", R"({"common":{"method":"euler"},"lines":2})",
                       R"({"h":1})", R"({"h":2})",
                       R"({"common":{"problem":"b"},"groups":1,"lines":3})",
                       R"({"common":{},"lines":2})", R"({"h":1})", R"({"h":2})",
                       R"({"common":{},"lines":1})", R"({"method":"euler","h":3})"});
  check_equal(read_back(lines), runs());
}

TEST_CASE("keys that put all lines together, or none, make no groups") {
  const GroupKey all = [](const Json&) { return Json(1); };
  const GroupKey none = [](const Json& one) { return one; };
  CHECK(lines_with_common_members(runs(), {all, none}) == lines_with_common_members(runs()));
  CHECK(lines_with_common_members(runs(), {all, by_problem_and_method[0]}) ==
        lines_with_common_members(runs(), {by_problem_and_method[0]}));
}

TEST_CASE("no object gets the members of another group, whatever line is damaged or lost") {
  const std::vector<Json> all = runs();
  const auto is_one = [&](const Json& back) {
    return std::ranges::any_of(
        all, [&](const Json& one) { return nlohmann::json(one) == nlohmann::json(back); });
  };
  const Lines lines = grouped();
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (const bool is_lost : {true, false}) {
      INFO(lines[i]);
      Lines other = lines;
      if (is_lost)
        other.erase(other.begin() + static_cast<long>(i));
      else
        other[i] = "{damaged";
      std::size_t whole = 0;
      for (const Json& back : read_back(other)) {
        if (!back.contains("schema")) continue;  // readers refuse it
        ++whole;
        CHECK(is_one(back));
      }
      const bool is_head = lines[i].find(common_key) != std::string::npos;
      if (is_head)
        CHECK(whole < all.size());
      else
        CHECK(whole == all.size() - 1);
    }
}

TEST_CASE("a file of the format without groups is read, and what follows in another file") {
  const std::vector<Json> first = runs(),
                          other{{{"schema", "b/1"}, {"h", 1}}, {{"schema", "b/1"}, {"h", 2}}};
  std::vector<Json> both = first;
  both.insert(both.end(), other.begin(), other.end());
  const std::string plain = lines_with_common_members(other);
  CHECK(plain == "{\"common\":{\"schema\":\"b/1\"}}\n{\"h\":1}\n{\"h\":2}\n");
  check_equal(read_back(split(lines_with_common_members(first, by_problem_and_method) + plain)),
              both);
}

TEST_CASE("equal lines, one line and no line keep what they have") {
  const Json one{{"h", 1}, {"settings", Json::object()}};
  for (std::size_t count : {1u, 2u}) {
    const std::vector<Json> objects(count, one);
    check_equal(read_back(split(lines_with_common_members(objects))), objects);
  }
  CHECK(lines_with_common_members({}).empty());
  const std::vector<Json> two{one, {{"h", 2}}};
  check_equal(read_back(split(lines_with_common_members(two))), two);
}

TEST_CASE("a whole object that a file has got later keeps its own members alone") {
  const Json object{{"schema", "a/1"}, {"h", 1}};
  const auto back =
      read_back({R"({"common":{"schema":"a/1","tuning":{"bound":1}}})", object.dump()});
  check_equal(back, {object});
}

}  // namespace common_members_tests
