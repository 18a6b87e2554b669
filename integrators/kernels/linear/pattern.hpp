#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace stiffbench {

/// Remembers which entries a compressed sparse matrix has, to tell whether the next one has the
/// same: what was made from a pattern (an analysis, places of entries) serves as long as it lasts.
class Pattern {
 public:
  /// Whether A has the pattern of the last call's matrix.
  template <class Matrix>
  bool same(const Matrix& A) {
    const std::span outer(A.outerIndexPtr(), A.outerSize() + 1);
    const std::span inner(A.innerIndexPtr(), A.nonZeros());
    if (std::ranges::equal(outer, outer_) && std::ranges::equal(inner, inner_)) return true;
    outer_.assign(outer.begin(), outer.end());
    inner_.assign(inner.begin(), inner.end());
    return false;
  }

 private:
  std::vector<int> outer_, inner_;
};

}  // namespace stiffbench
