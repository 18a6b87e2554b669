#pragma once

#include "integrators/stabilised/recurrence.hpp"

namespace stiffbench {

/// Computes ROCK4 (Abdulle, DOI 10.1137/S1064827500379549) with these stages (5 or more). Its
/// stability function is, with x = x0 + z / L,
///   R(z) = w(x) P_{s-4}(x) / (w(x0) P_{s-4}(x0)),
///   w(x) = ((x - 1 + r_1/s^2)^2 + (h_1/s^2)^2) ((x - 1 + r_2/s^2)^2 + (h_2/s^2)^2),
/// where P_j are orthogonal on [-1, 1] for the weight w^2 / sqrt(1 - x^2), and L is the logarithmic
/// derivative of w P at x0. The zeros of w follow from the three further conditions of order 4 and
/// from |R| = 0.95 at x = -1, by Newton's method. x0 = 1 - (1.0931 + 3/s^2)/s^2 then makes 0.95 the
/// largest |R| of all extremes but the first one: two conditions of ours in place of the paper's
/// optimization for each s. The interval is 0.240 s^2 with 5 stages, 0.324 s^2 with 10 and 0.353
/// s^2 with many, where the paper has 0.240 s^2, 0.324 s^2 and 0.355 s^2.
///
/// The factor P is the recurrence, and w the four stages of make_finish. Throws Error if Newton's
/// method finds no zeros, which tests find for 5 to 100 stages.
Recurrence make_fourth_order_recurrence(int stages);

}  // namespace stiffbench
