#pragma once

#include "problems/contract/state.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <vector>

namespace stiffbench {

/// The broad phase of contacts between points: which of them may be near each other. Displacements
/// u are of all points, length 3 n.
///
/// Points lie in an R-tree of Boost.Geometry, packed anew whenever a point has moved by half a skin
/// since the last time. Weighed against it: CGAL's box_self_intersection_d solves this very
/// problem, but is under the GPL and brings GMP and MPFR; nanoflann's k-d tree answers the same
/// queries, and would be one more dependency for what is here already; fcl and libccd are made for
/// solids, not for tens of thousands of points.
///
/// The last list decides how long a call takes, never what comes of it: lists are
/// sorted, every list holds all pairs within reach, and whoever sums skips those beyond it. So the
/// sums are the same to the last bit, whatever was asked before, by one thread or several.
class NearPairs {
 public:
  struct List {
    std::vector<std::array<int, 2>> pairs;  ///< (low, high), in rising order
    Vec u;                                  ///< the displacements that it was made for
  };

  /// Looks for pairs of points of different `group`, nearer than `reach`, in lists that hold all
  /// pairs up to reach + skin; both lengths are positive, in the unit of `rest`.
  NearPairs(Eigen::Matrix3Xd rest, std::vector<int> group, double reach, double skin);

  /// Every pair nearer than `reach`, and some beyond. Where u is not finite there are none.
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
