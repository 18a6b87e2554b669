// A chain of n masses between two walls, alternately light and heavy, with springs of tension
// k e + cubic e^3, where e is the elongation (Duffing's law; Guckenheimer, Holmes, Nonlinear
// Oscillations, section 2.2), and dampers of tension damping e'.

#include "problems/contract/optional/element_energies.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/chain.hpp"

#include <cmath>
#include <numbers>

namespace stiffbench {
namespace {

class DuffingChain final : public ExtendedProblem<DuffingChain>, public ElementEnergies {
 public:
  struct Parameters {
    int n = 4;
    double k = 10, cubic = 5, damping = 0, mass = 1, mass_ratio = 2, x0 = 1, v0 = 1;

    static void parameters(auto& self, auto&& parameter) {
      parameter("n", self.n, at_least(1), "number of masses");
      parameter("k", self.k, positive(), "linear stiffness of a spring (N/m)");
      parameter("cubic", self.cubic, not_negative(), "cubic stiffness of a spring (N/m^3)");
      parameter("damping", self.damping, not_negative(), "damping between neighbours (N s/m)");
      parameter("mass", self.mass, positive(), "mass of points 0, 2, ... (kg)");
      parameter("mass_ratio", self.mass_ratio, positive(), "mass of points 1, 3, ... over `mass`");
      parameter("x0", self.x0, any_value(), "initial displacements x0 sin(pi (i+1)/(n+1)) (m)");
      parameter("v0", self.v0, any_value(), "initial velocity of the first point (m/s)");
    }
  };

  explicit DuffingChain(const Parameters& p)
      : p_(p), mass_(masses(p)), springs_(ScalarSprings::of_chain(p.n, p.k, p.cubic)) {
    const Eigen::Index n = p.n;
    chain_stiffness(Vec::Constant(n + 1, p.k), linear_);
    start_ = {0, Vec(n), Vec::Zero(n)};
    for (Eigen::Index i = 0; i < n; ++i)
      start_.x[i] = p.x0 * std::sin(std::numbers::pi * double(i + 1) / double(n + 1));
    start_.v[0] = p.v0;
  }

  State start() const override { return start_; }
  double default_end_time() const override { return 10; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override {
    const bool damped = p_.damping > 0;
    ProblemTraits traits{.damped = damped, .linear = p_.cubic == 0};
    if (damped && traits.linear) traits.rayleigh = Rayleigh{.stiffness = p_.damping / p_.k};
    return traits;
  }
  const Mat& linear_stiffness() const override { return linear_; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    const auto k = static_cast<Scalar>(p_.k), cubic = static_cast<Scalar>(p_.cubic);
    const auto damping = static_cast<Scalar>(p_.damping);
    f.setZero(p_.n);
    for (Eigen::Index s = 0; s <= p_.n; ++s) {
      const Scalar e = chain_elongation(s, u.x);
      chain_pull<Scalar>(s, (k + cubic * e * e) * e + damping * chain_elongation(s, u.v), f);
    }
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override {
    df.setZero(p_.n);
    for (Eigen::Index s = 0; s <= p_.n; ++s)
      chain_pull(s, slope(s, u) * chain_elongation(s, dx) + p_.damping * chain_elongation(s, dv),
                 df);
  }
  void stiffness(const State& u, Mat& K) const override {
    chain_stiffness(Vec::NullaryExpr(p_.n + 1, [&](Eigen::Index s) { return slope(s, u); }), K);
  }
  void damping(const State& u, Mat& D) const override {
    if (p_.damping > 0)
      chain_stiffness(Vec::Constant(p_.n + 1, p_.damping), D);
    else
      Problem::damping(u, D);
  }
  double potential(const State& u) const override {
    double sum = 0;
    for (Eigen::Index s = 0; s <= p_.n; ++s) {
      const double e2 = std::pow(chain_elongation(s, u.x), 2);
      sum += (0.5 * p_.k + 0.25 * p_.cubic * e2) * e2;
    }
    return sum;
  }
  std::vector<const ElementGroup*> element_groups() const override { return {&springs_}; }
  void external_force(double, Vec& f) const override { f.setZero(dof()); }
  bool projection_stiffness(Mat& L) const override {
    L = linear_;
    return springs_.is_linear();
  }

 private:
  static Vec masses(const Parameters& p) {
    Vec m = Vec::Constant(p.n, p.mass);
    for (Eigen::Index i = 1; i < p.n; i += 2) m[i] *= p.mass_ratio;
    return m;
  }
  double slope(Eigen::Index s, const State& u) const {
    const double e = chain_elongation(s, u.x);
    return p_.k + 3 * p_.cubic * e * e;
  }

  Parameters p_;
  Mass mass_;
  ScalarSprings springs_;
  Mat linear_;
  State start_;
};

const bool enrolled = enrol_problem<DuffingChain>({
    .name = "duffing_chain",
    .title = "Chain of light and heavy masses on springs with a cubic term, damped or not",
    .equation = "m_i x_i'' = T_(i+1) - T_i; "
                "T = k e + cubic e^3 + damping e', e: elongation of a spring",
    .doi = "",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"end_time", 2.0}}, {{"end_time", 2.0}, {"damping", 0.5}}},
});

}  // namespace
}  // namespace stiffbench
