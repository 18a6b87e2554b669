#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stiffbench {

/// A measured number: the interval in which it lies, which may be unbounded, and the number that
/// pages show.
struct Interval {
  double least, most, best;
  /// The number shown is only a bound of the true one, which may be less, or more.
  bool may_be_less = false, may_be_more = false;

  static Interval exact(double value) { return {value, value, value}; }
  /// At most this number, and at least zero.
  static Interval at_most(double value) { return {0, value, value, true, false}; }
  /// At least this number.
  static Interval at_least(double value);

  bool is_exact() const { return least == most; }
};

/// The interval times a factor above zero.
Interval scaled(Interval interval, double factor);

/// The quotient by interval arithmetic; nothing where the divisor is zero or may have either sign,
/// or where both are infinite.
std::optional<Interval> quotient(const Interval& above, const Interval& below);

/// The mean of one interval at least.
Interval mean_of(std::span<const Interval> all);

/// The least or the largest number of one interval at least.
enum class Take { least, largest };
constexpr auto names_of(Take) { return std::to_array({"least", "largest"}); }
Interval extreme(std::span<const Interval> all, Take take);

/// Samples that an interval of a median needs.
constexpr std::size_t fewest_samples = 5;

/// The median of samples (at least one) of a time, with an interval that contains the true median
/// with a probability of at least 93%, by order statistics: of five samples from the smallest to
/// the largest. Fewer than five samples bound nothing: from zero to infinity.
Interval median_of(std::vector<double> samples);

/// A number with four significant digits.
std::string short_number(double value);

/// "1.31", "1.31 (1.28 to 1.35)", "at most 3", "at least 27", "infinite".
std::string text_of(const Interval& interval);

}  // namespace stiffbench
