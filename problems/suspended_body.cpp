// An elastic body that hangs by its back and is thrown downwards, under gravity (You, Zheng, Li,
// section 5.1): 0.5 m high, Young's modulus 1e5 Pa, Poisson's ratio 0.3, 1000 kg/m^3, 4 s. The
// initial velocity points downwards and is linear in the height, 0.5 m/s at the bottom and 0 at the
// top. The paper gives these values, a corotated material, and 28 000 vertices of an armadillo that
// is not publicly available. We use the dragon (meshes/models/dragon_mesh; size 28000 has 27 759
// vertices and 137 275 tetrahedra) or the bunny, of fixed corotated material, with lumped masses.
// A twentieth of the vertices is fixed (HungModel).

#include "problems/contract/registry.hpp"
#include "problems/meshes/models/model_bodies.hpp"
#include "problems/meshes/models/upright.hpp"
#include "problems/meshes/numbering.hpp"
#include "problems/solids/solid_problem.hpp"

namespace stiffbench {
namespace {

using Eigen::Index;

constexpr double height = 0.5;  // m

class SuspendedBody final : public SolidProblem {
 public:
  struct Parameters : SolidParameters {
    std::string body = "dragon", size = "automatic";
    double youngs = 1e5, speed = 0.5;

    static void parameters(auto& self, auto&& parameter) {
      parameter("body", self.body, one_of(model_names), "what hangs");
      parameter("size", self.size, one_of(model_sizes), model_sizes_doc);
      parameter("speed", self.speed, any_value(), "downwards, of the lowest vertex (m/s)");
      SolidParameters::parameters(self, parameter);
    }
    void resolve(const std::string&) {
      if (size == "automatic") size = body == "dragon" ? "1800" : "1k";
    }
  };

  explicit SuspendedBody(const Parameters& p)
      : SolidProblem(hung(p.body, p.size), p, p.youngs), speed_(p.speed) {}

  State start() const override {
    State u = SolidProblem::start();
    for (Index i = 1; i < dof(); i += 3) u.v[i] = -speed_ * (1 - free_rest()[i] / height);
    return u;
  }
  double default_end_time() const override { return 4; }

 private:
  static Shape hung(const std::string& name, const std::string& size) {
    HungModel model = hung_model(name, size, height);
    const std::vector<int> free_index = number_for_locality(model.mesh, model.free);
    model.mesh.tets = sorted_by_free_index<4>(model.mesh.tets, free_index);
    return {model.mesh, free_index, skin(model.mesh)};
  }

  double speed_;
};

const bool enrolled = enrol_problem<SuspendedBody>({
    .name = "suspended_body",
    .title = "Elastic dragon or bunny that hangs by its back, of tetrahedra",
    .equation = solid_equation,
    .doi = "10.48550/arXiv.2602.08094",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"body", "bunny"}, {"size", "30"}, {"speed", 5.0}, {"end_time", 0.005}}},
});

}  // namespace
}  // namespace stiffbench
