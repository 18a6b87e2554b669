// A cluster of flexible water molecules, the SPC/Fw model of Wu, Tepper and Voth (2006): harmonic
// bonds of hydrogens to their oxygen, a harmonic angle between them, a Lennard-Jones force between
// oxygens, and Coulomb forces between the charges of different molecules. The constants are those
// of the paper, in nm, ps, u and kJ/mol. The bonds' frequency of 700 rad/ps stands beside that of
// motions of whole molecules, about a hundredth of it: the problem for which molecular dynamics has
// multiple time steps. The cluster is ours. Its molecules stand on a cubic lattice in a vacuum,
// turned at random, with the lengths and the angle of rest, and start with random velocities of a
// temperature, without momentum as a whole. There is no cutoff, so that the force is smooth. The
// motion is chaotic.
//
// K0 is the stiffness of bonds and angles at the start, which is positive semidefinite there. The
// fast part of the force is that of bonds and angles.

#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/fast_force.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"
#include "problems/molecules/water_forces.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>
#include <random>

namespace stiffbench {
namespace {

using Eigen::Index;
using Eigen::Vector3d;

constexpr double boltzmann = 0.00831446261815324;     // kJ/(mol K)
constexpr double oxygen = 15.9994, hydrogen = 1.008;  // u

/// The constants of SPC/Fw: kcal/mol and Angstrom of the paper are 4.184 kJ/mol and 0.1 nm.
constexpr WaterModel spc_fw{.bond = 105916.2 * 4.184,
                            .length = 0.1012,
                            .angle_stiffness = 75.90 * 4.184,
                            .angle = 113.24 * std::numbers::pi / 180,
                            .sigma = 0.3165492,
                            .epsilon = 0.1554253 * 4.184,
                            .charge = 0.41};

class Water final : public ExtendedProblem<Water>,
                    public FastForce,
                    public ProjectedStiffness,
                    public Pictured {
 public:
  struct Parameters {
    int molecules = 8, seed = 1;
    double spacing = 0.31, temperature = 300;
    bool charges = true;

    static void parameters(auto& self, auto&& parameter) {
      parameter("molecules", self.molecules, at_least(1), "number of molecules");
      parameter("spacing", self.spacing, from_to(0.25, 100), "of the lattice at the start (nm)");
      parameter("temperature", self.temperature, not_negative(), "of the start's velocities (K)");
      parameter("charges", self.charges, any_value(), "Coulomb forces between molecules");
      parameter("seed", self.seed, not_negative(), "of orientations and velocities");
    }
  };

  explicit Water(const Parameters& p)
      : forces_(model(p), p.molecules), mass_(masses(p.molecules)), start_(start_of(p)) {
    forces_.stiffness(start_.x, WaterForces::Part::within, linear_);
  }

  State start() const override { return start_; }
  double default_end_time() const override { return 0.1; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override { return {}; }
  const Mat& linear_stiffness() const override { return linear_; }
  int block_size() const override { return 3; }
  double typical_displacement() const override { return 0.1 * spc_fw.length; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    forces_.force(u.x, WaterForces::Part::all, f);
  }
  void fast_force(const Vec& x, Vec& f) const override {
    forces_.force(x, WaterForces::Part::within, f);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec&, Vec& df) const override {
    forces_.jacobian_times(u.x, dx, df);
  }
  void stiffness(const State& u, Mat& K) const override {
    forces_.stiffness(u.x, WaterForces::Part::all, K);
  }
  void projected_stiffness(const State& u, Mat& K) const override {
    forces_.projected_stiffness(u.x, K);
  }
  double potential(const State& u) const override { return forces_.potential(u.x); }

  std::vector<Body> bodies(const State& u) const override {
    std::vector<Body> all;
    for (Index atom = 0; atom < u.x.size() / 3; ++atom)
      all.push_back(atom % 3 == 0 ? ball("oxygen", u.x.segment<3>(3 * atom), 0.06)
                                  : ball("hydrogen", u.x.segment<3>(3 * atom), 0.035));
    return all;
  }
  View view() const override { return {{0.4, 0.3, 1}, {0, 1, 0}}; }

 private:
  static WaterModel model(const Parameters& p) {
    WaterModel model = spc_fw;
    if (!p.charges) model.charge = 0;
    return model;
  }
  static Vec masses(Index molecules) {
    Vec m(9);
    m << Vec::Constant(3, oxygen), Vec::Constant(6, hydrogen);
    return m.replicate(molecules, 1);
  }

  /// Normal and uniform numbers that are the same with every standard library.
  struct Random {
    std::mt19937_64 engine;
    /// Between 0 and 1, neither of them.
    double uniform() { return (static_cast<double>(engine() >> 12) + 0.5) * 0x1p-52; }
    double normal() {
      const double size = std::sqrt(-2 * std::log(uniform()));
      return size * std::cos(2 * std::numbers::pi * uniform());
    }
    Eigen::Matrix3d rotation() {
      Eigen::Vector4d q = Eigen::Vector4d::NullaryExpr([&] { return normal(); });
      return Eigen::Quaterniond(q.normalized()).toRotationMatrix();
    }
  };

  static State start_of(const Parameters& p) {
    Random random{std::mt19937_64(static_cast<std::uint64_t>(p.seed))};
    const auto edge = static_cast<int>(std::ceil(std::cbrt(p.molecules) - 1e-9));
    const double half = spc_fw.angle / 2;
    Eigen::Matrix3d shape = Eigen::Matrix3d::Zero();
    shape.col(1) << spc_fw.length * std::sin(half), spc_fw.length * std::cos(half), 0;
    shape.col(2) << -shape(0, 1), shape(1, 1), 0;
    State u{0, Vec(9 * p.molecules), Vec(9 * p.molecules)};
    for (int k = 0; k < p.molecules; ++k) {
      const Vector3d place = p.spacing * Vector3d(k % edge, k / edge % edge, k / (edge * edge));
      u.x.segment<9>(9 * k) = ((random.rotation() * shape).colwise() + place).reshaped();
    }
    const Vec m = masses(p.molecules);
    for (Index i = 0; i < u.v.size(); ++i)
      u.v[i] = std::sqrt(boltzmann * p.temperature / m[i]) * random.normal();
    const auto atoms = u.v.reshaped(3, u.v.size() / 3);
    const Vector3d drift =
        u.v.cwiseProduct(m).reshaped(3, atoms.cols()).rowwise().sum() / (m.sum() / 3);
    u.v -= drift.replicate(atoms.cols(), 1);
    return u;
  }

  WaterForces forces_;
  Mass mass_;
  State start_;
  Mat linear_;
};

const bool enrolled = enrol_problem<Water>({
    .name = "water",
    .title = "Cluster of flexible water molecules, SPC/Fw",
    .equation = "M x'' = -grad V(x); V: harmonic bonds and angles in a molecule, Lennard-Jones "
                "energy of oxygens and Coulomb energy of charges between molecules",
    .doi = "10.1063/1.2136877",
    .units = {"nm", "u", "ps"},
    .order_checks = {{{"molecules", 2L}, {"end_time", 0.01}}},
});

}  // namespace
}  // namespace stiffbench
