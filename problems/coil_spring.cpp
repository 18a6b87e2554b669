// A coil spring in displacements u: x = X + u, made of masses on stiff springs along the edges of a
// tetrahedral mesh of a round wire (meshes/coil.hpp). Its first section is fixed, and it sways and
// stretches in a field. After Luan, Michels, section 5.2.1, who give neither the mesh nor its size
// nor masses: we use 8000 vertices of 0.01 kg, 43 759 springs of k = 1e6 N/m and the acceleration
// -0.4 m/s^2 along z, the axis of the coil, from t = 0 on.
//
// The angular frequencies range from 1.246 to 3.648e4 rad/s (test_problems "[coil]" measures them),
// which gives two time scales. This initial state hardly excites the fast modes: a fourth-order
// explicit method almost conserves energy, unlike the explicit method in the paper.

#include "problems/contract/registry.hpp"
#include "problems/forces/spring_problem.hpp"
#include "problems/meshes/coil.hpp"

#include <vector>

namespace stiffbench {
namespace {

using Eigen::Index;

class CoilSpring final : public SpringProblem {
 public:
  struct Parameters {
    double turns = 5;
    int sections = 320;
    double k = 1e6, mass = 0.01, field = -0.4;

    static void parameters(auto& self, auto&& parameter) {
      parameter("turns", self.turns, positive(), "turns of the helix");
      parameter("sections", self.sections, at_least(2), "cross-sections of 25 vertices");
      parameter("k", self.k, positive(), "stiffness of a spring (N/m)");
      parameter("mass", self.mass, positive(), "of a vertex (kg)");
      parameter("field", self.field, any_value(), "acceleration along the axis (m/s^2)");
    }
  };

  explicit CoilSpring(const Parameters& p)
      : CoilSpring(p, coil_mesh({.turns = p.turns, .sections = p.sections})) {}

  double default_end_time() const override { return 6; }
  double typical_displacement() const override { return 0.1 * wire; }

  std::vector<Body> bodies(const State& u) const override {
    std::vector<int> rim;  // rim of a section, once around from the normal to the binormal
    for (int k = 0; k < 4 * (edge - 1); ++k) {
      const int side = k / (edge - 1), along = k % (edge - 1), far = edge - 1;
      const int i = side == 0 ? far : side == 1 ? far - along : side == 2 ? 0 : along;
      const int j = side == 0 ? along : side == 1 ? far : side == 2 ? far - along : 0;
      rim.push_back(edge * i + j);
    }
    Body body{.name = "wire", .points = SpringProblem::body().positions(u.x), .closed = true};
    const auto sections = static_cast<int>(body.points.cols()) / fixed,
               n = static_cast<int>(rim.size());
    const int last = fixed * (sections - 1);
    body.faces.resize(4, (sections - 1) * n + 2 * (edge - 1) * (edge - 1));
    Index next = 0;
    for (int s = 0; s + 1 < sections; ++s)
      for (int k = 0; k < n; ++k) {
        const int a = fixed * s + rim[std::size_t(k)], b = fixed * s + rim[std::size_t(k + 1) % n];
        body.faces.col(next++) << a, a + fixed, b + fixed, b;
      }
    for (int i = 0; i + 1 < edge; ++i)
      for (int j = 0; j + 1 < edge; ++j) {
        const Eigen::Vector4i cell = edge * i + j + Eigen::Array4i(0, edge, edge + 1, 1);
        body.faces.col(next++) = cell;
        body.faces.col(next++) = cell.reverse().array() + last;
      }
    return {body};
  }
  View view() const override { return {{0, -1, 0.25}, {0, 0, 1}}; }

 private:
  static constexpr int edge = Coil{}.grid;
  static constexpr int fixed = edge * edge;  // number of vertices of the first section
  static constexpr double wire = Coil{}.wire;

  CoilSpring(const Parameters& p, const TetMesh& mesh)
      : SpringProblem(mesh.vertices, free_after(mesh.vertices.cols(), fixed), edge_columns(mesh),
                      p.mass, p.k, {0, 0, p.field}) {}
};

const bool enrolled = enrol_problem<CoilSpring>({
    .name = "coil_spring",
    .title = "Coil spring of masses on stiff springs, swaying in a field",
    .equation =
        "M u'' = s(u) + M a; s: springs along edges that pull with k (|d| - L), a: the field along "
        "the axis",
    .doi = "10.1016/j.cam.2021.113429",
    .units = {"m", "kg", "s"},
    // One free section, softer and in a stronger field, so that the spring forces are nonlinear.
    .order_checks = {{{"sections", 2L}, {"k", 100.0}, {"field", -100.0}, {"end_time", 0.03}}},
});

}  // namespace
}  // namespace stiffbench
