#pragma once

#include "problems/contract/state.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <vector>

namespace stiffbench {

/// Broad phase of contacts between points: lists the pairs that may be near each other. The
/// displacements u contain all points, length 3 n.
///
/// Points are sorted into cells again whenever one of them has moved by half a skin since the last
/// time, and neighbouring rows of cells are swept side by side. Memory is therefore read in order,
/// and empty space between points costs nothing, however far they spread. Alternatives: an R-tree
/// of Boost.Geometry takes about eight times as long; CGAL's box_self_intersection_d solves the
/// same problem, but is under the GPL and requires GMP and MPFR; fcl and libccd are made for
/// solids.
///
/// The stored list affects the time of a call, never its result: lists are sorted, every list holds
/// all pairs within reach, and a sum skips the pairs beyond it. Sums are therefore reproducible to
/// the last bit, regardless of earlier calls and of the number of threads.
class VerletList {
 public:
  struct List {
    std::vector<std::array<int, 2>> pairs;  ///< (low, high), in increasing order
    Vec u;                                  ///< the displacements for which the list was made
  };

  /// Searches for pairs of points of different `group` that are nearer than `reach`, using lists of
  /// all pairs up to reach + skin. Both lengths are positive, in the unit of `rest`.
  VerletList(Eigen::Matrix3Xd rest, std::vector<int> group, double reach, double skin);

  /// Returns all pairs nearer than `reach`, and some beyond it. The list is empty if u is not
  /// finite or spreads the points over more than 9e18 cells of size reach + skin, as only a
  /// diverged run does.
  std::shared_ptr<const List> within_reach(const Vec& u) const;

 private:
  bool serves(const List& list, const Vec& u) const;
  std::shared_ptr<const List> make(const Vec& u) const;

  Eigen::Matrix3Xd rest_;
  std::vector<int> group_;
  double reach_, skin_;
  mutable std::atomic<std::shared_ptr<const List>> last_;  // a list never changes once it is stored
};

}  // namespace stiffbench
