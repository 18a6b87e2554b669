// A chain of bars between two walls under a harmonic load,
//   M x'' = -K x - (alpha M + beta K) x' + b cos(Omega t),  b_i = load (i + 1),
// where element s has mass masses[s] and stiffness k. The mass is lumped (half to either end) or
// consistent (masses[s]/6 [2 1; 1 2], tridiagonal). Rayleigh damping does not couple the modes, so
// there is a closed form: every mode q'' + d q' + lambda q = p cos(Omega t),
// d = alpha + beta lambda, is the sum of the particular solution
// Re(p exp(i Omega t) / (lambda - Omega^2 + i Omega d)) and a free oscillation (Landau, Lifshitz,
// Mechanics, section 26; Geradin, Rixen, Mechanical Vibrations, chapter 2).

#include "base/dense.hpp"
#include "base/error.hpp"
#include "problems/contract/optional/element_energies.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/chain.hpp"
#include "problems/forces/subtract_product.hpp"
#include "problems/outputs/amplification.hpp"

#include <fmt/format.h>

#include <cmath>
#include <complex>

namespace stiffbench {
namespace {

using Complex = std::complex<double>;

class ForcedOscillator final : public ExtendedProblem<ForcedOscillator>, public ElementEnergies {
 public:
  struct Parameters {
    std::vector<double> masses = {1, 2, 3, 4};
    bool consistent = false;
    double k = 10, alpha = 0, beta = 0, load = 1, load_omega = 2, x0 = 1, v0 = 0;

    static void parameters(auto& self, auto&& parameter) {
      parameter("masses", self.masses, positive(), "masses of the n + 1 elements (kg)");
      parameter("consistent", self.consistent, any_value(), "consistent mass, not lumped");
      parameter("k", self.k, positive(), "stiffness of an element (N/m)");
      parameter("alpha", self.alpha, not_negative(), "damping proportional to mass (1/s)");
      parameter("beta", self.beta, not_negative(), "damping proportional to stiffness (s)");
      parameter("load", self.load, any_value(), "amplitude of the load on the first point (N)");
      parameter("load_omega", self.load_omega, positive(), "the load's frequency (rad/s)");
      parameter("x0", self.x0, any_value(), "initial displacement of every point (m)");
      parameter("v0", self.v0, any_value(), "initial velocity of every point (m/s)");
    }
    void resolve(const std::string& owner) const {
      if (masses.size() < 2)
        throw Error(owner + ": a chain has at least two elements", fmt::format("{}", masses.size()),
                    "give at least two masses");
    }
  };

  explicit ForcedOscillator(const Parameters& p)
      : p_(p),
        mass_(mass_of(p)),
        springs_(ScalarSprings::of_chain(static_cast<int>(mass_.size()), p.k, 0)) {
    const Eigen::Index n = mass_.size();
    chain_stiffness(Vec::Constant(n + 1, p.k), linear_);
    damping_ = p.alpha * mass_.matrix() + p.beta * linear_;
    load_ = p.load * Vec::LinSpaced(n, 1, static_cast<double>(n));
    start_ = {0, Vec::Constant(n, p.x0), Vec::Constant(n, p.v0)};
    modes_ = dense::modes(Eigen::MatrixXd(linear_), Eigen::MatrixXd(mass_.matrix()));
    const double w = p.load_omega;
    for (const double lambda : modes_.values)
      if (p.alpha + p.beta == 0 && std::abs(lambda - w * w) < 1e-6 * lambda)
        throw Error(
            "problem 'forced_oscillator': an undamped chain must not be driven in resonance",
            fmt::format("load_omega = {}", w), "change load_omega, alpha or beta");
  }

