#pragma once

#include "problems/solids/materials/stretches.hpp"

namespace stiffbench {

/// Returns the largest fraction in (0, 1] of the change of a displacement gradient from G to G + dG
/// along which det(I + G + s dG), a cubic polynomial in s, stays positive: its smallest root, or 1
/// if there is none in (0, 1]. Also returns 1 if the determinant is not positive at s = 0, since no
/// fraction helps then.
double share_of_positive_det(const Matrix3<double>& G, const Matrix3<double>& dG);

}  // namespace stiffbench
