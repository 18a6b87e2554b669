#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace stiffbench {

/// The set of entries of a compressed sparse matrix, to recognise whether the next matrix has the
/// same entries: an analysis of a pattern, or places of entries, stay valid while it lasts.
class Pattern {
 public:
  /// True when A has the pattern of the last call's matrix; A's pattern is stored otherwise.
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
