// The body of suspended_body, which hangs by its back and is thrown downwards (You, Zheng, Li,
// section 5.1), with a surface that does not pass through itself. Height, moduli, density, initial
// velocity and mesh are those of suspended_body. Barriers have the paper's kappa, and dhat is 0.4
// mm for its 1 mm: less than half of the shortest edge of the dragon of 27 759 vertices.

#include "problems/contact/contact_problem.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/models/model_bodies.hpp"

namespace stiffbench {
namespace {

constexpr double height = 0.5;  // m

class SuspendedContact final : public ContactProblem {
 public:
  struct Parameters : ContactParameters {
    std::string body = "dragon", size = "automatic";
    Material material = Material::fixed_corotated;
    double youngs = 1e5, poisson = 0.3, density = 1000, speed = 0.5;

    Parameters() {
      gravity = 9.8;
      reach = 4e-4;
    }
    static void parameters(auto& self, auto&& parameter) {
      parameter("body", self.body, one_of(model_names), "what hangs");
      parameter("size", self.size, one_of(model_sizes), model_sizes_doc);
      parameter("speed", self.speed, any_value(), "downwards, of the lowest vertex (m/s)");
      parameter("material", self.material, one_of<Material>(), "the material's energy");
      parameter("youngs", self.youngs, positive(), "Young's modulus (Pa)");
      parameter("poisson", self.poisson, between(-1, 0.5), "Poisson's ratio");
      parameter("density", self.density, positive(), "kg/m^3");
      ContactParameters::parameters(self, parameter);
    }
    void resolve(const std::string&) {
      if (size == "automatic") size = body == "dragon" ? "1800" : "1k";
    }
  };

  explicit SuspendedContact(const Parameters& p)
      : ContactProblem(all_bodies(p), p), speed_(p.speed) {}

  State start() const override {
    State u = ContactProblem::start();
    const Vec x = places(u.x);
    for (Eigen::Index i = 1; i < dof(); i += 3) u.v[i] = -speed_ * (1 - x[i] / height);
    return u;
  }
  double default_end_time() const override { return 4; }
  double typical_displacement() const override { return 0.002 * height; }

 private:
  static ContactBodies all_bodies(const Parameters& p) {
    HungModel model = hung_model(p.body, p.size, height);
    MeshedSolid hung = meshed_solid(model.mesh, p.material, lame(p.youngs, p.poisson), p.density);
    model.free.flip();
    hung.is_fixed = model.free;
    ContactBodies bodies;
    bodies.add(p.body, hung);
    return bodies;
  }
  double speed_;
};

const bool enrolled = enrol_problem<SuspendedContact>({
    .name = "suspended_contact",
    .title = "Elastic dragon or bunny that hangs by its back and cannot pass through itself",
    .equation = contact_equation,
    .doi = "10.48550/arXiv.2602.08094",
    .units = {"m", "kg", "s"},
});

}  // namespace
}  // namespace stiffbench
