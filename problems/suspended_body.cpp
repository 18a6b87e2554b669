// An elastic body that hangs by its back and is thrown downwards, under gravity (You, Zheng, Li,
// section 5.1): 0.5 m high, Young's modulus 1e5 Pa, Poisson's ratio 0.3, 1000 kg/m^3, 4 s. The
// initial velocity points downwards and is linear in the height, 0.5 m/s at the bottom and 0 at the
// top. The paper gives these values, a corotated material, and 28 000 vertices of an armadillo that
// is not publicly available. We use the dragon (meshes/models/dragon_mesh; size 28000 has 27 759
// vertices and 137 275 tetrahedra) or the bunny, of fixed corotated material, with lumped masses.
// The twentieth of the vertices that is nearest to a point of the back is fixed: on the hump behind
// the head of the dragon, above the hind legs of the bunny.

#include "problems/contract/registry.hpp"
#include "problems/meshes/models/bunny_mesh.hpp"
#include "problems/meshes/models/dragon_mesh.hpp"
#include "problems/meshes/models/upright.hpp"
#include "problems/meshes/numbering.hpp"
#include "problems/solids/solid_problem.hpp"

#include <algorithm>

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
      parameter("body", self.body, one_of({"dragon", "bunny"}), "what hangs");
      parameter(
          "size", self.size,
          one_of({"automatic", "30", "300", "1k", "1800", "4k", "8k", "12000", "28000", "full"}),
          "vertices, roughly: 30 300 1k 4k 8k of the bunny, the others of the dragon; "
          "automatic: 1k, 1800");
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
    const bool dragon = name == "dragon";
    TetMesh mesh = upright(dragon ? dragon_mesh(size) : bunny_mesh(size), height);
    const Eigen::Array3d back =
        dragon ? Eigen::Array3d(0.65, 0.74, 0.35) : Eigen::Array3d(0.68, 0.6, 0.5);
    const std::vector<int> free_index = number_for_locality(mesh, far_from(mesh, back));
    mesh.tets = sorted_by_free_index<4>(mesh.tets, free_index);
    return {mesh, free_index, skin(mesh)};
  }

  /// Marks the free vertices: all but the twentieth that is nearest to a point, which is given in
  /// fractions of the body's length, height and width.
  static std::vector<bool> far_from(const TetMesh& mesh, const Eigen::Array3d& shares) {
    const Eigen::Array3d low = mesh.vertices.rowwise().minCoeff(),
                         high = mesh.vertices.rowwise().maxCoeff();
    const Eigen::Vector3d point = low + shares * (high - low);
    const Vec distance = (mesh.vertices.colwise() - point).colwise().norm();
    Vec sorted = distance;
    std::ranges::sort(sorted);
    const double reach = sorted[std::max<Index>(3, sorted.size() / 20)];
    std::vector<bool> free;
    for (const double d : distance) free.push_back(d >= reach);
    return free;
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
