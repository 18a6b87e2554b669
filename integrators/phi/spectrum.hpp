#pragma once

#include "problems/contract/counted_problem.hpp"

namespace stiffbench::phi {

/// An interval around the eigenvalues of M^-1 K (1/s^2), as good as a few Lanczos steps make it. It
/// extends below zero only where Lanczos meets a negative eigenvalue: an interval that is too wide
/// there costs digits, while the back ends that rely on it notice one that is too narrow.
struct Interval {
  double low = 0, high = 0;
};

/// The start vector for estimates of spectra. Its numbers are the same in all runs, and no
/// problem's vectors are multiples of it.
Vec spectrum_start(Eigen::Index size);

/// The interval that Lanczos in the inner product of M computes from `start`, without
/// reorthogonalization. It counts as one one-time set-up, plus its products and vectors. The
/// interval is not finite where K or `start` is not.
Interval estimate_spectrum(const CountedProblem& problem, const Mat& K, const Vec& start);
/// Computes the interval of a matrix whose dense blocks have this size instead of the problem's.
Interval estimate_spectrum(const CountedProblem& problem, const Mat& K, int block_size,
                           const Vec& start);

}  // namespace stiffbench::phi
