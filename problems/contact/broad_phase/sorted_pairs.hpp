#pragma once

#include "problems/contact/broad_phase/candidates.hpp"

namespace stiffbench {

/// Returns the pairs of all parts in increasing order, sorted on threads. First entries are from 0
/// to count - 1.
Candidates::Pairs sorted_pairs(const std::vector<Candidates::Pairs>& parts, std::size_t count);

}  // namespace stiffbench
