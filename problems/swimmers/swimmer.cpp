#include "problems/swimmers/swimmer.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>
#include <numeric>

namespace stiffbench {
namespace {

using Pairs = CuboidChain::Pairs;
using Eigen::Index;

constexpr double pi = std::numbers::pi;

Eigen::Matrix3Xd head(double radius) {
  Eigen::Matrix3Xd points(3, swimmer::head_points);
  points.col(swimmer::front_pole) << radius, 0, 0;
  points.col(swimmer::rear_pole) << -radius, 0, 0;
  const double height = radius / std::sqrt(5.0);
  for (int i = 0; i < 10; ++i) {
    const double angle = pi / 5 * i;
    points.col(2 + i) << (i % 2 == 0 ? height : -height), 2 * height * std::cos(angle),
        2 * height * std::sin(angle);
  }
  return points;
}

/// Returns the section at the distance s (m) behind the first one: its centre in the first column,
/// then the directions of its edges.
Eigen::Matrix3d frame(const SwimmerShape& shape, double s) {
  const double k = 2 * pi / shape.pitch, phase = k * s, sign = shape.left_handed ? 1 : -1;
  const double decay = std::exp(-phase * phase), A = shape.amplitude * (1 - decay);
  const double slope = shape.amplitude * 2 * phase * decay;  // dA / d(k s)
  const double c = std::cos(phase), d = std::sin(phase);
  const Eigen::Vector3d tangent =
      Eigen::Vector3d(-1 / k, slope * c - A * d, sign * (slope * d + A * c)).normalized();
  const Eigen::Vector3d y = Eigen::Vector3d::UnitY();
  Eigen::Matrix3d frame;
  frame.col(0) << -shape.head_radius - shape.gap - s, A * c, sign * A * d;
  frame.col(1) = (y - y.dot(tangent) * tangent).normalized();
  frame.col(2) = tangent.cross(frame.col(1));
  return frame;
}

Eigen::Matrix3Xd points(const SwimmerShape& shape, const CuboidChain& chain) {
  Eigen::Matrix3Xd all(3, swimmer::head_points + chain.points.cols());
  all.leftCols(swimmer::head_points) = head(shape.head_radius);
  for (Index i = 0; i < chain.points.cols(); ++i) {
    const Index section = i / swimmer::section_points;
    const Eigen::Matrix3d at =
        frame(shape, static_cast<double>(section) / shape.fibre.segments * shape.length);
    all.col(swimmer::head_points + i) =
        at.col(0) + chain.points(0, i) * at.col(1) + chain.points(1, i) * at.col(2);
  }
  return all;
}

Vec masses(const SwimmerShape& shape, const CuboidChain& chain) {
  const double head =
      4 * pi / 3 * std::pow(shape.head_radius, 3) * shape.head_density / swimmer::head_points;
  Vec all(swimmer::head_points + chain.masses.size());
  all << Vec::Constant(swimmer::head_points, head), chain.masses;
  return all;
}

/// Returns edges and diameters of the head, and the bearing: all pairs of an icosahedron except
/// second neighbours.
Pairs stiff_pairs(const Eigen::Matrix3Xd& points, double radius) {
  std::vector<int> list;
  for (int a = 0; a < swimmer::head_points; ++a)
    for (int b = 0; b < a; ++b) {
      const double length = (points.col(a) - points.col(b)).norm() / radius;
      if (length < 1.2 || length > 1.9) list.insert(list.end(), {a, b});
    }
  for (const int pole : {swimmer::front_pole, swimmer::rear_pole})
    for (int corner = 0; corner < swimmer::section_points; ++corner)
      list.insert(list.end(), {pole, swimmer::head_points + corner});
  return Eigen::Map<const Pairs>(list.data(), 2, static_cast<Index>(list.size() / 2));
}

/// Returns the pairs of the four corners of the first section, which cuboid_chain leaves to its
/// support.
Pairs first_section() {
  Pairs pairs(2, 6);
  pairs << 0, 0, 0, 1, 1, 2, 1, 2, 3, 2, 3, 3;
  return pairs;
}

Pairs behind_head(const Pairs& pairs) { return (pairs.array() + swimmer::head_points).matrix(); }

}  // namespace

ElasticBody<TwoPointSprings> swimmer::body(const SwimmerShape& shape) {
  const CuboidChain chain = cuboid_chain(shape.fibre);
  const CuboidStiffness k = cuboid_stiffness(shape.fibre);
  const Eigen::Matrix3Xd rest = points(shape, chain);
  const Pairs stiff = stiff_pairs(rest, shape.head_radius);
  const Pairs along = behind_head(chain.longitudinal), faces = behind_head(chain.faces);
  Pairs inside(2, chain.volume.cols() + chain.sections.cols() + 6);
  inside << behind_head(chain.volume), behind_head(chain.sections), behind_head(first_section());
  Pairs all(2, stiff.cols() + along.cols() + faces.cols() + inside.cols());
  all << stiff, along, faces, inside;

  ElasticBody<TwoPointSprings> body(rest, free_after(rest.cols(), 0), masses(shape, chain), all);
  body.add(stiff, shape.head_stiffness);
  body.add(along, k.longitudinal);
  body.add(faces, k.face);
  body.add(inside, k.volume);
  return body;
}

Motor::Shaft swimmer::shaft() {
  Motor::Shaft shaft{.from = front_pole,
                     .to = rear_pole,
                     .rotor = std::vector<int>(section_points),
                     .stator = std::vector<int>(head_points - 2)};
  std::iota(shaft.rotor.begin(), shaft.rotor.end(), head_points);
  std::iota(shaft.stator.begin(), shaft.stator.end(), 2);
  return shaft;
}

}  // namespace stiffbench
