// The harmonic oscillator m x'' = -m omega^2 x, with its closed form
//   x(t) = x0 cos(omega t) + (v0/omega) sin(omega t)
// (Landau, Lifshitz, Mechanics, section 21).

#include "problems/contract/optional/element_energies.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/chain.hpp"
#include "problems/outputs/amplification.hpp"

#include <cmath>

namespace stiffbench {
namespace {

class Oscillator final : public ExtendedProblem<Oscillator>, public ElementEnergies {
 public:
  struct Parameters {
    double mass = 1, omega = 1, x0 = 1, v0 = 0;

    static void parameters(auto& self, auto&& parameter) {
      parameter("mass", self.mass, positive(), "mass (kg)");
      parameter("omega", self.omega, positive(), "angular frequency (rad/s)");
      parameter("x0", self.x0, any_value(), "initial position (m)");
      parameter("v0", self.v0, any_value(), "initial velocity (m/s)");
    }
  };

  explicit Oscillator(const Parameters& p)
      : p_(p),
        stiffness_(p.mass * p.omega * p.omega),
        mass_(Vec::Constant(1, p.mass)),
        springs_({{{{0, 1}}, stiffness_}}) {
    tridiagonal(Vec::Constant(1, stiffness_), Vec(), linear_);
  }

  State start() const override { return *exact(0); }
  double default_end_time() const override { return 10; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override { return {.linear = true}; }
  const Mat& linear_stiffness() const override { return linear_; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    f = -static_cast<Scalar>(stiffness_) * u.x;
  }
  void jacobian_times(const State&, const Vec& dx, const Vec&, Vec& df) const override {
    df = -stiffness_ * dx;
  }
  void stiffness(const State&, Mat& K) const override { K = linear_; }
  double potential(const State& u) const override { return 0.5 * stiffness_ * u.x.squaredNorm(); }
  std::vector<const ElementGroup*> element_groups() const override { return {&springs_}; }
  void external_force(double, Vec& f) const override { f.setZero(dof()); }
  bool projection_stiffness(Mat& L) const override {
    L = linear_;
    return springs_.is_linear();
  }

  std::unique_ptr<Outputs> outputs(long) const override {
    return std::make_unique<Amplification>(p_.omega, 0);
  }
  std::optional<State> exact(double t) const override {
    const double c = std::cos(p_.omega * t), s = std::sin(p_.omega * t);
    return State{t, Vec::Constant(1, p_.x0 * c + p_.v0 / p_.omega * s),
                 Vec::Constant(1, p_.v0 * c - p_.omega * p_.x0 * s)};
  }

 private:
  Parameters p_;
  double stiffness_;
  Mass mass_;
  ScalarSprings springs_;
  Mat linear_;
};

const bool enrolled = enrol_problem<Oscillator>({
    .name = "oscillator",
    .title = "Harmonic oscillator",
    .equation = "m x'' = -m omega^2 x",
    .doi = "",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"mass", 2.0}, {"omega", 3.0}, {"v0", 1.0}, {"end_time", 2.0}}},
});

}  // namespace
}  // namespace stiffbench