  State start() const override { return start_; }
  double default_end_time() const override { return 10; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override {
    ProblemTraits traits{.damped = damped(), .time_dependent = true, .linear = true};
    if (traits.damped) traits.rayleigh = Rayleigh{p_.alpha, p_.beta};
    return traits;
  }
  const Mat& linear_stiffness() const override { return linear_; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    using std::cos;
    const Scalar phase = static_cast<Scalar>(p_.load_omega) * u.t;
    f = cos(phase) * load_.cast<Scalar>();
    subtract_product(linear_, u.x, f);
    if (damped()) subtract_product(damping_, u.v, f);
  }
  void jacobian_times(const State&, const Vec& dx, const Vec& dv, Vec& df) const override {
    df = -(linear_ * dx);
    if (damped()) df -= damping_ * dv;
  }
  void stiffness(const State&, Mat& K) const override { K = linear_; }
  void damping(const State& u, Mat& D) const override {
    if (damped())
      D = damping_;
    else
      Problem::damping(u, D);
  }
  void time_derivative(const State& u, Vec& dfdt) const override {
    dfdt = -p_.load_omega * std::sin(p_.load_omega * u.t) * load_;
  }
  void load(double t, Vec& f) const override { f = std::cos(p_.load_omega * t) * load_; }
  double potential(const State& u) const override { return 0.5 * u.x.dot(linear_ * u.x); }
  std::vector<const ElementGroup*> element_groups() const override { return {&springs_}; }
  void external_force(double t, Vec& f) const override { load(t, f); }
  bool projection_stiffness(Mat& L) const override {
    L = linear_;
    return springs_.is_linear();
  }

  /// One free point is an oscillator with Rayleigh damping, which may be overdamped; longer chains
  /// have no outputs.
  std::unique_ptr<Outputs> outputs(long) const override {
    if (dof() != 1 || p_.load != 0) return nullptr;
    const double omega = std::sqrt(modes_.values[0]);
    return std::make_unique<Amplification>(omega, (p_.alpha / omega + p_.beta * omega) / 2);
  }
  std::optional<State> exact(double t) const override {
    const Eigen::MatrixXd& modes = modes_.vectors;
    const Vec q0 = modes.transpose() * (mass_.matrix() * start_.x);
    const Vec w0 = modes.transpose() * (mass_.matrix() * start_.v);
    const Vec p = modes.transpose() * load_;
    Vec q(q0.size()), w(q0.size());
    for (Eigen::Index i = 0; i < q.size(); ++i)
      mode(modes_.values[i], p[i], q0[i], w0[i], t, q[i], w[i]);
    return State{t, modes * q, modes * w};
  }

 private:
  bool damped() const { return p_.alpha > 0 || p_.beta > 0; }

  static Mass mass_of(const Parameters& p) {
    const Vec elements = Eigen::Map<const Vec>(p.masses.data(), Eigen::Index(p.masses.size()));
    const Eigen::Index n = elements.size() - 1;
    const Vec sum = elements.head(n) + elements.tail(n);
    if (!p.consistent) return Mass(Vec(sum / 2));
    Mat M;
    tridiagonal(sum / 3, elements.segment(1, n - 1) / 6, M);
    return Mass(std::move(M));
  }

  /// Computes the modal displacement q and its rate w at time t from the initial values q0 and w0.
  void mode(double lambda, double p, double q0, double w0, double t, double& q, double& w) const {
    const double omega = p_.load_omega, d = p_.alpha + p_.beta * lambda;
    const Complex i(0, 1), response = p / (lambda - omega * omega + i * omega * d);
    const double a = q0 - response.real(), b = w0 - (i * omega * response).real();
    const Complex s = std::sqrt(Complex(d * d / 4 - lambda));
    const Complex sinhc = s == 0. ? Complex(t) : std::sinh(s * t) / s, cosh = std::cosh(s * t);
    const double decay = std::exp(-d * t / 2);
    const Complex driven = response * std::exp(i * omega * t);
    q = decay * (a * cosh + (b + d / 2 * a) * sinhc).real() + driven.real();
    w = decay * (b * cosh - (d / 2 * b + lambda * a) * sinhc).real() + (i * omega * driven).real();
  }

  Parameters p_;
  Mass mass_;
  ScalarSprings springs_;
  Mat linear_, damping_;
  Vec load_;
  State start_;
  dense::Modes modes_;
};

const bool enrolled = enrol_problem<ForcedOscillator>({
    .name = "forced_oscillator",
    .title = "Chain of bars between walls under a harmonic load, lumped or consistent mass",
    .equation = "M x'' = -K x - (alpha M + beta K) x' + b cos(Omega t), b_i = load (i + 1)",
    .doi = "",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"end_time", 2.0}, {"load", 5.0}},
                     {{"end_time", 2.0}, {"load", 5.0}, {"alpha", 0.3}, {"beta", 0.05}},
                     {{"end_time", 2.0}, {"load", 5.0}, {"alpha", 0.3}, {"consistent", true}}},
});

}  // namespace
}  // namespace stiffbench
