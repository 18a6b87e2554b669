#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stiffbench {

/// A measured number: the interval that contains it, which may be unbounded, and the number shown
/// on pages.
struct Interval {
  double least, most, best;
  /// The number shown is an upper bound (may_be_less) or a lower bound (may_be_more) of the true
  /// one.
  bool may_be_less = false, may_be_more = false;

  static Interval exact(double value) { return {value, value, value}; }
  /// Returns an interval from zero to `value`.
  static Interval at_most(double value) { return {0, value, value, true, false}; }
  /// Returns an interval from `value` to infinity.
  static Interval at_least(double value);
};

/// Multiplies an interval by a positive factor.
Interval scaled(Interval interval, double factor);

/// Divides by interval arithmetic. Returns nothing if the divisor is zero or may have either sign,
/// or if both intervals are infinite.
std::optional<Interval> quotient(const Interval& above, const Interval& below);

/// Returns the mean of at least one interval.
Interval mean_of(std::span<const Interval> all);

/// Selects the smallest or the largest of at least one interval.
enum class Take { least, largest };
constexpr auto names_of(Take) { return std::to_array({"least", "largest"}); }
Interval extreme(std::span<const Interval> all, Take take);

/// Number of samples required to bound a median.
constexpr std::size_t fewest_samples = 5;

/// Returns the median of at least one time sample, with an interval that contains the true median
/// with a probability of at least 93%, by order statistics: with five samples, from the smallest to
/// the largest. With fewer than five samples the interval is [0, infinity).
Interval median_of(std::vector<double> samples);

/// Formats a number with four significant digits.
std::string short_number(double value);

/// Formats "1.31", "1.31 (1.28 to 1.35)", "at most 3", "at least 27" or "infinite".
std::string text_of(const Interval& interval);

}  // namespace stiffbench
