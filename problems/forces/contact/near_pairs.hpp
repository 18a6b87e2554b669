#pragma once

#include "problems/contract/state.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <vector>

namespace stiffbench {

/// The broad phase of contacts between points: it lists the pairs that may be near each other.
/// Displacements u are of all points, length 3 n.
///
/// Points are sorted into cells anew whenever one has moved by half a skin since the last time, and
/// neighbouring rows of cells are swept side by side: memory is read in order, and the room between
/// points costs nothing, however far they spread. Weighed against it: an R-tree of Boost.Geometry
/// takes about eight times as long; CGAL's box_self_intersection_d solves this very problem, but is
/// under the GPL and brings GMP and MPFR; fcl and libccd are made for solids.
///
/// The last list changes the time of a call, never its result: lists are sorted, every list holds
/// all pairs within reach, and a sum skips the pairs beyond it. Sums are therefore reproducible to
/// the last bit, whatever calls came before, from one thread or several.
class NearPairs {
 public:
  struct List {
    std::vector<std::array<int, 2>> pairs;  ///< (low, high), in rising order
    Vec u;                                  ///< the displacements that it was made for
  };

  /// Searches for pairs of points of different `group`, nearer than `reach`, in lists that hold all
  /// pairs up to reach + skin; both lengths are positive, in the unit of `rest`.
  NearPairs(Eigen::Matrix3Xd rest, std::vector<int> group, double reach, double skin);

  /// Every pair nearer than `reach`, and some beyond. There are none where u is not finite, or
  /// throws points over more than 9e18 cells of the size reach + skin, as only a diverged run does.
  std::shared_ptr<const List> within_reach(const Vec& u) const;

 private:
  bool serves(const List& list, const Vec& u) const;
  std::shared_ptr<const List> make(const Vec& u) const;

  Eigen::Matrix3Xd rest_;
  std::vector<int> group_;
  double reach_, skin_;
  mutable std::atomic<std::shared_ptr<const List>> last_;  // a list never changes once it is here
};

}  // namespace stiffbench
