#pragma once

#include <vector>

namespace stiffbench {

/// Domains of the rows of a symmetric matrix, and the separator between them: no entry joins rows
/// of two domains, so that threads may factorize and solve in each, and after them in the
/// separator.
struct Domains {
  std::vector<int> order;  ///< the rows of each domain, and then of the separator, in their order
  std::vector<int> ends;   ///< of the domains, as indices into `order`
};

/// Cuts the rows into up to eight ranges of 2000 or more, where few entries are in the way, and
/// moves rows that have an entry in an earlier range to the separator. It is small where neighbours
/// have near numbers; where it would have a fifth of the rows, all are one domain. `ends` are those
/// of each row in `columns`, which has the entries on and right of the diagonal. The result does
/// not depend on the number of threads.
Domains divide(const std::vector<int>& ends, const int* columns);

}  // namespace stiffbench
