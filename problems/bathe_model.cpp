// The three-degree model with which Bathe and Noh judge integrators of structural dynamics (Insight
// into an implicit time integration scheme for structural dynamics, 2012, section 4): a very stiff
// spring k1 moves a mass from a support that is driven by u1 = sin(1.2 t), and a soft spring k2
// moves a second mass from the first,
//   m2 u2'' = -k1 (u2 - u1(t)) - k2 (u2 - u3),   m3 u3'' = -k2 (u3 - u2),
// from rest. The paper gives k1 = 1e7 N/m, k2 = 1 N/m, m2 = m3 = 1 kg and m1 = 0. The stiff mode
// has no part in the answer of a structure, but the start excites it: a method without damping at
// infinity shows it in the velocity, the acceleration and the reaction of the support. The model is
// linear; its closed form is a sum over two modes.

#include "base/dense.hpp"
#include "base/error.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/chain.hpp"
#include "problems/forces/subtract_product.hpp"
#include "problems/outputs/support_reaction.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench {
namespace {

class BatheModel final : public ExtendedProblem<BatheModel> {
 public:
  struct Parameters {
    double k1 = 1e7, k2 = 1, m2 = 1, m3 = 1, amplitude = 1, load_omega = 1.2;

    static void parameters(auto& self, auto&& parameter) {
      parameter("k1", self.k1, positive(), "stiffness of the spring to the support (N/m)");
      parameter("k2", self.k2, positive(), "stiffness of the spring between the masses (N/m)");
      parameter("m2", self.m2, positive(), "mass of the first point (kg)");
      parameter("m3", self.m3, positive(), "mass of the second point (kg)");
      parameter("amplitude", self.amplitude, any_value(), "of the support's motion (m)");
      parameter("load_omega", self.load_omega, positive(), "frequency of the support (rad/s)");
    }
  };

  explicit BatheModel(const Parameters& p) : p_(p), mass_(Vec{{p.m2, p.m3}}) {
    tridiagonal(Vec{{p.k1 + p.k2, p.k2}}, Vec{{-p.k2}}, linear_);
    modes_ = dense::modes(Eigen::MatrixXd(linear_), Eigen::MatrixXd(mass_.matrix()));
    for (const double lambda : modes_.values)
      if (std::abs(lambda - p.load_omega * p.load_omega) < 1e-6 * lambda)
        throw Error(
            "problem 'bathe_model': the support must not move in resonance",
            fmt::format("load_omega = {}, a mode of {:.9g} rad/s", p.load_omega, std::sqrt(lambda)),
            "change load_omega");
  }

  State start() const override { return {0, Vec::Zero(2), Vec::Zero(2)}; }
  double default_end_time() const override { return 10; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override { return {.time_dependent = true, .linear = true}; }
  const Mat& linear_stiffness() const override { return linear_; }
  double typical_displacement() const override { return std::abs(p_.amplitude); }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    using std::sin;
    f.setZero(2);
    f[0] = static_cast<Scalar>(p_.k1) * static_cast<Scalar>(p_.amplitude) *
           sin(static_cast<Scalar>(p_.load_omega) * u.t);
    subtract_product(linear_, u.x, f);
  }
  void jacobian_times(const State&, const Vec& dx, const Vec&, Vec& df) const override {
    df = -(linear_ * dx);
  }
  void stiffness(const State&, Mat& K) const override { K = linear_; }
  void time_derivative(const State& u, Vec& dfdt) const override {
    dfdt = Vec{{p_.k1 * p_.amplitude * p_.load_omega * std::cos(p_.load_omega * u.t), 0}};
  }
  void load(double t, Vec& f) const override { f = Vec{{p_.k1 * support(t), 0}}; }
  double potential(const State& u) const override { return 0.5 * u.x.dot(linear_ * u.x); }

  std::optional<State> exact(double t) const override {
    State u{t, Vec::Zero(2), Vec::Zero(2)};
    const double omega = p_.load_omega;
    for (Eigen::Index i = 0; i < 2; ++i) {
      const Vec mode = modes_.vectors.col(i);
      const double lambda = modes_.values[i], own = std::sqrt(lambda),
                   response = mode[0] * p_.k1 * p_.amplitude / (lambda - omega * omega);
      u.x += response * (std::sin(omega * t) - omega / own * std::sin(own * t)) * mode;
      u.v += response * omega * (std::cos(omega * t) - std::cos(own * t)) * mode;
    }
    return u;
  }
  std::unique_ptr<Outputs> outputs(long points) const override {
    return std::make_unique<SupportReaction>(
        SupportReaction::Support{
            .stiffness = p_.k1, .amplitude = p_.amplitude, .omega = p_.load_omega},
        *this, end_time(), points);
  }

 private:
  double support(double t) const { return p_.amplitude * std::sin(p_.load_omega * t); }

  Parameters p_;
  Mass mass_;
  Mat linear_;
  dense::Modes modes_;
};

const bool enrolled = enrol_problem<BatheModel>({
    .name = "bathe_model",
    .title = "Two masses behind a very stiff spring on a moving support",
    .equation = "m2 u2'' = -k1 (u2 - u1) - k2 (u2 - u3), m3 u3'' = -k2 (u3 - u2), "
                "u1 = amplitude sin(load_omega t)",
    .doi = "10.1016/j.compstruc.2012.01.009",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"k1", 20.0}, {"k2", 5.0}, {"end_time", 2.0}}},
});

}  // namespace
}  // namespace stiffbench
