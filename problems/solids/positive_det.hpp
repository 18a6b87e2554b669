#pragma once

#include "problems/solids/materials/stretches.hpp"

namespace stiffbench {

/// The largest fraction in (0, 1] of the change of a displacement gradient from G to G + dG along
/// which det(I + G + s dG) stays positive, a cubic polynomial in s: its least root, or 1 where none
/// is in (0, 1]. It is 1, too, where the determinant is not positive at the start, which a step
/// cannot mend.
double share_of_positive_det(const Matrix3<double>& G, const Matrix3<double>& dG);

}  // namespace stiffbench
