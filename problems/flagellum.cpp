// A swimmer in displacements u: x = X + u, a round head with a helical flagellum that a motor turns
// in a viscous fluid. After Michels, Luan, Tokman, section 4.5, "Bacteria" of their Table 1, who
// have a fibre of cuboids with 360 degrees of freedom, a constant torque at its base, Stokes flow
// by regularized Stokeslets and 2 s. They give no sizes, stiffnesses, viscosity or torque, nor the
// head; everything else is ours:
//  - a swimmer of 9 cm in an oil of 1 Pa s, as in experiments with models of bacteria. A
//    real bacterium, of micrometres in water, would have drag rates beyond 1e7/s over the same 2 s;
//  - swimmers/swimmer.hpp: a head of 12 points, radius 12 mm, and 27 sections of 4 points along a
//    left-handed helix of amplitude 5 mm and pitch 20 mm, 60 mm long: 120 points, 360 unknowns;
//  - a flagellum 3 mm thick with E = 2 MPa, G = E / 3 and the density of the oil, which determine
//    the stiffnesses of springs and the masses. Springs in the head and the bearing: 2000 N/m;
//  - swimmers/motor.hpp: a torque between the head and the first section, so that the net torque is
//    zero. A positive one turns the flagellum anticlockwise, seen from behind with the head in
//    front, as bacteria do.
//
// The equation is M u'' = s(u) + m(u) - drag (v - w(x)), where w is the fluid velocity that the
// other points cause. Every point exerts its drag on the fluid, so that drag and w form one linear
// system: the drag is R(x) v with a dense resistance R (swimmers/stokeslets.hpp). D = R is dense,
// and so is K, which is not symmetric: a displacement changes the drag of moving points.
//
// The swimmer is driven and damped, so its energy is no invariant. The energy includes the motor's
// -T theta, which jumps after half a turn (motor.hpp); a line search on the energy fails there. A
// small size: segments = 8, length = 0.0185.

#include "base/dense.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"
#include "problems/swimmers/motor.hpp"
#include "problems/swimmers/stokeslets.hpp"
#include "problems/swimmers/swimmer.hpp"
#include "problems/swimmers/swimming.hpp"

#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

namespace stiffbench {
namespace {

using Eigen::Index;

class Flagellum final : public Problem, public ProjectedStiffness, public Pictured {
 public:
  struct Parameters {
    int segments = 26;
    double length = 0.06, amplitude = 0.005, pitch = 0.02, thickness = 0.003, head = 0.012;
    double youngs = 2e6, shear = 2e6 / 3, stiffness = 2000, density = 1000;
    double viscosity = 1, blob = 0.0015, torque = 2e-4;
    std::string handed = "left";

    static void parameters(auto& self, auto&& parameter) {
      parameter("segments", self.segments, at_least(1), "cuboids of the flagellum");
      parameter("length", self.length, positive(), "of the flagellum, along the swimmer (m)");
      parameter("amplitude", self.amplitude, not_negative(), "of its helix (m)");
      parameter("pitch", self.pitch, positive(), "of its helix (m)");
      parameter("handed", self.handed, one_of({"left", "right"}), "the helix");
      parameter("thickness", self.thickness, positive(), "of the flagellum (m)");
      parameter("head", self.head, positive(), "radius of the head (m)");
      parameter("youngs", self.youngs, positive(), "Young's modulus of the flagellum (Pa)");
      parameter("shear", self.shear, positive(), "its shear modulus (Pa)");
      parameter("stiffness", self.stiffness, positive(),
                "of springs in the head and the bearing (N/m)");
      parameter("density", self.density, positive(), "of head and flagellum (kg/m^3)");
      parameter("viscosity", self.viscosity, positive(), "of the fluid (Pa s)");
      parameter("blob", self.blob, positive(), "radius in which a point pushes the fluid (m)");
      parameter("torque", self.torque, any_value(), "of the motor (N m)");
    }
    SwimmerShape shape() const {
      const double slope = 2 * std::numbers::pi * amplitude / pitch;
      return {.head_radius = head,
              .gap = thickness,
              .amplitude = amplitude,
              .pitch = pitch,
              .length = length,
              .left_handed = handed == "left",
              .head_stiffness = stiffness,
              .head_density = density,
              .fibre = {youngs, shear, density, thickness, length * std::sqrt(1 + slope * slope),
                        segments, thickness}};
    }
  };

  explicit Flagellum(const Parameters& p)
      : typical_(0.1 * p.thickness),
        segments_(p.segments),
        fluid_{p.viscosity, p.blob},
        body_(swimmer::body(p.shape())),
        motor_(p.torque, swimmer::shaft(), body_.rest()),
        linear_(body_.stiffness_at_rest()),
        full_(Eigen::MatrixXd::Ones(dof(), dof()).sparseView()) {}

  State start() const override { return {0, Vec::Zero(dof()), Vec::Zero(dof())}; }
  const Mass& mass() const override { return body_.mass(); }
  ProblemTraits traits() const override { return {.damped = true, .varying_damping = true}; }
  const Mat& linear_stiffness() const override { return linear_; }
  int block_size() const override { return 3; }
  double typical_displacement() const override { return typical_; }
  double default_end_time() const override { return 2; }

