#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace stiffbench {

/// The pattern of a compressed sparse matrix, which tells whether the next matrix has the same
/// entries. A symbolic analysis and stored positions of entries stay valid as long as it does.
class Pattern {
 public:
  /// True when A has the pattern of the previous call's matrix; otherwise stores A's pattern.
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
