#pragma once

#include "problems/contact/distance/closest.hpp"

#include <optional>

namespace stiffbench {

/// Precision of a search for impacts.
struct ImpactSearch {
  double separation = 0;  ///< least distance allowed (m)
  /// An impact is a gap, distance less separation, that shrinks to this fraction of the gap at the
  /// start; from 1e-12 to 1.
  double tolerance = 1e-6;
  long most_steps = 100'000;  ///< after these the search ends with an impact that may be false
  double share = 0;           ///< of the distance at the start; it adds to the separation
  double until = 1;           ///< end of the search, as a fraction of the motion
};

struct Impact {
  double time;            ///< from 0 to 1, as a fraction of the motion
  long steps;             ///< of the search
  bool within_tolerance;  ///< false if the search ended before it was certain
};

/// Returns the first time t in [0, until] at which the vertices x0 + t (x1 - x0) of two primitives
/// come as close as the separation, or nothing if they do not. The search is additive continuous
/// collision detection (Li, Kaufman, Jiang 2021, DOI 10.1145/3450626.3459767): it adds up steps
/// that no motion of these velocities can turn into contact. The columns are those of the distances
/// in problems/contact/distance.
///
/// - No impact is returned only if the distance exceeds the separation at all times in [0, until].
///   Before a time of impact, it exceeds the separation as well. A time of impact does not depend
///   on `until`.
/// - At a time of impact the gap is at most tolerance * (gap at the start) + 2e-14 * (largest
///   coordinate), and 1e-10 * (length of the edges) more for nearly parallel edges, unless
///   `within_tolerance` is false. Where the gap is less than this at the start, the time is 0.
/// - The search ends after at most `most_steps` steps. A pair that slides or turns at a small gap
///   for a long way takes many steps.
/// - A degenerate primitive counts as what remains of it, as for distances: a triangle without area
///   as its edges.
///
/// Throws Error for coordinates that are not finite, a negative separation, or a tolerance, share
/// or end out of range.
std::optional<Impact> point_point_impact(const Points<2>& x0, const Points<2>& x1,
                                         const ImpactSearch& search = {});
std::optional<Impact> point_edge_impact(const Points<3>& x0, const Points<3>& x1,
                                        const ImpactSearch& search = {});
std::optional<Impact> point_triangle_impact(const Points<4>& x0, const Points<4>& x1,
                                            const ImpactSearch& search = {});
std::optional<Impact> edge_edge_impact(const Points<4>& x0, const Points<4>& x1,
                                       const ImpactSearch& search = {});

}  // namespace stiffbench
