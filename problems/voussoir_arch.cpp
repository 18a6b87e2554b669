// A semicircular arch of rigid voussoirs without mortar, under its own weight. It stands if its
// thickness is at least 0.1075 of its mean radius (Milankovitch 1907; Cocchetti, Rizzi,
// DOI 10.3221/IGF-ESIS.51.26) and friction keeps joints from sliding; below that a line of
// thrust within it does not exist, and it folds at five hinges. Voussoirs are affine bodies between
// radial joints, with plane faces, so that corners of joints, where hinges open, lie on the
// circles. Joints and feet begin one gap apart, half of `reach`. Every other voussoir is larger by
// 2 `reach` on all free sides, so that corners touch faces; corners that touch corners would have a
// force whose derivative jumps right where the arch stands.

#include "problems/contact/bodies/surfaces.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace stiffbench {
namespace {

class VoussoirArch final : public ContactProblem {
 public:
  struct Parameters : ContactParameters {
    int voussoirs = 11;
    double radius = 1, thickness = 0.13, width = 0.3, density = 2000, modulus = 1e9;
    Parameters() {
      friction = 0.8;
      reach = 2e-4;
      contact = 1e7;
    }

    static void parameters(auto& self, auto&& parameter) {
      parameter("voussoirs", self.voussoirs, at_least(3), "blocks of the arch");
      parameter("radius", self.radius, positive(), "mean of the inner and the outer one (m)");
      parameter("thickness", self.thickness, positive(), "along the radius (m)");
      parameter("width", self.width, positive(), "across the arch (m)");
      parameter("density", self.density, positive(), "kg/m^3");
      parameter("modulus", self.modulus, positive(), "kappa of the affine bodies (Pa)");
      ContactParameters::parameters(self, parameter);
    }
  };

  explicit VoussoirArch(const Parameters& p) : ContactProblem(arch(p), p) {}

  double default_end_time() const override { return 1; }
  View view() const override { return {{0.4, 0.3, 1}, {0, 1, 0}}; }

 private:
  /// Voussoirs from the right foot to the left, each moved outwards by what makes the gaps.
  static ContactBodies arch(const Parameters& p) {
    ContactBodies bodies;
    bodies.add_plane({0, 1, 0});
    const double part = std::numbers::pi / p.voussoirs, gap = p.reach / 2;
    // Moving every voussoir by `shift` along its mean radius opens joints by 2 shift sin(part / 2).
    const double shift = gap / (2 * std::sin(part / 2));
    for (int i = 0; i < p.voussoirs; ++i) {
      const double middle = (i + 0.5) * part, larger = i % 2 == 1 ? 4 * p.reach : 0;
      const double thickness = p.thickness + larger, width = p.width + larger;
      Eigen::Matrix<double, 3, 8> corners;
      for (int n = 0; n < 8; ++n) {
        // Order of HexMesh: along the radius, along the arch, across.
        const double r = p.radius + (n & 4 ? 0.5 : -0.5) * thickness,
                     angle = middle + (n & 2 ? 0.5 : -0.5) * part, z = (n & 1 ? 0.5 : -0.5) * width;
        corners.col(n) << r * std::cos(angle), r * std::sin(angle), z;
      }
      const Eigen::Vector3d radial(std::cos(middle), std::sin(middle), 0);
      corners.colwise() += shift * radial;
      // The feet are then this much above the ground, less the gap that they need.
      corners.row(1).array() += gap - shift * std::sin(part / 2);
      bodies.add(fmt::format("voussoir {}", i + 1),
                 AffineSolid{hexahedron_surface(corners), p.density, p.modulus});
    }
    return bodies;
  }
};

const bool enrolled = enrol_problem<VoussoirArch>({
    .name = "voussoir_arch",
    .title = "Semicircular arch of voussoirs without mortar",
    .equation = contact_equation,
    .doi = "10.1145/3528223.3530064",
    .units = {"m", "kg", "s"},
    // Here the barriers of all joints act at all times, and friction is smooth.
    .order_checks = {{{"voussoirs", 3L},
                      {"reach", 0.05},
                      {"contact", 1e4},
                      {"slip_speed", 5.0},
                      {"modulus", 1e5},
                      {"end_time", 0.01}}},
});

}  // namespace
}  // namespace stiffbench
