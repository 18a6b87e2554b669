#pragma once

#include "problems/contract/counted_problem.hpp"

namespace stiffbench::phi {

/// An interval round the eigenvalues of M^-1 K (1/s^2), as good as a few Lanczos steps make it.
/// Below zero it reaches only where Lanczos meets an eigenvalue: an interval that is too wide there
/// costs digits, one that is too narrow is noticed by the back ends that rely on it.
struct Interval {
  double low = 0, high = 0;
};

/// A vector to estimate spectra from: its numbers never change between runs, and no problem has a
/// multiple of it.
Vec spectrum_start(Eigen::Index size);

/// The interval that Lanczos in the inner product of M finds from `start`, without
/// reorthogonalization. It counts as one setup, plus its products and vectors. The interval is not
/// finite where K or `start` is not.
Interval estimate_spectrum(const CountedProblem& problem, const Mat& K, const Vec& start);

}  // namespace stiffbench::phi
