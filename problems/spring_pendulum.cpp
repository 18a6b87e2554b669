// A particle without weight on a stiff spring whose other end is fixed: m x'' = -k (r - L) x / r in
// the plane, r = |x|. The spring rotates, and with it the one stiff direction; where it is
// compressed, K is indefinite. Lengths and rates are ours. If the tension of the spring keeps the
// particle on a circle, that motion is the closed form.
//
// A rigid wall beside the held end, x_2 >= -wall, from which the particle rebounds, adds what
// integrators of nonsmooth dynamics have to keep: the angular momentum between impacts, and the
// energy of a nonlinear spring over many of them. Both are properties by which Di Stasio et al.
// (doi:10.1186/s40323-019-0126-y) compare methods; the case is ours.

#include "base/error.hpp"
#include "problems/contract/optional/contact_constraints.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/chain.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace stiffbench {
namespace {

class SpringPendulum final : public ExtendedProblem<SpringPendulum>,
                             public ProjectedStiffness,
                             public ContactConstraints {
 public:
  struct Parameters {
    double mass = 1, length = 1, omega = 100, turn = 10, restitution = 1;
    std::optional<double> strain, wall;

    static void parameters(auto& self, auto&& parameter) {
      parameter("mass", self.mass, positive(), "mass (kg)");
      parameter("length", self.length, positive(), "length of the spring at rest (m)");
      parameter("omega", self.omega, positive(), "sqrt(k/m), the spring's own frequency (rad/s)");
      parameter("turn", self.turn, not_negative(), "rate at which it turns at the start (rad/s)");
      parameter("strain", self.strain, any_value(),
                "strain at the start; automatic: that of a motion on a circle");
      parameter("wall", self.wall, positive(),
                "distance of a rigid wall from the held end (m); automatic: no wall");
      parameter("restitution", self.restitution, from_to(0, 1), "e of the wall");
    }
    void resolve(const std::string& owner) {
      if (!strain && !(turn < omega))
        throw Error(owner + ": a spring carries a motion on a circle with turn < omega",
                    fmt::format("turn = {}, omega = {}", turn, omega), "set problem.strain");
      if (strain && !(*strain > -1))
        throw Error(owner + ": strain is above -1", fmt::format("{}", *strain),
                    "start away from the held end");
    }
  };

  explicit SpringPendulum(const Parameters& p)
      : p_(p),
        k_(p.mass * p.omega * p.omega),
        radius_(p.strain ? p.length * (1 + *p.strain)
                         : p.length / (1 - std::pow(p.turn / p.omega, 2))),
        mass_(Vec::Constant(2, p.mass)) {
    tridiagonal(Vec{{k_, 0}}, Vec::Zero(1), linear_);
    gradient_ = Mat(p.wall ? 1 : 0, 2);
    if (p.wall) gradient_.insert(0, 1) = 1;
    gradient_.makeCompressed();
  }

  State start() const override { return on_circle(0); }
  double default_end_time() const override { return 10; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override { return {.smooth = !p_.wall}; }
  /// The stiffness at rest, with the spring along the first axis.
  const Mat& linear_stiffness() const override { return linear_; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    const auto length = static_cast<Scalar>(p_.length), k = static_cast<Scalar>(k_);
    f = k * (length / u.x.norm() - 1) * u.x;
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec&, Vec& df) const override {
    const Vec d = u.x.normalized();
    const double across = tension(u.x);
    df = -across * dx - (k_ - across) * d.dot(dx) * d;
  }
  void stiffness(const State& u, Mat& K) const override { assemble(u.x, tension(u.x), K); }
  void projected_stiffness(const State& u, Mat& K) const override {
    assemble(u.x, std::max(0., tension(u.x)), K);
  }
  double potential(const State& u) const override {
    return 0.5 * k_ * std::pow(u.x.norm() - p_.length, 2);
  }
  std::optional<State> exact(double t) const override {
    if (p_.strain || p_.wall) return std::nullopt;
    return on_circle(t);
  }
  const Mat& gap_gradient() const override { return gradient_; }
  void gaps(const Vec& x, Vec& g) const override {
    g = (gradient_ * x).array() + p_.wall.value_or(0);
  }
  double restitution() const override { return p_.restitution; }

 private:
  State on_circle(double t) const {
    const double c = std::cos(p_.turn * t), s = std::sin(p_.turn * t);
    return {t, radius_ * Vec{{c, s}}, radius_ * p_.turn * Vec{{-s, c}}};
  }
  /// The spring force over its length, which is its transverse stiffness (N/m).
  double tension(const Vec& x) const { return k_ * (1 - p_.length / x.norm()); }
  /// Writes K = k d d^T + across (I - d d^T), where d is the direction of the spring.
  void assemble(const Vec& x, double across, Mat& K) const {
    const Vec d = x.normalized();
    const double along = k_ - across;
    tridiagonal(Vec{{across + along * d[0] * d[0], across + along * d[1] * d[1]}},
                Vec{{along * d[0] * d[1]}}, K);
  }

  Parameters p_;
  double k_, radius_;
  Mass mass_;
  Mat linear_, gradient_;
};

const bool enrolled = enrol_problem<SpringPendulum>({
    .name = "spring_pendulum",
    .title = "A particle on a stiff spring that turns",
    .equation = "m x'' = -k (r - L) x / r, r = |x|, k = m omega^2, in the plane; "
                "x_2 >= -wall, x_2' -> -restitution x_2' at x_2 = -wall",
    .doi = "",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"omega", 5.0}, {"turn", 1.0}, {"strain", -0.1}, {"end_time", 2.0}}},
});

}  // namespace
}  // namespace stiffbench
