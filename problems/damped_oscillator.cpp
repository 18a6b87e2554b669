// The underdamped oscillator m x'' = -m omega^2 x - 2 zeta m omega x', 0 < zeta < 1, with its
// closed form (Landau, Lifshitz, Mechanics, section 25): with w = omega sqrt(1 - zeta^2),
//   x(t) = exp(-zeta omega t) (x0 cos(w t) + (v0 + zeta omega x0)/w sin(w t)).

#include "problems/contract/optional/element_energies.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/chain.hpp"
#include "problems/outputs/amplification.hpp"

#include <cmath>

namespace stiffbench {
namespace {

class DampedOscillator final : public ExtendedProblem<DampedOscillator>, public ElementEnergies {
 public:
  struct Parameters {
    double mass = 1, omega = 1, zeta = 0.1, x0 = 1, v0 = 0;

    static void parameters(auto& self, auto&& parameter) {
      parameter("mass", self.mass, positive(), "mass (kg)");
      parameter("omega", self.omega, positive(), "undamped angular frequency (rad/s)");
      parameter("zeta", self.zeta, between(0, 1), "damping ratio");
      parameter("x0", self.x0, any_value(), "initial position (m)");
      parameter("v0", self.v0, any_value(), "initial velocity (m/s)");
    }
  };

  explicit DampedOscillator(const Parameters& p)
      : p_(p),
        stiffness_(p.mass * p.omega * p.omega),
        damping_(2 * p.zeta * p.mass * p.omega),
        mass_(Vec::Constant(1, p.mass)),
        springs_({{{{0, 1}}, stiffness_}}) {
    tridiagonal(Vec::Constant(1, stiffness_), Vec(), linear_);
  }

  State start() const override { return *exact(0); }
  double default_end_time() const override { return 10; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override {
    return {.damped = true, .linear = true, .rayleigh = Rayleigh{.mass = 2 * p_.zeta * p_.omega}};
  }
  const Mat& linear_stiffness() const override { return linear_; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    f = -static_cast<Scalar>(stiffness_) * u.x - static_cast<Scalar>(damping_) * u.v;
  }
  void jacobian_times(const State&, const Vec& dx, const Vec& dv, Vec& df) const override {
    df = -stiffness_ * dx - damping_ * dv;
  }
  void stiffness(const State&, Mat& K) const override { K = linear_; }
  void damping(const State&, Mat& D) const override {
    tridiagonal(Vec::Constant(1, damping_), Vec(), D);
  }
  double potential(const State& u) const override { return 0.5 * stiffness_ * u.x.squaredNorm(); }
  std::vector<const ElementGroup*> element_groups() const override { return {&springs_}; }
  void external_force(double, Vec& f) const override { f.setZero(dof()); }
  bool projection_stiffness(Mat& L) const override {
    L = linear_;
    return springs_.is_linear();
  }

  std::unique_ptr<Outputs> outputs(long) const override {
    return std::make_unique<Amplification>(p_.omega, p_.zeta);
  }
  std::optional<State> exact(double t) const override {
    const double decay = p_.zeta * p_.omega, w = p_.omega * std::sqrt(1 - p_.zeta * p_.zeta);
    const double b = (p_.v0 + decay * p_.x0) / w;
    const double c = std::cos(w * t), s = std::sin(w * t), e = std::exp(-decay * t);
    const double x = e * (p_.x0 * c + b * s);
    return State{t, Vec::Constant(1, x), Vec::Constant(1, e * w * (b * c - p_.x0 * s) - decay * x)};
  }

 private:
  Parameters p_;
  double stiffness_, damping_;
  Mass mass_;
  ScalarSprings springs_;
  Mat linear_;
};

const bool enrolled = enrol_problem<DampedOscillator>({
    .name = "damped_oscillator",
    .title = "Underdamped oscillator",
    .equation = "m x'' = -m omega^2 x - 2 zeta m omega x'",
    .doi = "",
    .units = {"m", "kg", "s"},
    .order_checks =
        {{{"mass", 2.0}, {"omega", 3.0}, {"zeta", 0.2}, {"v0", 1.0}, {"end_time", 2.0}}},
});

}  // namespace
}  // namespace stiffbench
