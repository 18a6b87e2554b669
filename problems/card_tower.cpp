// A tower of cards, affine boards that lean against each other in pairs and carry boards on which
// the next storey stands. One storey is a pair of cards on the ground: it stands where the friction
// at its feet carries the thrust T of its halves,
//   mu >= T/W = (x_c - x_f) / (y_t - y_f),
// with the horizontal distance from the foot to the centre of a card and the height of the tops
// over the feet; for thin cards at the angle phi to the ground that is 1 / (2 tan phi). The cards
// begin one gap away from what they touch: feet at the gap that carries their weight, tops at that
// which carries the thrust.

#include "problems/contact/bodies/surfaces.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/contract/registry.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace stiffbench {
namespace {

using Eigen::Vector3d;

class CardTower final : public ContactProblem {
 public:
  struct Parameters : ContactParameters {
    int storeys = 2;
    double angle = 65, length = 0.09, width = 0.06, thickness = 0.004, density = 1000,
           modulus = 1e7;
    Parameters() {
      friction = 0.6;
      reach = 2e-4;
    }

    static void parameters(auto& self, auto&& parameter) {
      parameter("storeys", self.storeys, at_least(1), "pairs of cards on the ground");
      parameter("angle", self.angle, between(20, 89), "of the cards to the ground (degrees)");
      parameter("length", self.length, positive(), "of a card from foot to top (m)");
      parameter("width", self.width, positive(), "of a card (m)");
      parameter("thickness", self.thickness, positive(), "of a card (m)");
      parameter("density", self.density, positive(), "kg/m^3");
      parameter("modulus", self.modulus, positive(), "kappa of the affine bodies (Pa)");
      ContactParameters::parameters(self, parameter);
    }
  };

  explicit CardTower(const Parameters& p) : ContactProblem(Builder(p).bodies, p) {}

  double default_end_time() const override { return 1; }
  View view() const override { return {{0.5, 0.35, 1}, {0, 1, 0}}; }

 private:
  /// Puts the boards together from the ground up.
  struct Builder {
    explicit Builder(const Parameters& parameters) : p(parameters) {
      bodies.add_plane({0, 1, 0});
      double y = 0;
      for (int storey = 0; storey < p.storeys; ++storey) {
        const int pairs = p.storeys - storey;
        y += storey_gap;
        for (int i = 0; i < pairs; ++i) add_pair((i - (pairs - 1) / 2.) * pitch(), y);
        y += card.row(1).maxCoeff() + storey_gap;
        if (pairs > 1) add_floor(y, pairs);
      }
    }

    SurfaceMesh board(const Vector3d& size) const {
      return cuboid_surface({{1, 1, 1}, size, -size / 2});
    }
    /// Vertices of a card that leans to the right, its foot at the height 0, its top at x = 0.
    Eigen::Matrix3Xd leaning() const {
      const double phi = p.angle * std::numbers::pi / 180;
      const SurfaceMesh turned =
          moved(board({p.length, p.thickness, p.width}),
                Eigen::AngleAxisd(phi, Vector3d::UnitZ()).toRotationMatrix(), {0, 0, 0});
      Eigen::Matrix3Xd points = turned.vertices;
      points.row(1).array() -= points.row(1).minCoeff();
      points.row(0).array() -= points.row(0).maxCoeff();
      return points;
    }
    /// Distance between neighbouring pairs, whose feet keep away from each other.
    double pitch() const { return -2 * card.row(0).minCoeff() + top_gap + 10 * p.reach; }
    void add_pair(double x, double y) {
      SurfaceMesh surface = board({p.length, p.thickness, p.width});
      for (const double side : {-1., 1.}) {
        surface.vertices = card;
        surface.vertices.row(0).array() -= top_gap / 2;
        surface.vertices.row(1).array() += y;
        if (side > 0) {
          surface.vertices.row(0) *= -1;
          surface.faces.row(0).swap(surface.faces.row(1));
        }
        surface.vertices.row(0).array() += x;
        bodies.add(fmt::format("card {}", ++cards), AffineSolid{surface, p.density, p.modulus});
      }
    }
    void add_floor(double& y, int pairs) {
      const Vector3d size(pitch() * (pairs - 1) + 0.6 * p.length, p.thickness, p.width * 1.1);
      bodies.add(
          fmt::format("floor {}", ++floors),
          AffineSolid{moved(board(size), Eigen::Matrix3d::Identity(), {0, y + p.thickness / 2, 0}),
                      p.density, p.modulus});
      y += p.thickness;
    }

    const Parameters& p;
    Eigen::Matrix3Xd card = leaning();
    double weight = p.length * p.thickness * p.width * p.density * p.gravity;
    double storey_gap = p.resting_gap(weight / 2), top_gap = p.resting_gap(weight / 8);
    int cards = 0, floors = 0;
    ContactBodies bodies;
  };
};

const bool enrolled = enrol_problem<CardTower>({
    .name = "card_tower",
    .title = "Tower of cards that lean against each other",
    .equation = contact_equation,
    .doi = "10.1145/3528223.3530064",
    .units = {"m", "kg", "s"},
    // No order checks: of the nearly parallel edges of its tops references win 7 digits only, which
    // leaves most methods too few errors above them.
});

}  // namespace
}  // namespace stiffbench
