// A straight rod, clamped at one end, on whose free end a force across its axis acts from t = 0 on:
// one fibre of the hair (hair/tapered_fibre.hpp) of equal thickness, a chain of cuboids of springs
// with the rod's stiffnesses of bending and stretching. The force keeps its direction. Damping in
// proportion to the mass brings the rod to rest on the planar elastica, which elliptic integrals
// describe (Bisshopp and Drucker, Large deflection of cantilever beams, 1945). The chain meets it
// up to terms of the order of h^2, b^2 and (t/b)^2, with cuboids of length h and width b, and the
// thickness t. All values are ours: a rod of 1 m with a square section of 1 cm, 16 cuboids 5 cm
// wide, E = 1e8 Pa, 1000 kg/m^3, and a force of 5 E I/L^2.
//
// A square section has the same stiffness of bending in all directions, so that such a rod does not
// buckle laterally: it has no stiffer plane to leave.

#include "problems/contract/optional/element_energies.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/outputs.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/mass_damping.hpp"
#include "problems/hair/planar_elastica.hpp"
#include "problems/hair/tapered_fibre.hpp"

#include <cmath>

namespace stiffbench {
namespace {

using Eigen::Index;
using Eigen::Vector3d;

/// Outputs: tip_along and tip_across, the position of the middle of the last section at the end
/// over the length; along_error and across_error, their distances from the planar elastica; series
/// of both positions.
class TipOutputs final : public Outputs {
 public:
  TipOutputs(double length, double load, double span, long points)
      : length_(length), elastica_(planar_elastica(load)), series_(0, span, points) {}
  void see(const State& u) override {
    const Vector3d moved = u.x.tail<12>().reshaped(3, 4).rowwise().mean() / length_;
    along_ = 1 + moved.z();
    across_ = moved.x();
    if (!series_.due(u.t)) return;
    series_.add("along", along_);
    series_.add("across", across_);
  }
  Settings result() const override {
    Settings all{{"tip_along", along_},
                 {"tip_across", across_},
                 {"along_error", along_ - elastica_.along},
                 {"across_error", across_ - elastica_.across}};
    series_.put(all);
    return all;
  }

 private:
  double length_;
  PlanarElastica elastica_;
  TimeSeries series_;
  double along_ = 1, across_ = 0;
};

class Elastica final : public ExtendedProblem<Elastica>,
                       public ProjectedStiffness,
                       public ElementEnergies,
                       public Pictured {
 public:
  struct Parameters {
    int segments = 16;
    double length = 1, thickness = 0.01, hull = 0.05, torsion = 0.5, youngs = 1e8, density = 1000,
           load = 5, damping = 5;

    static void parameters(auto& self, auto&& parameter) {
      parameter("segments", self.segments, at_least(1), "number of cuboids");
      parameter("length", self.length, positive(), "L of the rod (m)");
      parameter("thickness", self.thickness, positive(), "of its square section (m)");
      parameter("hull", self.hull, positive(), "width of the cuboids that stand for it (m)");
      parameter("torsion", self.torsion, between(0, 1), "chi, which sets torsional stiffnesses");
      parameter("youngs", self.youngs, positive(), "Young's modulus E (Pa)");
      parameter("density", self.density, positive(), "kg/m^3");
      parameter("load", self.load, between(0, 200), "force at the free end over E I/L^2");
      parameter("damping", self.damping, not_negative(), "of every velocity (1/s)");
    }
    double bending() const { return youngs * std::pow(thickness, 4) / 12; }
    TaperedFibre fibre() const {
      return {.youngs = youngs,
              .density = density,
              .root = thickness,
              .tip = thickness,
              .segment = length / segments,
              .segments = segments,
              .hull = hull,
              .torsion_part = torsion};
    }
  };

  explicit Elastica(const Parameters& p)
      : p_(p), damping_{p.damping}, body_(tapered_fibre_springs(p.fibre())) {
    linear_ = body_.stiffness_at_rest();
    force_ = Vec::Zero(dof());
    const double share = p.load * p.bending() / (p.length * p.length) / 4;
    for (Index i = dof() - 12; i < dof(); i += 3) force_[i] = share;
  }

  State start() const override { return {0, Vec::Zero(dof()), Vec::Zero(dof())}; }
  double default_end_time() const override { return 10; }
  const Mass& mass() const override { return body_.mass(); }
  ProblemTraits traits() const override {
    if (damping_.rate == 0) return {};
    return {.damped = true, .rayleigh = Rayleigh{damping_.rate, 0}};
  }
  const Mat& linear_stiffness() const override { return linear_; }
  int block_size() const override { return 3; }
  double typical_displacement() const override { return p_.thickness; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    f = force_.cast<Scalar>();
    body_.add_force(u.x, f);
    if (damping_.rate > 0) damping_.add_force(mass(), u.v, f);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override {
    df.setZero(dof());
    body_.add_jacobian_times(u.x, dx, df);
    if (damping_.rate > 0) damping_.add_force(mass(), dv, df);
  }
  void stiffness(const State& u, Mat& K) const override { body_.stiffness(u.x, K); }
  void projected_stiffness(const State& u, Mat& K) const override { body_.stiffness<true>(u.x, K); }
  void damping(const State& u, Mat& D) const override {
    if (damping_.rate == 0) return Problem::damping(u, D);
    damping_.matrix(mass(), D);
  }
  double potential(const State& u) const override {
    double sum = -force_.dot(u.x);
    body_.add_potential(u.x, sum);
    return sum;
  }
  std::vector<const ElementGroup*> element_groups() const override {
    return body_.element_groups();
  }
  void external_force(double, Vec& f) const override { f = force_; }
  bool projection_stiffness(Mat& L) const override { return body_.projection_stiffness(L); }
  std::unique_ptr<Outputs> outputs(long points) const override {
    return std::make_unique<TipOutputs>(p_.length, p_.load, end_time(), points);
  }

  std::vector<Body> bodies(const State& u) const override {
    Body rod{.name = "rod", .points = body_.positions(u.x)};
    const auto sections = static_cast<int>(rod.points.cols()) / 4;
    for (int i = 0; i < 4; ++i) {
      rod.lines.emplace_back();
      for (int s = 0; s < sections; ++s) rod.lines.back().push_back(4 * s + i);
    }
    return {rod};
  }
  View view() const override { return {{0, -1, 0.1}, {1, 0, 0}}; }

 private:
  Parameters p_;
  MassDamping damping_;
  ElasticBody<TwoPointSprings> body_;
  Mat linear_;
  Vec force_;
};

const bool enrolled = enrol_problem<Elastica>({
    .name = "elastica",
    .title = "Rod of springs that a force at its end bends onto the planar elastica",
    .equation =
        "M u'' = s(u) + b - damping M u'; s: springs of a chain of cuboids, b: load E I/L^2 "
        "across the axis, on the four points of the free end",
    .doi = "10.1090/qam/13360",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"segments", 2L}, {"youngs", 1e6}, {"load", 50.0}, {"end_time", 0.1}}},
});

}  // namespace
}  // namespace stiffbench
