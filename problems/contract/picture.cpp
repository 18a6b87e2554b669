#include "problems/contract/picture.hpp"

#include <cmath>
#include <numbers>

namespace stiffbench {

Body ball(const std::string& name, const Eigen::Vector3d& centre, double radius) {
  constexpr int parallels = 18, meridians = 36;
  Body body{.name = name,
            .points = Eigen::Matrix3Xd(3, (parallels + 1) * meridians),
            .faces = Eigen::Matrix4Xi(4, parallels * meridians),
            .closed = true};
  for (int i = 0; i <= parallels; ++i)
    for (int j = 0; j < meridians; ++j) {
      const double height = std::numbers::pi * i / parallels,
                   turn = 2 * std::numbers::pi * j / meridians;
      body.points.col(meridians * i + j) =
          centre + radius * Eigen::Vector3d(std::sin(height) * std::cos(turn),
                                            std::sin(height) * std::sin(turn), std::cos(height));
    }
  for (int i = 0; i < parallels; ++i)
    for (int j = 0; j < meridians; ++j) {
      const int here = meridians * i, next = here + meridians, k = (j + 1) % meridians;
      body.faces.col(here + j) << here + j, next + j, next + k, here + k;
    }
  return body;
}

}  // namespace stiffbench
