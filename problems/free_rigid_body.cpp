// A free body that is nearly rigid: six particles in pairs on three axes, each joined to every
// other by a stiff spring, that turn about the axis of the intermediate moment of inertia. This
// rotation is unstable: from time to time the body turns over (Dzhanibekov). As the springs grow
// stiff, the motion tends to that of a rigid body, which Euler's equations describe and Jacobi's
// elliptic functions solve (multibody/euler_top.hpp); the springs oscillate about the lengths that
// the rotation gives them. Linear and angular momentum are constant. All values are ours.
//
// The unknowns are the displacements from the start, where the springs have their lengths at rest
// and the particles the velocities of the rigid body. The springs have a stiffness m omega^2; the
// frequencies of the body at rest lie between 0.50 omega and 2.45 omega.

#include "base/error.hpp"
#include "problems/contract/optional/element_energies.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/elastic_body.hpp"
#include "problems/forces/springs.hpp"
#include "problems/multibody/rigid_comparison.hpp"
#include "problems/outputs/combined.hpp"
#include "problems/outputs/momenta.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

namespace stiffbench {
namespace {

using Eigen::Index;
using Eigen::Vector3d;

class FreeRigidBody final : public ExtendedProblem<FreeRigidBody>,
                            public ProjectedStiffness,
                            public ElementEnergies,
                            public Pictured {
 public:
  struct Parameters {
    double mass = 1, omega = 1000, x = 0.3, y = 0.2, z = 0.1, spin = 10, tilt = 0.1;

    static void parameters(auto& self, auto&& parameter) {
      parameter("mass", self.mass, positive(), "of a particle (kg)");
      parameter("omega", self.omega, positive(), "sqrt(k/m) of every spring (rad/s)");
      parameter("x", self.x, positive(), "of the first pair of particles, from the centre (m)");
      parameter("y", self.y, positive(), "of the second pair, smaller than x (m)");
      parameter("z", self.z, positive(), "of the third pair, smaller than y (m)");
      parameter("spin", self.spin, positive(), "rate about the y axis at the start (rad/s)");
      parameter("tilt", self.tilt, positive(), "rate about the z axis at the start (rad/s)");
    }
    void resolve(const std::string& owner) const {
      if (!(x > y && y > z))
        throw Error(owner + ": the body spins about the axis of its intermediate moment",
                    fmt::format("x = {}, y = {}, z = {}", x, y, z), "choose x > y > z");
    }
    /// Principal moments of inertia about x, y and z (kg m^2).
    Vector3d moments() const {
      return 2 * mass * Vector3d(y * y + z * z, x * x + z * z, x * x + y * y);
    }
  };

  explicit FreeRigidBody(const Parameters& p)
      : p_(p),
        body_(particles(p), free_after(6, 0), Vec::Constant(6, p.mass), pairs()),
        top_(p.moments(), p.spin, p.tilt) {
    body_.add(pairs(), p.mass * p.omega * p.omega);
    linear_ = body_.stiffness_at_rest();
  }

  State start() const override {
    State u{0, Vec::Zero(18), Vec(18)};
    for (Index i = 0; i < 6; ++i)
      u.v.segment<3>(3 * i) = top_.rates(0).cross(Vector3d(body_.rest().col(i)));
    return u;
  }
  double default_end_time() const override { return 5; }
  const Mass& mass() const override { return body_.mass(); }
  ProblemTraits traits() const override { return {}; }
  const Mat& linear_stiffness() const override { return linear_; }
  int block_size() const override { return 3; }
  double typical_displacement() const override { return p_.z; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    f.setZero(18);
    body_.add_force(u.x, f);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec&, Vec& df) const override {
    df.setZero(18);
    body_.add_jacobian_times(u.x, dx, df);
  }
  void stiffness(const State& u, Mat& K) const override { body_.stiffness(u.x, K); }
  void projected_stiffness(const State& u, Mat& K) const override { body_.stiffness<true>(u.x, K); }
  double potential(const State& u) const override {
    double sum = 0;
    body_.add_potential(u.x, sum);
    return sum;
  }
  std::vector<const ElementGroup*> element_groups() const override {
    return body_.element_groups();
  }
  void external_force(double, Vec& f) const override { f.setZero(18); }
  bool projection_stiffness(Mat& L) const override { return body_.projection_stiffness(L); }

  std::unique_ptr<Outputs> outputs(long points) const override {
    return std::make_unique<Combined>(
        std::make_unique<RigidComparison>(
            RigidComparison::Shape{body_.rest(), p_.mass, p_.moments()[1]}, top_, end_time(),
            points),
        std::make_unique<Momenta>(body_.rest().reshaped(), mass()));
  }

  std::vector<Body> bodies(const State& u) const override {
    const Eigen::Matrix3Xd points = body_.positions(u.x);
    std::vector<Body> all{{.name = "springs", .points = points}};
    const TwoPointSprings::Elements springs = pairs();
    for (const auto& pair : springs.colwise()) all[0].lines.push_back({pair[0], pair[1]});
    for (const auto& point : points.colwise()) all.push_back(ball("particle", point, p_.z / 4));
    return all;
  }
  View view() const override { return {{0.4, 0.3, 1}, {0, 1, 0}}; }

 private:
  static Eigen::Matrix3Xd particles(const Parameters& p) {
    Eigen::Matrix3Xd all = Eigen::Matrix3Xd::Zero(3, 6);
    const Vector3d sizes(p.x, p.y, p.z);
    for (Index axis = 0; axis < 3; ++axis) {
      all(axis, 2 * axis) = sizes[axis];
      all(axis, 2 * axis + 1) = -sizes[axis];
    }
    return all;
  }
  static TwoPointSprings::Elements pairs() {
    TwoPointSprings::Elements all(2, 15);
    Index next = 0;
    for (int i = 0; i < 6; ++i)
      for (int j = i + 1; j < 6; ++j) all.col(next++) << i, j;
    return all;
  }

  Parameters p_;
  ElasticBody<TwoPointSprings> body_;
  EulerTop top_;
  Mat linear_;
};

const bool enrolled = enrol_problem<FreeRigidBody>({
    .name = "free_rigid_body",
    .title = "Free body of stiff springs that turns over (Euler, Jacobi, Dzhanibekov)",
    .equation = "M u'' = s(u); s: springs between all pairs of six particles that pull with "
                "m omega^2 (|d| - L)",
    .doi = "",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"omega", 10.0}, {"spin", 3.0}, {"tilt", 2.0}, {"end_time", 0.4}}},
});

}  // namespace
}  // namespace stiffbench
