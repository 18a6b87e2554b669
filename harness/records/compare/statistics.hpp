#pragma once

#include <vector>

namespace stiffbench {

/// The two-sided probability, in the Mann-Whitney U test, that samples of one distribution differ
/// in rank at least as much as these. It is exact for up to 400 pairs without ties, else the normal
/// approximation with corrections for ties and continuity. Neither list may be empty.
double mann_whitney(const std::vector<double>& a, const std::vector<double>& b);

/// The medians of two lists of times, with a bootstrap interval of their ratio.
struct Medians {
  double before, after;
  double low, high;  ///< ends of the interval

  double ratio() const { return after / before; }
};

/// Resamples both lists 2000 times, always in the same way, and takes the percentiles between which
/// lies this share of the ratios (confidence in (0, 1)).
Medians medians_of(const std::vector<double>& before, const std::vector<double>& after,
                   double confidence);

/// Fewest samples on each side that can prove a change: Google Benchmark's rule for the U test, or
/// more where even two lists that do not overlap have a probability above a tenth of `alpha`.
long samples_needed(double alpha);

/// Times of one run by two programs.
struct TimeChange {
  Medians medians;
  double p;  ///< of mann_whitney()
  /// 1 slower, -1 faster, 0 neither: a change counts if p is below alpha and the whole interval
  /// lies beyond the threshold.
  int direction;
};

/// Compares times. `threshold` is relative: 0.05 asks for 5% more, or for the inverse. `tests` is
/// how many tests are made at once, so that 0.01 / tests is the alpha of each (Bonferroni).
TimeChange time_change(const std::vector<double>& before, const std::vector<double>& after,
                       double threshold, long tests);

/// The alpha that time_change() uses.
double alpha_of(long tests);

}  // namespace stiffbench
