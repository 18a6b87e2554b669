#pragma once

#include <vector>

namespace stiffbench {

/// Returns the two-sided p value of the Mann-Whitney U test. It is exact for up to 400 pairs
/// without ties; otherwise it is the normal approximation with corrections for ties and continuity.
/// Neither list may be empty.
double mann_whitney(const std::vector<double>& a, const std::vector<double>& b);

/// The medians of two lists of times, with a bootstrap interval of their ratio.
struct Medians {
  double before, after;
  double low, high;  ///< ends of the interval

  double ratio() const { return after / before; }
};

/// Resamples both lists 2000 times with a fixed seed, and takes the percentiles that contain this
/// share of the ratios (confidence in (0, 1)).
Medians medians_of(const std::vector<double>& before, const std::vector<double>& after,
                   double confidence);

/// Returns the smallest number of samples per side that can prove a change: Google Benchmark's rule
/// for the U test, or more if even two disjoint lists have a p value above a tenth of `alpha`.
long samples_needed(double alpha);

/// Times of one run by two programs.
struct TimeChange {
  Medians medians;
  double p;  ///< of mann_whitney()
  /// 1 slower, -1 faster, 0 neither. A change is significant if p is below alpha and the whole
  /// interval lies beyond the threshold.
  int direction;
};

/// Compares times. `threshold` is relative: 0.05 requires 5% more, or the inverse. `tests` is the
/// number of simultaneous tests; each uses alpha = 0.01 / tests (Bonferroni).
TimeChange time_change(const std::vector<double>& before, const std::vector<double>& after,
                       double threshold, long tests);

/// Returns the alpha used by time_change().
double alpha_of(long tests);

}  // namespace stiffbench
