#include "problems/contact/friction/plane_kinks.hpp"

#include <vector>

namespace stiffbench {
namespace {

/// The unit vector in a plane that is nearest to the first axis which is least along the normal.
Eigen::Vector3d tangent(const Eigen::Vector3d& normal) {
  Eigen::Index axis;
  normal.cwiseAbs().minCoeff(&axis);
  Eigen::Vector3d along = -normal[axis] * normal;
  along[axis] += 1;
  return along.normalized();
}

}  // namespace

Vec plane_kinks(const ContactSurface& surface, const Eigen::Matrix3Xd& x, const Eigen::Matrix3Xd& v,
                double dhat, std::optional<double> slip_speed) {
  // A slip of round-off is no slip: it would change its sign in every step.
  constexpr double round_off = 1e-9;
  std::vector<double> all;
  for (const ContactPlane& plane : surface.mesh().planes) {
    const Eigen::Vector3d along = tangent(plane.normal);
    for (int i = 0; i < surface.vertices(); ++i) {
      if (surface.is_fixed(i)) continue;
      const double beyond = plane.normal.dot(x.col(i)) - plane.offset - dhat;
      all.push_back(beyond);
      if (!slip_speed) continue;
      const Eigen::Vector3d slip = v.col(i) - plane.normal.dot(v.col(i)) * plane.normal;
      all.push_back(beyond < 0 ? slip.norm() - *slip_speed : *slip_speed);
      all.push_back(beyond < 0 ? slip.dot(along) + round_off * *slip_speed : *slip_speed);
    }
  }
  return Eigen::Map<const Vec>(all.data(), static_cast<Eigen::Index>(all.size()));
}

}  // namespace stiffbench
