#pragma once

#include "problems/contact/distance/closest.hpp"

namespace stiffbench {

// A quick check before a search for an impact (impact.hpp) or a distance. The columns are the
// vertices of two primitives as for distances, moving on straight lines from x0 to x1 (m).
//
// Each returns true only if the distance exceeds, at all times, the separation (m) plus this share,
// from 0 to 1, of the distance at x0. It tries one plane, whose normal joins two points of the
// primitives that are the closest ones up to round-off: the gap between the vertices of both sides
// along the normal is a lower bound of the distance, and as the minimum of linear functions of time
// it exceeds a number at all times if it does at both ends. Pairs that barely move relative to each
// other, which are most pairs of most motions, stay apart in this sense. The result `false` says
// nothing.

bool point_and_triangle_stay_apart(const Points<4>& x0, const Points<4>& x1, double share,
                                   double separation = 0);
bool edges_stay_apart(const Points<4>& x0, const Points<4>& x1, double share,
                      double separation = 0);

}  // namespace stiffbench
