// A soft body that falls on a trampoline, a thin shell that eight corners hold (You, Zheng, Li,
// section 5.3 and Figures 13 to 15). The paper's values: an armadillo of roughly 0.5 m with Young's
// modulus 1e5 Pa, Poisson's ratio 0.3 and 1000 kg/m^3, a membrane of 1 m diameter, 400 kg/m^2 and
// "membrane and bending Young's modulus" 5e6, g = 9.8 m/s^2, a barrier with kappa 1e5 N/m and dhat
// 0.5 mm, 3 s, 33k vertices, 110k tetrahedra and 43k triangles in all.
//
// Ours: the bunny (sizes 30 to 8k) or the dragon (1800 to 28000), of neo-Hookean material, since
// the armadillo is not publicly available. The membrane is a regular octagon of 8 rings^2
// triangles; rings=35 has 9800 of them on 5041 vertices, with the paper's in total. As in
// vibrating_membrane, its modulus is that times the thickness (N/m). Its bending stiffness is that
// of a plate of the same modulus with 1 mm thickness, 0.46 N m (BendingElements). It starts flat,
// without tension, the body's lowest point `drop` above it. There is no friction. Both sides of the
// membrane touch: barriers depend on distances alone.

#include "problems/contact/contact_problem.hpp"
#include "problems/contact/outputs/bouncing_body.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/models/model_bodies.hpp"
#include "problems/meshes/models/upright.hpp"
#include "problems/meshes/surfaces/disk.hpp"
#include "problems/solids/shells/bending_elements.hpp"

namespace stiffbench {
namespace {

class Trampoline final : public ContactProblem {
 public:
  struct Parameters : ContactParameters {
    std::string body = "bunny", size = "automatic";
    int rings = 8;
    double height = 0.5, drop = 0.5, youngs = 1e5, poisson = 0.3, density = 1000, diameter = 1,
           sheet_density = 400, sheet_modulus = 5e6, thickness = 1e-3;
    Parameters() {
      gravity = 9.8;
      reach = 5e-4;
    }

    static void parameters(auto& self, auto&& parameter) {
      parameter("body", self.body, one_of(model_names), "what falls");
      parameter("size", self.size, one_of(model_sizes), model_sizes_doc);
      parameter("height", self.height, positive(), "of the body (m)");
      parameter("drop", self.drop, positive(), "height of its lowest point over the sheet (m)");
      parameter("youngs", self.youngs, positive(), "Young's modulus of the body (Pa)");
      parameter("poisson", self.poisson, between(-1, 0.5), "Poisson's ratio of both");
      parameter("density", self.density, positive(), "of the body (kg/m^3)");
      parameter("rings", self.rings, at_least(1), "of triangles in the sheet, 8 rings^2 in all");
      parameter("diameter", self.diameter, positive(), "of the sheet, from corner to corner (m)");
      parameter("sheet_density", self.sheet_density, positive(), "kg/m^2");
      parameter("sheet_modulus", self.sheet_modulus, positive(),
                "Young's modulus of the sheet times its thickness (N/m)");
      parameter("thickness", self.thickness, positive(),
                "of the plate that has the sheet's bending stiffness (m)");
      ContactParameters::parameters(self, parameter);
    }
    void resolve(const std::string&) {
      if (size == "automatic") size = body == "dragon" ? "1800" : "300";
    }
  };

  explicit Trampoline(const Parameters& p) : ContactProblem(body_over_sheet(p), p), p_(p) {}

  double default_end_time() const override { return 3; }
  /// The bounces of the body; heights of its centre of mass are above the sheet at rest.
  std::unique_ptr<Outputs> outputs(long points) const override {
    return bouncing_body(*this, 1, 0, p_.audit, points);
  }
  View view() const override { return {{0.4, 0.35, 1}, {0, 1, 0}}; }

 private:
  static ContactBodies body_over_sheet(const Parameters& p) {
    ContactBodies bodies;
    const SurfaceMesh octagon = regular_polygon(8, p.rings, p.diameter / 2);
    std::vector<bool> is_corner(static_cast<std::size_t>(octagon.vertices.cols()), false);
    for (std::size_t i = is_corner.size() - static_cast<std::size_t>(8 * p.rings);
         i < is_corner.size(); i += static_cast<std::size_t>(p.rings))
      is_corner[i] = true;
    bodies.add("trampoline",
               ThinShell{.surface = octagon,
                         .membrane = MembraneLaw(p.sheet_modulus, p.poisson),
                         .bending = bending_stiffness(p.sheet_modulus, p.poisson, p.thickness),
                         .density = p.sheet_density,
                         .is_fixed = is_corner});
    TetMesh mesh = upright(model_mesh(p.body, p.size), p.height);
    const Eigen::Vector3d middle =
        (mesh.vertices.rowwise().minCoeff() + mesh.vertices.rowwise().maxCoeff()) / 2;
    mesh.vertices.colwise() += Eigen::Vector3d(-middle[0], p.drop, -middle[2]);
    bodies.add(p.body,
               meshed_solid(mesh, Material::neo_hookean, lame(p.youngs, p.poisson), p.density));
    return bodies;
  }

  Parameters p_;
};

const bool enrolled = enrol_problem<Trampoline>({
    .name = "trampoline",
    .title = "Soft body that falls on a thin shell, held at eight corners",
    .equation = contact_equation,
    .doi = "10.48550/arXiv.2602.08094",
    .units = {"m", "kg", "s"},
});

}  // namespace
}  // namespace stiffbench
