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

Body ground(double x, double z, double edge) {
  constexpr int cells = 12, row = cells + 1;  // many faces, since pictures sort faces by distance
  Body body{.name = "ground",
            .points = Eigen::Matrix3Xd(3, row * row),
            .faces = Eigen::Matrix4Xi(4, cells * cells)};
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j) {
      const double along = double(i) / cells - 0.5, across = double(j) / cells - 0.5;
      body.points.col(row * i + j) << x + edge * along, 0, z + edge * across;
    }
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j) {
      const int here = row * i + j;
      body.faces.col(cells * i + j) << here, here + 1, here + row + 1, here + row;
    }
  return body;
}

}  // namespace stiffbench
