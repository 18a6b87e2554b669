// A block on a slope: it sticks, slides, stops or tips over. All numbers of its motion are known
// (Coulomb; docs: check contact). The block is an affine body of 1 kg, 100 x 25 x 100 mm, which
// rests on the vertices of its foot; case = point replaces it by a point mass, which has one
// contact. The slope is the plane y = 0: gravity is turned by the slope's angle theta, so that the
// block slides along +x with
//   a = g (sin theta - mu cos theta)
// where mu < tan theta, and otherwise creeps at the speed v with
//   f1(v / slip_speed) mu = tan theta,   v = slip_speed (1 - sqrt(1 - tan theta / mu)).
// The foot begins at the gaps at which its vertices carry the weight and the moment of friction, so
// that the block does not rock: with the friction F = m g cos theta min(mu, tan theta) the lower
// edge carries the share (1 + h F / (b m g cos theta)) / 2 of the weight, b its length, h its
// height. Where that is more than 1 the block tips over.

#include "problems/contact/bodies/surfaces.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/contract/registry.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <optional>

namespace stiffbench {
namespace {

class SlidingBlock final : public ContactProblem {
 public:
  struct Parameters : ContactParameters {
    std::string kind = "block";
    double slope = 0.5, length = 0.1, height = 0.025, mass = 1, modulus = 1e7, speed = 0;
    int cells = 1;
    std::optional<double> gap;
    Parameters() { friction = 0.25; }

    static void parameters(auto& self, auto&& parameter) {
      parameter("case", self.kind, one_of({"block", "point"}), "an affine body, or a point mass");
      parameter("slope", self.slope, not_negative(), "tangent of the slope's angle");
      parameter("length", self.length, positive(), "of the block, and its width (m)");
      parameter("height", self.height, positive(), "of the block (m)");
      parameter("cells", self.cells, at_least(1), "cells of the block's foot along an edge");
      parameter("mass", self.mass, positive(), "kg");
      parameter("modulus", self.modulus, positive(), "kappa of the affine body (Pa)");
      parameter("speed", self.speed, any_value(), "down the slope at the start (m/s)");
      parameter("gap", self.gap, positive(),
                "below the foot at the start (m); automatic: where it is at rest");
      ContactParameters::parameters(self, parameter);
    }
    double angle() const { return std::atan(slope); }
    /// The force on the slope (N).
    double load() const { return mass * gravity * std::cos(angle()); }
  };

  explicit SlidingBlock(const Parameters& p)
      : ContactProblem(block(p), p, {std::sin(p.angle()), -std::cos(p.angle()), 0}) {}

  double default_end_time() const override { return 0.5; }
  View view() const override { return {{0.2, 0.3, 1}, {-std::sin(0.4), std::cos(0.4), 0}}; }

 private:
  static ContactBodies block(const Parameters& p) {
    ContactBodies bodies;
    const Eigen::Vector3d velocity(p.speed, 0, 0);
    if (p.kind == "point")
      bodies.add_point("block", {0, p.gap.value_or(p.resting_gap(p.load())), 0}, p.mass, velocity);
    else
      bodies.add("block", affine_block(p), {.velocity = velocity});
    bodies.add_plane({0, 1, 0});
    return bodies;
  }
  static AffineSolid affine_block(const Parameters& p) {
    const Eigen::Vector3d size(p.length, p.height, p.length);
    SurfaceMesh surface = cuboid_surface({{p.cells, 1, p.cells}, size, -size / 2});
    const double contacts = (p.cells + 1) * (p.cells + 1);
    const double moment = std::min(p.friction, p.slope) * p.height / p.length;
    const auto gap = [&](double share) {
      return p.gap.value_or(p.resting_gap(std::clamp(share, 0., 2.) * p.load() / contacts));
    };
    const double low = gap(1 + moment), high = gap(1 - moment);
    const Eigen::AngleAxisd turn(std::asin((low - high) / p.length), Eigen::Vector3d::UnitZ());
    surface = moved(surface, turn.toRotationMatrix(), {0, 0, 0});
    surface.vertices.row(1).array() += low - surface.vertices.row(1).minCoeff();
    return {surface, p.mass / size.prod(), p.modulus};
  }
};

const bool enrolled = enrol_problem<SlidingBlock>({
    .name = "sliding_block",
    .title = "Block on a slope with friction",
    .equation = contact_equation,
    .doi = "10.1145/3386569.3392425",
    .units = {"m", "kg", "s"},
    // Here barriers and smooth friction act at all times, so that the force is smooth.
    .order_checks = {{{"slope", 0.5},
                      {"speed", 0.5},
                      {"slip_speed", 5.0},
                      {"reach", 0.012},
                      {"contact", 400.0},
                      {"modulus", 1000.0},
                      {"gap", 0.006},
                      {"friction", 0.5},
                      {"end_time", 0.05}}},
});

}  // namespace
}  // namespace stiffbench
