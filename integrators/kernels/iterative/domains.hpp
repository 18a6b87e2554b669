#pragma once

#include <vector>

namespace stiffbench {

/// Two domains of the rows of a symmetric matrix and the separator between them. No entry joins
/// rows of different domains, so that two threads may factorize and solve, each in one of them.
struct Domains {
  /// The rows of the first domain, of the second one and of the separator, each in their order.
  /// (The second domain in reverse would lose nothing by the cut on chains, but takes more
  /// iterations on solids, whose rows are in a good order.)
  std::vector<int> order;
  std::vector<int> ends;  ///< of the domains, as indices into `order`: one or two
};

/// Cuts the rows in the middle, where few entries are in the way. Rows behind the cut that have an
/// entry before it are the separator, which is small where neighbours have near numbers. There is
/// one domain, in the order of the rows, where these are fewer than 4000 or the separator would
/// have a tenth of them. `ends` are those of each row in `columns`, which has the entries on and
/// right of the diagonal. The result does not depend on the number of threads.
Domains divide(const std::vector<int>& ends, const int* columns);

}  // namespace stiffbench
