// A membrane with a fixed circular rim that begins to vibrate in the mode u_21 (You, Zheng, Li,
// section 5.2 and Figure 4): diameter 0.2 m, 400 kg/m^2, Young's modulus 1e5, a velocity of 1 m/s
// at the peaks of the mode, 31 000 triangles on 16 000 vertices. The paper gives these values, and
// a small tension without a number.
//
// Ours: Young's modulus is that times the thickness, 1e5 N/m; a sheet of 1 mm with 1e5 Pa bulges by
// half its radius instead of a tenth (modulus=100), which does not fit pictures with ten times
// enlarged heights. The tension is 100 N/m, a strain of 0.07 %: the potential energy of the tension
// is less than a tenth of all in the first swing. Poisson's ratio is 0.3, the time 2 s, of which
// the paper shows the last 0.5 s. The triangles have constant strain and St. Venant and Kirchhoff's
// law in plane stress; masses are lumped. There is neither gravity nor bending nor contact. The
// mesh is a disk of rings: 72 of them have the paper's 31 104 triangles, 15 769 vertices.
//
// The mode is u_21 = J_2(j r/a) cos(2 theta), divided by its largest value, with the first zero
// j = 5.1356 of the Bessel function J_2. Vibrations of small amplitude have the angular frequency
// j sqrt(tension/density)/a. Pictures show heights ten times enlarged, as the paper's do.

#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/surfaces/disk.hpp"
#include "problems/outputs/mode.hpp"
#include "problems/solids/shells/bending_elements.hpp"
#include "problems/solids/shells/membrane_elements.hpp"
#include "problems/solids/solid_body.hpp"

#include <boost/math/special_functions/bessel.hpp>

#include <cmath>

namespace stiffbench {
namespace {

using Eigen::Index;

class VibratingMembrane final : public ExtendedProblem<VibratingMembrane>,
                                public ProjectedStiffness,
                                public Pictured {
 public:
  struct Parameters {
    int rings = 24;
    double radius = 0.1, density = 400, modulus = 1e5, poisson = 0.3, tension = 100, speed = 1;

    static void parameters(auto& self, auto&& parameter) {
      parameter("rings", self.rings, at_least(2), "of triangles, 6 rings^2 in all");
      parameter("radius", self.radius, positive(), "of the rim (m)");
      parameter("density", self.density, positive(), "kg/m^2");
      parameter("modulus", self.modulus, positive(), "Young's modulus times thickness (N/m)");
      parameter("poisson", self.poisson, between(-1, 0.5), "Poisson's ratio");
      parameter("tension", self.tension, positive(), "at rest (N/m)");
      parameter("speed", self.speed, any_value(), "at the peaks of the mode at the start (m/s)");
    }
  };

  explicit VibratingMembrane(const Parameters& p)
      : speed_(p.speed),
        mesh_(disk(p.rings, p.radius)),
        body_(body(mesh_, p)),
        linear_(body_.stiffness_at_rest()),
        mode_(Vec::Zero(body_.dof())) {
    for (Index i = 0; i < body_.dof() / 3; ++i) mode_[3 * i + 1] = mode(mesh_.vertices.col(i), p);
    spacing_ = p.radius / p.rings;
  }

  State start() const override { return {0, Vec::Zero(dof()), speed_ * mode_}; }
  const Mass& mass() const override { return body_.mass(); }
  ProblemTraits traits() const override { return {}; }
  const Mat& linear_stiffness() const override { return linear_; }
  int block_size() const override { return 3; }
  double typical_displacement() const override { return 0.1 * spacing_; }
  double default_end_time() const override { return 2; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    f.setZero(dof());
    body_.add_force(u.x, f);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec&, Vec& df) const override {
    df.setZero(dof());
    body_.add_jacobian_times(u.x, dx, df);
  }
  void stiffness(const State& u, Mat& K) const override { body_.stiffness(u.x, K); }
  void projected_stiffness(const State& u, Mat& K) const override { body_.stiffness<true>(u.x, K); }
  double potential(const State& u) const override {
    double sum = 0;
    body_.add_potential(u.x, sum);
    return sum;
  }
  std::unique_ptr<Outputs> outputs(long points) const override {
    return std::make_unique<Mode>(*this, mode_, points);
  }

  std::vector<Body> bodies(const State& u) const override {
    Eigen::Matrix4Xi faces(4, mesh_.faces.cols());
    faces << mesh_.faces, mesh_.faces.row(2);
    Body body{.name = name(), .points = body_.positions(u.x), .faces = faces};
    body.points.row(1) *= 10;
    return {body};
  }
  View view() const override { return {{0.3, 0.9, 1}, {0, 1, 0}}; }

 private:
  static SolidBody body(const SurfaceMesh& mesh, const Parameters& p) {
    const Index vertices = mesh.vertices.cols(), on_rim = 6 * p.rings;
    std::vector<int> free_index(std::size_t(vertices), -1);
    for (int i = 0; i < vertices - on_rim; ++i) free_index[std::size_t(i)] = i;
    SolidBody body(mesh.vertices, free_index, p.density * vertex_areas(mesh),
                   shell_pairs(mesh.faces, false));
    body.add<MembraneElements>(mesh.faces, MembraneLaw(p.modulus, p.poisson, p.tension));
    return body;
  }
  static double mode(const Eigen::Vector3d& X, const Parameters& p) {
    constexpr double zero = 5.135622301840683, peak = 3.054236928227140;  // of J_2 and of J_2'
    const double r = std::hypot(X[0], X[2]), angle = std::atan2(-X[2], X[0]);
    return boost::math::cyl_bessel_j(2, zero * r / p.radius) / boost::math::cyl_bessel_j(2, peak) *
           std::cos(2 * angle);
  }

  double speed_, spacing_ = 0;
  SurfaceMesh mesh_;
  SolidBody body_;
  Mat linear_;
  Vec mode_;
};

const bool enrolled = enrol_problem<VibratingMembrane>({
    .name = "vibrating_membrane",
    .title = "Membrane with a fixed rim, thrown into its mode u_21",
    .equation = "M u'' = -grad W(u); W: membrane energy of all triangles, with a tension at rest",
    .doi = "10.48550/arXiv.2602.08094",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"rings", 3L}, {"speed", 3.0}, {"end_time", 0.01}}},
});

}  // namespace
}  // namespace stiffbench
