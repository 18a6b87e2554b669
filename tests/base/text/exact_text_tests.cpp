#include "base/text/exact_text.hpp"
#include "tests/base/text/number_in.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace exact_text_tests {

using stiffbench::exact_text;
using stiffbench::test::number_in;

TEST_CASE("numbers are written as fractions or with the digits that restore them") {
  const std::vector<std::pair<double, const char*>> numbers{{0, "0"},
                                                            {-0.0, "0"},
                                                            {1, "1"},
                                                            {-1024, "-1024"},
                                                            {0.5, "1/2"},
                                                            {-1. / 3, "-1/3"},
                                                            {0.3, "3/10"},
                                                            {0.26, "13/50"},
                                                            {0.332, "0.332"},
                                                            {1.544, "1.544"},
                                                            {35. / 384, "35/384"},
                                                            {-92097. / 339200, "-92097/339200"},
                                                            {1e-9, "1e-09"},
                                                            {1e300, "1e+300"},
                                                            {0.1 + 0.2, "0.30000000000000004"},
                                                            {std::sqrt(2), "1.4142135623730951"}};
  for (const auto& [number, text] : numbers) CHECK(exact_text(number) == text);
}

TEST_CASE("a fraction with a large denominator is taken where it is no longer than the digits") {
  CHECK(exact_text(0.01) == "1/100");
  CHECK(exact_text(1. / 101) == "1/101");
  CHECK(exact_text(83. / 250) == "0.332");       // "83/250" is longer
  CHECK(exact_text(1. / 599999) == "1/599999");  // both integers are below 6e5
  CHECK(exact_text(1. / 600001) != "1/600001");
  CHECK(number_in(exact_text(1. / 600001)) == 1. / 600001);
}

TEST_CASE("numbers without an end have the words of the formatter") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  CHECK(exact_text(infinity) == "inf");
  CHECK(exact_text(-infinity) == "-inf");
  CHECK(exact_text(std::numeric_limits<double>::quiet_NaN()) == "nan");
}

TEST_CASE("the text of a number is read back to the last bit") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 10000; ++i) {
    const double integer = std::uniform_real_distribution(1., 1e5)(random);
    for (const double number : {std::ldexp(integer, static_cast<int>(random() % 200) - 100),
                                std::floor(integer) / static_cast<double>(random() % 1000 + 1)})
      if (number_in(exact_text(number)) != number) FAIL(exact_text(number));
  }
}

}  // namespace exact_text_tests