  void force(const State& u, Vec& f) const override {
    f = -fluid_at(u).pushes(u.v);
    body_.add_force(u.x, f);
    motor_.add_force(u.x, f);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override {
    const Stokeslets fluid = fluid_at(u);
    df = fluid.pushes(fluid.velocity_change(fluid.pushes(u.v), dx) - dv);
    body_.add_jacobian_times(u.x, dx, df);
    motor_.add_jacobian_times(u.x, dx, df);
  }
  void stiffness(const State& u, Mat& K) const override {
    const Stokeslets fluid = fluid_at(u);
    Eigen::MatrixXd sum = fluid.push_gradient(fluid.pushes(u.v));
    Mat elastic;
    body_.stiffness(u.x, elastic);
    sum += elastic;
    motor_.add_stiffness(u.x, sum);
    fill(sum, K);
  }
  /// Uses the stiffness of a swimmer at rest in the fluid, where K is symmetric.
  void projected_stiffness(const State& u, Mat& K) const override;
  void damping(const State& u, Mat& D) const override { fill(fluid_at(u).resistance(), D); }
  double potential(const State& u) const override {
    double sum = motor_.potential(u.x);
    body_.add_potential(u.x, sum);
    return sum;
  }
  std::unique_ptr<Outputs> outputs(long points) const override {
    return std::make_unique<Swimming>(motor_, end_time(), points);
  }

  std::vector<Body> bodies(const State& u) const override;
  View view() const override { return {{0.3, -1, 0.4}, {0, 0, 1}}; }

 private:
  Stokeslets fluid_at(const State& u) const { return {fluid_, body_.positions(u.x)}; }
  void fill(const Eigen::MatrixXd& values, Mat& matrix) const {
    if (matrix.nonZeros() != full_.nonZeros()) matrix = full_;
    Eigen::Map<Eigen::MatrixXd>(matrix.valuePtr(), dof(), dof()) = values.transpose();
  }

  double typical_;
  int segments_;
  StokesFluid fluid_;
  ElasticBody<TwoPointSprings> body_;
  Motor motor_;
  Mat linear_, full_;  // full: a matrix with every entry
};

void Flagellum::projected_stiffness(const State& u, Mat& K) const {
  // Number of leading unknowns on which the motor acts.
  constexpr Index turned = 3 * (swimmer::head_points + swimmer::section_points);
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(dof(), dof());
  motor_.add_stiffness(u.x, sum);
  auto of_motor = sum.topLeftCorner(turned, turned);
  dense::SymmetricEigen eigen(turned);
  if (eigen.decompose(of_motor))
    of_motor =
        eigen.vectors() * eigen.values().cwiseMax(0).asDiagonal() * eigen.vectors().transpose();
  else
    of_motor.setConstant(std::nan(""));
  Mat elastic;
  body_.stiffness<true>(u.x, elastic);
  sum += elastic;
  fill(sum, K);
}

/// Returns the head as a ball of triangles, and the four sides of the flagellum.
std::vector<Body> Flagellum::bodies(const State& u) const {
  const Eigen::Matrix3Xd points = body_.positions(u.x);
  Body head{.name = "head", .points = points.leftCols(swimmer::head_points), .closed = true};
  head.faces.resize(4, 20);
  for (int i = 0; i < 10; ++i) {  // the corners of the ring alternate between front and rear
    const int a = 2 + i, b = 2 + (i + 1) % 10, c = 2 + (i + 2) % 10;
    const int pole = i % 2 == 0 ? swimmer::front_pole : swimmer::rear_pole;
    if (i % 2 == 0) {
      head.faces.col(2 * i) << a, c, pole, pole;
      head.faces.col(2 * i + 1) << a, b, c, c;
    } else {
      head.faces.col(2 * i) << c, a, pole, pole;
      head.faces.col(2 * i + 1) << c, b, a, a;
    }
  }
  Body fibre{.name = "flagellum",
             .points = points.rightCols(points.cols() - swimmer::head_points),
             .closed = true};
  fibre.faces.resize(4, 4 * segments_ + 2);
  constexpr int rim[] = {0, 1, 3, 2};  // rim of a section, once around
  for (int s = 0; s < segments_; ++s)
    for (int side = 0; side < 4; ++side) {
      const int a = rim[side], b = rim[(side + 1) % 4], here = 4 * s, next = 4 * (s + 1);
      fibre.faces.col(4 * s + side) << here + a, here + b, next + b, next + a;
    }
  const int end = 4 * segments_;
  fibre.faces.col(end) << 0, 2, 3, 1;
  fibre.faces.col(end + 1) << end, end + 1, end + 3, end + 2;
  return {head, fibre};
}

const bool enrolled = enrol_problem<Flagellum>({
    .name = "flagellum",
    .title = "Swimmer whose motor turns a helical fibre in Stokes flow by regularized Stokeslets",
    .equation =
        "M u'' = s(u) + m(u) - R(x) v; s: springs of the fibre's cuboids and of the head, m: the "
        "motor's torque, R = G(x)^-1, G the velocities that points cause in the fluid",
    .doi = "10.1145/3072959.3073706",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"segments", 1L},
                      {"length", 0.003},
                      {"amplitude", 0.001},
                      {"youngs", 2e5},
                      {"shear", 6e4},
                      {"stiffness", 200.0},
                      {"torque", 2e-3},
                      {"end_time", 1e-4}}},
});

}  // namespace
}  // namespace stiffbench
