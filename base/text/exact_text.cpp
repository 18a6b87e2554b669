#include "base/text/exact_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace stiffbench {
namespace {

constexpr double largest_integer = 6e5;
constexpr double usual_denominator = 100;

struct Fraction {
  double numerator, denominator;  // integers; a denominator of 0: there is none
};

/// The fraction of integers whose quotient is rounded to this positive number. The number is then
/// closer to it than 1/(2 q^2), q its denominator, which makes it a convergent of the continued
/// fraction (Legendre).
Fraction fraction_of(double number) {
  Fraction before{0, 1}, now{1, 0};
  long double rest = number;
  while (true) {
    const auto whole = static_cast<double>(std::floor(rest));
    const Fraction next{whole * now.numerator + before.numerator,
                        whole * now.denominator + before.denominator};
    if (!(next.numerator < largest_integer && next.denominator < largest_integer)) return {0, 0};
    if (next.numerator / next.denominator == number) return next;
    rest = 1 / (rest - whole);
    before = std::exchange(now, next);
  }
}

}  // namespace

std::string exact_text(double number) {
  if (number == 0) return "0";  // as -0
  std::string digits = fmt::format("{}", number);
  if (!std::isfinite(number)) return digits;
  const auto [numerator, denominator] = fraction_of(std::abs(number));
  if (denominator <= 1) return digits;  // an integer, or none
  std::string fraction = fmt::format("{}{}/{}", number < 0 ? "-" : "", numerator, denominator);
  return denominator <= usual_denominator || fraction.size() <= digits.size() ? fraction : digits;
}

}  // namespace stiffbench
