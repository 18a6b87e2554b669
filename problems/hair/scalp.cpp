#include "problems/hair/scalp.hpp"

#include "base/error.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string>

namespace stiffbench {

using Eigen::Vector3d;

double Scalp::area() const {
  constexpr double p = 1.6075;
  const double a = half_axes[0], b = half_axes[1], c = half_axes[2];
  const double mean = (std::pow(a * b, p) + std::pow(a * c, p) + std::pow(b * c, p)) / 3;
  return 4 * std::numbers::pi * std::pow(mean, 1 / p);
}

std::vector<HairRoot> Scalp::roots(int count) const {
  const double all = std::floor(area() / (pitch * pitch));
  if (!(count <= all))
    throw Error("a head has room for its fibres",
                fmt::format("{} fibres, and room for {:.0f}", count, all),
                "take fewer fibres or a smaller pitch");
  const double golden_angle = std::numbers::pi * (3 - std::sqrt(5.0));
  const Vector3d pole(-std::sin(crown), 0, std::cos(crown)), side = Vector3d::UnitY(),
                                                             ahead = side.cross(pole);
  std::vector<HairRoot> roots;
  for (int i = 0; i < count; ++i) {
    const double height = 1 - (2 * i + 1) / all, width = std::sqrt(1 - height * height);
    const double turn = golden_angle * i;
    const Vector3d out = std::cos(turn) * ahead + std::sin(turn) * side;
    const Vector3d unit = height * pole + width * out;  // on the unit sphere
    const Vector3d normal = unit.cwiseQuotient(half_axes).normalized();
    const Vector3d away = half_axes.cwiseProduct(height * out - width * pole).normalized();
    HairRoot root;
    root.at = half_axes.cwiseProduct(unit);
    root.axes.col(2) = std::cos(lean) * normal + std::sin(lean) * away;
    root.axes.col(1) = normal.cross(away);
    root.axes.col(0) = root.axes.col(1).cross(root.axes.col(2));
    roots.push_back(root);
  }
  return roots;
}

}  // namespace stiffbench
