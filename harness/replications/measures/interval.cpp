#include "harness/replications/measures/interval.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiffbench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Divides two interval ends; `sign` is the side of zero on which the divisor lies. If both ends
/// are zero, or both infinite, other ends bound the quotient.
double quotient_of_ends(double above, double below, double sign) {
  if (below == 0) return above == 0 ? 0 : std::copysign(infinity, above * sign);
  return std::isinf(below) ? 0 : above / below;
}

}  // namespace

Interval Interval::at_least(double value) { return {value, infinity, value, false, true}; }

Interval scaled(Interval interval, double factor) {
  for (double* number : {&interval.least, &interval.most, &interval.best}) *number *= factor;
  return interval;
}

std::optional<Interval> quotient(const Interval& above, const Interval& below) {
  if (std::isinf(above.least) && std::isinf(below.least)) return std::nullopt;
  if (above.least == infinity) return Interval::exact(infinity);
  if (below.least == infinity) return Interval::exact(0);
  const bool is_zero = below.least == 0 && below.most == 0;
  if (is_zero || (below.least < 0 && below.most > 0)) return std::nullopt;
  const double sign = below.most > 0 ? 1 : -1;
  std::vector<double> ends;
  for (const double a : {above.least, above.most})
    for (const double b : {below.least, below.most}) ends.push_back(quotient_of_ends(a, b, sign));
  const auto [least, most] = std::ranges::minmax(ends);
  return Interval{least, most, quotient_of_ends(above.best, below.best, sign),
                  above.may_be_less || below.may_be_more, above.may_be_more || below.may_be_less};
}

Interval mean_of(std::span<const Interval> all) {
  Interval sum{0, 0, 0};
  for (const Interval& one : all) {
    sum.least += one.least;
    sum.most += one.most;
    sum.best += one.best;
    sum.may_be_less = sum.may_be_less || one.may_be_less;
    sum.may_be_more = sum.may_be_more || one.may_be_more;
  }
  return scaled(sum, 1 / static_cast<double>(all.size()));
}

Interval extreme(std::span<const Interval> all, Take take) {
  const auto best = [&](double Interval::*part) {
    return take == Take::least ? std::ranges::min(all, {}, part).*part
                               : std::ranges::max(all, {}, part).*part;
  };
  Interval result{best(&Interval::least), best(&Interval::most), best(&Interval::best)};
  // The maximum may be less than shown only if the shown number may be, and more if any number may
  // be; the minimum conversely.
  for (const Interval& one : all) {
    const bool is_shown = one.best == result.best;
    if (is_shown || take == Take::least) result.may_be_less |= one.may_be_less;
    if (is_shown || take == Take::largest) result.may_be_more |= one.may_be_more;
  }
  return result;
}

Interval median_of(std::vector<double> samples) {
  std::ranges::sort(samples);
  const std::size_t n = samples.size();
  const double median = 0.5 * (samples[(n - 1) / 2] + samples[n / 2]);
  if (n < fewest_samples) return {0, infinity, median};
  // The k - 1 smallest and the k - 1 largest samples are outside the interval. The true median is
  // outside with twice the probability of at most k - 1 heads in n tosses of a coin.
  constexpr double most_outside = 0.07;
  double probability = std::pow(0.5, n - 1), sum = probability;
  std::size_t k = 1;
  for (; 2 * (k + 1) <= n; ++k) {
    probability *= static_cast<double>(n - k + 1) / static_cast<double>(k);
    if (sum + probability > most_outside) break;
    sum += probability;
  }
  return {samples[k - 1], samples[n - k], median};
}

std::string short_number(double value) { return fmt::format("{:.4g}", value); }

std::string text_of(const Interval& interval) {
  const auto [least, most, best, may_be_less, may_be_more] = interval;
  const double lower = least > 0 ? least : best, upper = std::isfinite(most) ? most : best;
  if (!may_be_less && !may_be_more && !std::isfinite(best)) return "infinite";
  const bool bounds_nothing = may_be_more && (may_be_less || lower == 0);
  if (bounds_nothing || !std::isfinite(best)) return "without a bound";
  if (may_be_less) return "at most " + short_number(upper);
  if (may_be_more) return "at least " + short_number(lower);
  const std::string text = short_number(best);
  const std::string from = short_number(least), to = short_number(most);
  if (!std::isfinite(most) || (from == text && to == text)) return text;
  return fmt::format("{} ({} to {})", text, from, to);
}

}  // namespace stiffbench
