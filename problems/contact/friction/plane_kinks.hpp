#pragma once

#include "problems/contact/surface/contact_surface.hpp"

#include <optional>

namespace stiffbench {

/// Functions that change sign where the contact of a vertex with a plane is not smooth, of all free
/// vertices and all planes, at positions x (m) and velocities v (m/s) of all vertices. With
/// friction, `slip_speed` (m/s), a vertex and a plane have three functions, else the first alone:
/// - gap - dhat: the barrier begins;
/// - slip - slip_speed: the third derivative of friction's potential jumps;
/// - the slip along one tangent: a straight slip reverses, where friction has the term |s| s. A
///   slip that turns within the plane without passing through zero is smooth.
/// The last two have the value slip_speed where the barrier does not act. Contacts between bodies
/// have no functions here.
Vec plane_kinks(const ContactSurface& surface, const Eigen::Matrix3Xd& x, const Eigen::Matrix3Xd& v,
                double dhat, std::optional<double> slip_speed);

}  // namespace stiffbench
