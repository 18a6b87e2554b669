#include "harness/records/compare/statistics.hpp"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/binomial.hpp>
#include <boost/math/statistics/univariate_statistics.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

namespace stiffbench {
namespace {

using Numbers = std::vector<double>;

/// Returns U of the first list: the number of pairs in which its element is larger, with ties
/// counted as halves.
double pairs_above(const Numbers& a, const Numbers& b) {
  double u = 0;
  for (const double x : a)
    for (const double y : b) u += x > y ? 1 : x == y ? 0.5 : 0;
  return u;
}

/// Counts the orderings of m and n distinct numbers with U = 0, 1, ..., m n. Recursion on the
/// largest number: it is one of the m, above all n, or one of the n.
Numbers orders_with(std::size_t m, std::size_t n) {
  std::vector<Numbers> column(n + 1, Numbers{1});  // for m = 0
  for (std::size_t i = 1; i <= m; ++i)
    for (std::size_t j = 0; j <= n; ++j) {
      Numbers counts(i * j + 1, 0.0);
      for (std::size_t u = 0; u < column[j].size(); ++u) counts[u + j] += column[j][u];
      if (j > 0)
        for (std::size_t u = 0; u < column[j - 1].size(); ++u) counts[u] += column[j - 1][u];
      column[j] = std::move(counts);
    }
  return column[n];
}

double exact_p(double u, std::size_t m, std::size_t n) {
  const Numbers counts = orders_with(m, n);
  const auto least = static_cast<long>(std::min(u, static_cast<double>(m * n) - u));
  const double all = std::accumulate(counts.begin(), counts.end(), 0.0),
               tail = std::accumulate(counts.begin(), counts.begin() + least + 1, 0.0);
  return std::min(1.0, 2 * tail / all);
}

double normal_p(double u, const Numbers& a, const Numbers& b) {
  const auto m = static_cast<double>(a.size()), n = static_cast<double>(b.size()), all = m + n;
  std::map<double, double> counts;
  for (const auto* list : {&a, &b})
    for (const double x : *list) ++counts[x];
  double ties = 0;
  for (const auto& [value, count] : counts) ties += count * (count * count - 1);
  const double variance = m * n / 12 * (all + 1 - ties / (all * (all - 1)));
  if (!(variance > 0)) return 1;
  const double z = std::max(0.0, std::abs(u - m * n / 2) - 0.5) / std::sqrt(variance);
  return std::min(1.0, 2 * cdf(complement(boost::math::normal(), z)));
}

bool has_ties(const Numbers& a, const Numbers& b) {
  Numbers all = a;
  all.insert(all.end(), b.begin(), b.end());
  std::sort(all.begin(), all.end());
  return std::adjacent_find(all.begin(), all.end()) != all.end();
}

double median(Numbers numbers) { return boost::math::statistics::median(numbers); }

double resampled_median(const Numbers& numbers, std::mt19937& random) {
  Numbers drawn;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    drawn.push_back(numbers[random() % numbers.size()]);
  return median(std::move(drawn));
}

}  // namespace

double mann_whitney(const std::vector<double>& a, const std::vector<double>& b) {
  const double u = pairs_above(a, b);
  if (a.size() * b.size() > 400 || has_ties(a, b)) return normal_p(u, a, b);
  return exact_p(u, a.size(), b.size());
}

Medians medians_of(const std::vector<double>& before, const std::vector<double>& after,
                   double confidence) {
  constexpr std::size_t rounds = 2000;
  std::mt19937 random(1);
  Numbers ratios;
  for (std::size_t i = 0; i < rounds; ++i) {
    const double below = resampled_median(before, random);
    ratios.push_back(resampled_median(after, random) / below);
  }
  std::sort(ratios.begin(), ratios.end());
  const auto cut = static_cast<std::size_t>((1 - confidence) / 2 * static_cast<double>(rounds));
  return {median(before), median(after), ratios[cut], ratios[rounds - 1 - cut]};
}

double alpha_of(long tests) { return 0.01 / static_cast<double>(tests); }

long samples_needed(double alpha) {
  unsigned n = 9;
  while (2 / boost::math::binomial_coefficient<double>(2 * n, n) > alpha / 10) ++n;
  return n;
}

TimeChange time_change(const std::vector<double>& before, const std::vector<double>& after,
                       double threshold, long tests) {
  constexpr double confidence = 0.99;
  TimeChange change{medians_of(before, after, confidence), mann_whitney(before, after), 0};
  if (change.p < alpha_of(tests))
    change.direction = change.medians.low > 1 + threshold          ? 1
                       : change.medians.high < 1 / (1 + threshold) ? -1
                                                                   : 0;
  return change;
}

}  // namespace stiffbench
