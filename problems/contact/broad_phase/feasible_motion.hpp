#pragma once

#include "problems/contact/broad_phase/candidates.hpp"
#include "problems/contact/surface/contact_surface.hpp"

#include <Eigen/Core>

namespace stiffbench {

/// Share of its distance that a pair may use up in one motion (You, Zheng, Li: the step filter of
/// their line search).
constexpr double usable_distance = 0.9;

/// Returns the fraction, from 0 to 1, of the motion on straight lines from x0 to x1 (m, one vertex
/// a column) in which no pair of these candidates uses up more than nine tenths of its distance at
/// x0; 1 if none does in the whole motion. The fraction is exact for planes. For other pairs it is
/// that of additive continuous collision detection (problems/contact/ccd), which is never too
/// large: at its end the pair that limits it has used up 0.899 of its distance or more. It is 0 if
/// a pair touches at x0.
///
/// A pair that is missing from candidates for a reach of 0 does not touch in the motion, whatever
/// else it does. The fraction is the minimum of the pairs' own fractions, each of which depends
/// only on its pair, and hence not on the number of threads or the order of pairs.
///
/// Throws Error for positions that are not finite.
double feasible_motion(const ContactSurface& surface, const Candidates& candidates,
                       const Eigen::Matrix3Xd& x0, const Eigen::Matrix3Xd& x1);

}  // namespace stiffbench
