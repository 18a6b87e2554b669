// A stiff ball that falls on a net of rings, affine bodies all of them (You, Zheng, Li, section 5.3
// and Figure 5, after Lan et al., DOI 10.1145/3528223.3530064). The paper's values: links of
// roughly 7 cm, a ball of 15 cm diameter, Young's modulus 1e8 Pa of all, 1000 kg/m^3, g = 9.8
// m/s^2, a barrier with kappa 1e5 N/m and dhat 1 mm, 3 s, 47k vertices and 93k triangles in all.
//
// Ours, as the paper does not say: a link is a torus of 3 cm with a tube of 5 mm, 7 cm across.
// Lying rings at a square grid of pitch s are the knots; upright rings in the middle between
// neighbours join them. An upright ring of radius R passes through a knot at the distance d = s/2 -
// R from its centre. The tubes, of radius t, keep apart: d > sqrt(2) t between neighbouring upright
// rings in one knot, d + 2 t < R inside of the knot; s = 2.9 R leaves 0.6 t and 0.7 t. The net has
// n x n loose knots inside a frame of 4 n knots that never move, 2 n^2 + 2 n upright rings, and
// starts flat, so that it first falls by its play. The ball falls from rest in the middle. There is
// no friction. The paper's size is about rings=7, along=32, around=8, frequency=5: 189 links of 256
// vertices.

#include "base/error.hpp"
#include "problems/contact/bodies/surfaces.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/contact/outputs/bouncing_body.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/ball.hpp"
#include "problems/meshes/surfaces/torus.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <numbers>

namespace stiffbench {
namespace {

using Eigen::Vector3d;

class ChainNet final : public ContactProblem {
 public:
  struct Parameters : ContactParameters {
    int rings = 3, along = 16, around = 5, frequency = 3;
    double radius = 0.03, tube = 0.005, pitch = 0.087, ball = 0.075, height = 0.1, youngs = 1e8,
           density = 1000;
    Parameters() { gravity = 9.8; }

    static void parameters(auto& self, auto&& parameter) {
      parameter("rings", self.rings, at_least(1), "loose knots along each side of the net");
      parameter("along", self.along, at_least(8), "edges along the circle of a ring");
      parameter("around", self.around, at_least(3), "edges around its tube");
      parameter("frequency", self.frequency, at_least(1), "of the geodesic sphere");
      parameter("radius", self.radius, positive(), "of the circle of a ring (m)");
      parameter("tube", self.tube, positive(), "radius of its tube (m)");
      parameter("pitch", self.pitch, positive(), "distance of neighbouring knots (m)");
      parameter("ball", self.ball, positive(), "radius of the ball (m)");
      parameter("height", self.height, positive(), "of the ball's lowest point over the net (m)");
      parameter("youngs", self.youngs, positive(), "Young's modulus (Pa)");
      parameter("density", self.density, positive(), "kg/m^3");
      ContactParameters::parameters(self, parameter);
    }
    /// Rings that do not interlock as the file says would be another scene, also where they do not
    /// intersect.
    void resolve(const std::string& owner) {
      const double inside = pitch / 2 - radius;
      if (inside > 1.4143 * tube + reach && inside + 2 * tube + reach < radius) return;
      throw Error(owner + ": rings pass through each other with room around their tubes",
                  fmt::format("pitch {} m, radius {} m, tube {} m", pitch, radius, tube),
                  "keep pitch/2 - radius above 1.42 tube and below radius - 2 tube, reach apart");
    }
  };

  explicit ChainNet(const Parameters& p) : ContactProblem(Builder(p).bodies, p), p_(p) {}

  double default_end_time() const override { return 3; }
  /// The bounces of the ball; heights of its centre are above that of a ball on knots at rest.
  std::unique_ptr<Outputs> outputs(long points) const override {
    const auto ball = static_cast<int>(parts().parts().size()) - 1;
    return bouncing_body(*this, ball, p_.ball + p_.tube, p_.audit, points);
  }
  double typical_displacement() const override { return 0.1 * p_.tube; }
  View view() const override { return {{0.5, 0.45, 1}, {0, 1, 0}}; }

 private:
  /// Puts the net together, then the ball.
  struct Builder {
    explicit Builder(const Parameters& parameters) : p(parameters) {
      const SurfaceMesh knot = torus(p.along, p.around, p.radius, p.tube),
                        along_x = upright(knot, Vector3d::UnitX()),
                        along_z = upright(knot, Vector3d::UnitZ());
      const int n = p.rings;
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) add("knot", knot, i, j);
        for (const int end : {-1, n}) {
          add_held(knot, i, end);
          add_held(knot, end, i);
        }
        for (int j = 0; j <= n; ++j) {
          add("joint", along_x, j - 0.5, i);
          add("joint", along_z, i, j - 0.5);
        }
      }
      add_ball();
    }

    static SurfaceMesh upright(const SurfaceMesh& ring, const Vector3d& axis) {
      return moved(ring, Eigen::AngleAxisd(std::numbers::pi / 2, axis).toRotationMatrix(),
                   {0, 0, 0});
    }
    SurfaceMesh placed(const SurfaceMesh& ring, double i, double j) const {
      const double middle = (p.rings - 1) / 2.;
      return moved(ring, Eigen::Matrix3d::Identity(),
                   {p.pitch * (i - middle), 0, p.pitch * (j - middle)});
    }
    void add(const char* kind, const SurfaceMesh& ring, double i, double j) {
      bodies.add(fmt::format("{} {} {}", kind, i, j),
                 AffineSolid{placed(ring, i, j), p.density, p.youngs / 8});
    }
    void add_held(const SurfaceMesh& ring, int i, int j) {
      const SurfaceMesh at = placed(ring, i, j);
      bodies.add_obstacle(fmt::format("held knot {} {}", i, j), at.vertices, at.faces);
    }
    void add_ball() {
      SurfaceMesh surface = geodesic_sphere(p.frequency);
      surface.vertices *= p.ball;
      surface.vertices.row(1).array() +=
          p.radius + p.tube + p.height - surface.vertices.row(1).minCoeff();
      bodies.add("ball", AffineSolid{surface, p.density, p.youngs / 8});
    }

    const Parameters& p;
    ContactBodies bodies;
  };

  Parameters p_;
};

const bool enrolled = enrol_problem<ChainNet>({
    .name = "chain_net",
    .title = "Stiff ball that falls on a net of interlocking rings",
    .equation = contact_equation,
    .doi = "10.48550/arXiv.2602.08094",
    .units = {"m", "kg", "s"},
});

}  // namespace
}  // namespace stiffbench
