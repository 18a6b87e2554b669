#pragma once

#include "integrators/stabilised/recurrence.hpp"

namespace stiffbench {

/// Computes ROCK2 (Abdulle, Medovikov, DOI 10.1007/s002110100292) with these stages (4 or more).
/// Its stability function is, with x = x0 + z / L,
///   R(z) = w(x) P_{s-2}(x) / (w(x0) P_{s-2}(x0)),   w(x) = (x - 1 + a/s^2)^2 + (c/s^2)^2,
/// where P_j are orthogonal on [-1, 1] for the weight w^2 / sqrt(1 - x^2), x0 = 1 + d/s^2, and L is
/// the logarithmic derivative of w P at x0. Such a product oscillates between nearly equal bounds,
/// which makes it nearly the polynomial of order 2 with the longest real interval, 0.82 s^2. c
/// follows from the condition of order 2.
///
/// The paper optimizes the weight for each s. Here a = 3.2 and d = 0.14 for every s: the bounds are
/// 0.97 with four stages and 0.95 from six on, and the interval is 0.74 s^2 with four and 0.80 s^2
/// with many stages, where the paper has 0.81 s^2. With three stages |R| exceeds 1.
Recurrence make_weighted_recurrence(int stages);

}  // namespace stiffbench
