#pragma once

#include "problems/contact/surface/contact_surface.hpp"

#include <optional>

namespace stiffbench {

/// Functions that change sign where the contact of a vertex with a plane is not smooth, of all free
/// vertices and all planes, at positions x (m) and velocities v (m/s) of all vertices. With
/// friction, `slip_speed` (m/s), there are three of each, else one:
/// - gap - dhat: the barrier begins;
/// - slip - slip_speed: the third derivative of friction's potential jumps;
/// - the slip along one tangent: a straight slip that turns round, where friction has the term
///   |s| s. In the plane, where a slip turns without passing through zero, this is smooth.
/// The last two are slip_speed where the barrier does not act. Contacts between bodies have no
/// functions here.
Vec plane_kinks(const ContactSurface& surface, const Eigen::Matrix3Xd& x, const Eigen::Matrix3Xd& v,
                double dhat, std::optional<double> slip_speed);

}  // namespace stiffbench
