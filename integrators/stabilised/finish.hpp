#pragma once

#include "integrators/stabilised/recurrence.hpp"

#include <vector>

namespace stiffbench {

/// Computes the four stages that complete a recurrence Y_1 to Y_{s-4} to a method of order 4. The
/// elementary weights of the eight trees of up to four vertices compose (Hairer, Norsett, Wanner,
/// DOI 10.1007/978-3-540-78862-1, section II.12): from those of Y_{s-4} and of the exact solution
/// follow eight sums over a, b and c, and from these and a choice of c_2 and c_3 all coefficients,
/// in closed form. The sums of the linear trees are the coefficients of w in R = w P, where P is
/// the stability function of the recurrence, which needs no further condition.
///
/// c_2 = 7/8 and c_3 = 11/20 of the time that is left keep |Y| of a decaying mode below 1.1 in all
/// stages from 10 stages of a step on, 1.8 with 5, and the coefficients below 1.3; for c_2 < c_3
/// some of these are 10 and more.
Recurrence::Finish make_finish(const std::vector<Recurrence::Stage>& stages);

}  // namespace stiffbench
