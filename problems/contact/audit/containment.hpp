#pragma once

#include "problems/contact/surface/contact_surface.hpp"

#include <optional>

namespace stiffbench {

/// Two bodies of a scene.
struct Containment {
  int inner, outer;
};

/// Returns two bodies of which one is wholly inside of the closed surface of the other at these
/// positions (m, one vertex a column), if there are any and no two surfaces intersect. A surface
/// whose triangles face inward, as the walls of a room, contains nothing, and neither does an open
/// one.
std::optional<Containment> find_containment(const ContactSurface& surface,
                                            const Eigen::Matrix3Xd& x);

}  // namespace stiffbench
