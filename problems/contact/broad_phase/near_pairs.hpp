#pragma once

#include "problems/contact/broad_phase/broad_phase.hpp"

#include <atomic>
#include <memory>

namespace stiffbench {

/// Pairs of primitives that are near each other, as VerletList lists pairs of points: a list serves
/// until a vertex has moved by half a skin since it was made. The stored list affects the time of a
/// call. Every list holds all pairs within reach in increasing order, and others that are farther
/// apart; results do not depend on earlier calls if a sum skips the latter.
///
/// A list serves many sums. It therefore leaves out pairs of a vertex and a triangle, or of edges,
/// whose boxes are near but whose distances are not; in flat faces these are most pairs.
class NearPairs {
 public:
  /// Lists all pairs that are within `reach` (m), and some up to reach + skin (m) or farther.
  /// Throws Error unless reach >= 0 and skin > 0.
  NearPairs(const ContactSurface& surface, double reach, double skin);

  /// Returns the pairs at these positions (m, one vertex a column). The list is empty if they are
  /// not finite, as only in a run that has diverged: distances are not finite, either.
  std::shared_ptr<const Candidates> within_reach(const Eigen::Matrix3Xd& x) const;

 private:
  struct List {
    Eigen::Matrix3Xd x;  // for which it was made
    Candidates pairs;
  };
  bool serves(const List& list, const Eigen::Matrix3Xd& x) const;

  void drop_distant(const Eigen::Matrix3Xd& x, Candidates& pairs) const;

  BroadPhase broad_phase_;
  std::vector<std::array<int, 2>> edges_;
  std::vector<std::array<int, 3>> triangles_;
  double reach_, skin_;
  mutable std::atomic<std::shared_ptr<const List>> last_;  // a list never changes once it is stored
};

}  // namespace stiffbench
