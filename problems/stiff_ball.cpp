// A stiff ball that falls on the ground and bounces, as an affine body of 12 unknowns or of finite
// elements (You, Zheng, Li, section 5.2 and Figure 10, "stiff" and "ABD"): diameter 0.1 m, lowest
// point 1 m above the ground, Young's modulus 1e7 Pa, Poisson's ratio 0.3, 1000 kg/m^3, g = 9.8
// m/s^2, a barrier with kappa 1e5 N/m and dhat 1 mm, 10 s. The paper gives these values, a
// neo-Hookean material, and for the affine ball 0.6k vertices and 1.3k triangles: those of a
// geodesic sphere of frequency 8.
//
// Ours: an affine body's orthogonality energy has the modulus E/8, with which its stiffness against
// stretching along an axis is that of Young's modulus E (Orthogonality). The ball of finite
// elements is that of bouncing_ball: frequency 4, 1746 tetrahedra; mesh_frequency=6 has the paper's
// 0.7k triangles. There is no friction. Both
// kinds of ball touch the ground by the same barriers of this wing: one for each vertex near it.

#include "problems/contact/contact_problem.hpp"
#include "problems/contact/outputs/bouncing_body.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/ball.hpp"

namespace stiffbench {
namespace {

class StiffBall final : public ContactProblem {
 public:
  struct Parameters : ContactParameters {
    std::string model = "affine";
    int frequency = 8, mesh_frequency = 4;
    double radius = 0.05, height = 1, youngs = 1e7, poisson = 0.3, density = 1000;
    Parameters() { gravity = 9.8; }

    static void parameters(auto& self, auto&& parameter) {
      parameter("model", self.model, one_of({"affine", "elements"}),
                "12 unknowns, or neo-Hookean tetrahedra");
      parameter("frequency", self.frequency, at_least(1),
                "of the geodesic sphere of the affine ball");
      parameter("mesh_frequency", self.mesh_frequency, at_least(1), "of that of the other ball");
      parameter("radius", self.radius, positive(), "m");
      parameter("height", self.height, positive(), "of the lowest point at the start (m)");
      parameter("youngs", self.youngs, positive(), "Young's modulus (Pa)");
      parameter("poisson", self.poisson, between(-1, 0.5), "Poisson's ratio; of elements only");
      parameter("density", self.density, positive(), "kg/m^3");
      ContactParameters::parameters(self, parameter);
    }
  };

  explicit StiffBall(const Parameters& p) : ContactProblem(ball_on_ground(p), p), p_(p) {}

  double default_end_time() const override { return 10; }
  std::unique_ptr<Outputs> outputs(long points) const override {
    return bouncing_body(*this, 0, p_.radius, p_.audit, points);
  }
  std::vector<Body> bodies(const State& u) const override {
    std::vector<Body> all = ContactProblem::bodies(u);
    all.push_back(ground(0, 0, 6 * p_.radius));
    return all;
  }

 private:
  static ContactBodies ball_on_ground(const Parameters& p) {
    ContactBodies bodies;
    bodies.add_plane({0, 1, 0});
    if (p.model == "affine") {
      SurfaceMesh surface = geodesic_sphere(p.frequency);
      surface.vertices *= p.radius;
      surface.vertices.row(1).array() += p.height - surface.vertices.row(1).minCoeff();
      bodies.add("ball", AffineSolid{surface, p.density, p.youngs / 8});
      return bodies;
    }
    TetMesh mesh = ball_mesh(p.mesh_frequency, p.radius);
    mesh.vertices.row(1).array() += p.height - mesh.vertices.row(1).minCoeff();
    bodies.add("ball", MeshedSolid{.mesh = mesh,
                                   .surface = geodesic_sphere(p.mesh_frequency).faces,
                                   .material = make_material(Material::neo_hookean,
                                                             lame(p.youngs, p.poisson)),
                                   .density = p.density,
                                   .self_contact = false});
    return bodies;
  }

  Parameters p_;
};

const bool enrolled = enrol_problem<StiffBall>({
    .name = "stiff_ball",
    .title = "Stiff ball that bounces on the ground, an affine body or of tetrahedra",
    .equation = contact_equation,
    .doi = "10.48550/arXiv.2602.08094",
    .units = {"m", "kg", "s"},
});

}  // namespace
}  // namespace stiffbench
