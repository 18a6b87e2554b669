#include "base/error.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>

namespace parameters_tests {

using namespace stiffbench;
using Catch::Contains;

namespace {

std::unique_ptr<Problem> make(const std::string& name, const Settings& settings) {
  return ProblemRegistry::instance().make(name, settings);
}

}  // namespace

TEST_CASE("an unknown problem is told with its near matches") {
  CHECK_THROWS_WITH(make("fputt", {}), Contains("'fputt'") && Contains("did you mean fput"));
  CHECK_THROWS_WITH(make("chain", {}), Contains("did you mean") && Contains("duffing_chain"));
  CHECK_THROWS_WITH(make("zzzzzz", {}), Contains("'stiffbench list problems'"));
}

TEST_CASE("an unknown parameter is told with its near matches") {
  CHECK_THROWS_WITH(make("fput", {{"omga", 1.0}}),
                    Contains("problem 'fput'") && Contains("did you mean omega"));
  CHECK_THROWS_WITH(make("fput", {{"zzzzzz", 1.0}}), Contains("use one of them"));
  CHECK_THROWS_WITH(make("fput", {{"end_tme", 1.0}}),
                    Contains("{m, omega, x0, v0, end_time}") && Contains("did you mean end_time"));
}

TEST_CASE("a value of the wrong type is refused") {
  CHECK_THROWS_WITH(make("fput", {{"omega", std::string("fast")}}), Contains("a number"));
  CHECK_THROWS_WITH(make("fput", {{"m", 2.5}}), Contains("a whole number"));
  CHECK_THROWS_WITH(make("fput", {{"m", 4294967299L}}),  // 3 in 32 bits
                    Contains("between -2^31 and 2^31") && Contains("got '4294967299'"));
  CHECK_THROWS_WITH(make("fput", {{"x0", 1.0}}), Contains("a list of numbers"));
  CHECK_THROWS_WITH(make("forced_oscillator", {{"consistent", 1L}}), Contains("true or false"));
  CHECK_THROWS_WITH(make("bunny", {{"variant", true}}), Contains("a string"));
}

TEST_CASE("a broken rule names the parameter, the rule and the value") {
  CHECK_THROWS_WITH(make("fput", {{"omega", -1.0}}),
                    Contains("'omega'") && Contains("positive") && Contains("got -1") &&
                        Contains("give a value that is positive and finite"));
  CHECK_THROWS_AS(make("fput", {{"m", 0L}}), Error);
  CHECK_THROWS_WITH(make("damped_oscillator", {{"zeta", 1.0}}), Contains("above 0 and below 1"));
  CHECK_THROWS_AS(make("duffing_chain", {{"damping", -0.1}}), Error);
  CHECK_THROWS_AS(make("forced_oscillator", {{"masses", std::vector<double>{1, -1}}}), Error);
  CHECK_THROWS_WITH(make("fput", {{"x0", std::vector<double>{1, 2}}}), Contains("give 6 numbers"));
}

TEST_CASE("not-a-number and infinity never pass") {
  for (double bad : std::initializer_list<double>{NAN, INFINITY, -INFINITY}) {
    CHECK_THROWS_AS(make("oscillator", {{"omega", bad}}), Error);
    CHECK_THROWS_AS(make("oscillator", {{"x0", bad}}), Error);
    CHECK_THROWS_AS(make("damped_oscillator", {{"zeta", bad}}), Error);
    CHECK_THROWS_AS(make("duffing_chain", {{"damping", bad}}), Error);
    CHECK_THROWS_AS(make("fput", {{"v0", std::vector<double>{bad, 0, 0, 0, 0, 0}}}), Error);
    CHECK_THROWS_AS(make("fput", {{"end_time", bad}}), Error);
  }
}

TEST_CASE("every problem takes end_time") {
  CHECK(make("fput", {})->end_time() == 100);
  CHECK(make("fput", {{"end_time", 2L}})->end_time() == 2);
  CHECK(std::get<double>(make("fput", {{"end_time", 2.5}})->parameters().at("end_time")) == 2.5);
  CHECK_THROWS_WITH(make("fput", {{"end_time", 0.0}}), Contains("end_time must be positive"));
  CHECK_THROWS_WITH(make("fput", {{"end_time", std::string("x")}}), Contains("end_time"));
}

TEST_CASE("a chain in resonance, or of one element, is refused") {
  const std::vector<double> two = {2, 2};  // one point of mass 2 on two springs
  CHECK_THROWS_WITH(make("forced_oscillator", {{"masses", two}, {"k", 4.0}, {"load_omega", 2.0}}),
                    Contains("resonance"));
  CHECK_NOTHROW(make("forced_oscillator",
                     {{"masses", two}, {"k", 4.0}, {"load_omega", 2.0}, {"alpha", 0.1}}));
  CHECK_THROWS_WITH(make("forced_oscillator", {{"masses", std::vector<double>{1}}}),
                    Contains("at least two"));
}

TEST_CASE("a consistent mass weighs as much as the lumped one") {
  const auto weight = [](bool consistent) -> Vec {
    Vec weights;
    make("forced_oscillator", {{"consistent", consistent}})->mass().times(Vec::Ones(3), weights);
    return weights;
  };
  CHECK(weight(false) == Vec(Eigen::Vector3d(1.5, 2.5, 3.5)));
  // The rows next to a wall lack the wall's column: a sixth of the outer element.
  CHECK((weight(true) - Eigen::Vector3d(1.5 - 1. / 6, 2.5, 3.5 - 4. / 6)).norm() < 1e-15);
}

TEST_CASE("text becomes a value of the wanted type, whole or not at all") {
  CHECK(parse_value("a", "1e8", 0.0) == Value(1e8));
  CHECK(parse_value("a", "7", 0L) == Value(7L));
  CHECK(parse_value("a", "true", false) == Value(true));
  CHECK(parse_value("a", "1,2.5,3", std::vector<double>{}) ==
        Value(std::vector<double>{1, 2.5, 3}));
  CHECK(parse_value("a", "text", std::string()) == Value(std::string("text")));
  CHECK_THROWS_WITH(parse_value("a", "1e8x", 0.0), Contains("'a'") && Contains("a number"));
  CHECK_THROWS_WITH(parse_value("a", "1.5", 0L), Contains("a whole number"));
  CHECK_THROWS_WITH(parse_value("a", "yes", false), Contains("true or false"));
  CHECK_THROWS_WITH(parse_value("a", "1,,2", std::vector<double>{}), Contains("commas"));
  CHECK_THROWS_AS(parse_value("a", "", 0.0), Error);
}

TEST_CASE("values are printed so that they read back") {
  for (double number : {0.1, 1e8, 1.0 / 3, -2.5e-17, 100.0})
    CHECK(parse_value("a", to_string(number), 0.0) == Value(number));
  CHECK(to_string(Value(std::vector<double>{1, 0.5})) == "1,0.5");
  CHECK(to_string(Value(true)) == "true");
}

namespace {

enum class Colour { red, green };
constexpr auto names_of(Colour) { return std::array{"red", "green"}; }

struct Painter {
  Colour colour = Colour::green;
  static void parameters(auto& self, auto&& parameter) {
    parameter("colour", self.colour, one_of<Colour>(), "of the paint");
  }
};

}  // namespace

TEST_CASE("a choice is told by the names of its enumerators") {
  Painter painter;
  const auto facts = describe_parameters(painter);
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].value == Value(std::string("green")));
  CHECK(facts[0].rule.text == "one of red green");
  assign_settings("the painter", painter, {{"colour", std::string("red")}});
  CHECK(painter.colour == Colour::red);
  CHECK(collect_settings(painter).at("colour") == Value(std::string("red")));
  const auto set = [&](const Value& value) {
    assign_settings("the painter", painter, {{"colour", value}});
  };
  CHECK_THROWS_WITH(set(std::string("gren")), Contains("one of red green") && Contains("'gren'") &&
                                                  Contains("did you mean green"));
  CHECK_THROWS_WITH(set(1L), Contains("'1'") && Contains("take one of them"));
  CHECK(painter.colour == Colour::red);
}

}  // namespace parameters_tests
