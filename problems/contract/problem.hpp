#pragma once

#include "base/parameters.hpp"
#include "problems/contract/mass.hpp"
#include "problems/contract/outputs.hpp"
#include "problems/contract/state.hpp"

#include <memory>
#include <optional>
#include <string>

namespace stiffbench {

/// Damping D = mass M + stiffness K, at every state (coefficients in 1/s and s).
struct Rayleigh {
  double mass = 0, stiffness = 0;
};

/// The kind of a problem, as far as a method's order or scope depends on it.
struct Nature {
  bool damped = false;           ///< f depends on v
  bool varying_damping = false;  ///< damped, and D depends on the state
  bool time_dependent = false;   ///< f depends on t
  bool linear = false;           ///< f is affine in (x, v)
  bool separated = true;         ///< f + K0 x depends on neither v nor t: a split makes sense
  std::optional<Rayleigh> rayleigh = {};  ///< damped, and D is of this form
  bool smooth = true;  ///< f is smooth along solutions; else its derivatives jump, as at a contact
  bool indefinite = false;       ///< K may be indefinite, and projected_stiffness() takes that out
  bool varying_pattern = false;  ///< which entries K has depends on the state: contacts
  /// Contestants see another force, which the state at the start of each step makes anew
  /// (Problem::step_stiffness). It tends to f as h does to 0: no method has an order above 1, and
  /// none conserves the energy of f.
  bool stepwise = false;
  bool contacts = false;  ///< beside f, closed contacts constrain v (Problem::closed_contacts)
  /// Runs converge to one solution as h tends to 0. False where what happens after each step
  /// (Problem::after_step) leaves none: no reference is certified, and no order is measured.
  bool convergent = true;
};

/// The equation M x'' = f(x, v, t) with its data, f being the total force: elastic, damping, load,
/// contact (N). Vectors have length dof(). A problem is immutable: runs share it.
class Problem {
 public:
  virtual ~Problem() = default;

  virtual State start() const = 0;
  virtual const Mass& mass() const = 0;
  virtual Nature nature() const = 0;

  virtual void force(const State& u, Vec& f) const = 0;
  /// df = (df/dx) dx + (df/dv) dv, without a matrix.
  virtual void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const = 0;
  /// K = -df/dx (N/m). An empty K is allocated, a K from an earlier call is overwritten
  /// in place: the pattern is the same at every state, unless nature().varying_pattern. Then K
  /// may have more entries than the state needs, and a K that lacks one is replaced by one of
  /// another pattern; a caller that keeps an analysis of a pattern must compare it. Values never
  /// depend on the previous content of K. K is symmetric, unless D varies with the state.
  virtual void stiffness(const State& u, Mat& K) const = 0;
  /// The matrix K with the negative curvature of every single element taken out, so that the sum is
  /// positive semidefinite; the pattern is that of K. Problems whose K is never indefinite
  /// (Nature::indefinite) leave the default: K itself.
  virtual void projected_stiffness(const State& u, Mat& K) const { stiffness(u, K); }
  /// The matrix Kn (N/m), under the rules of stiffness(), of a problem that is stepwise. In a step
  /// from (x_n, v_n) its contestants see the affine force
  ///   f(x_n, 0) - Kn (x - x_n) - D v
  /// in place of f, and its potential. The problem has no load and D is constant.
  virtual void step_stiffness(const State& u, Mat& K) const { stiffness(u, K); }
  /// D = -df/dv (N s/m), symmetric, under the rules of stiffness(). Undamped problems leave the
  /// default: no entry.
  virtual void damping(const State& u, Mat& D) const;
  /// df/dt at fixed x and v. Autonomous problems leave the default: zero.
  virtual void time_derivative(const State& u, Vec& dfdt) const;
  /// The part of f that depends on t alone (N), so that at v = 0 the rest is conservative:
  ///   force({t, x, 0}) = -(slope of the potential at x) + load(t).
  /// Problems without such a part leave the default: zero.
  virtual void load(double t, Vec& f) const;
  /// The constant, symmetric K0 of the split M x'' = -K0 x + g(x); also the weight of the energy
  /// norm.
  virtual const Mat& linear_stiffness() const = 0;
  /// Potential energy of the conservative forces (J); +inf where infeasible.
  virtual double potential(const State& u) const = 0;

  /// True when the problem offers its force in extended precision, too, in which references of
  /// small problems are computed.
  virtual bool has_extended() const { return false; }
  virtual void force(const StateOf<long double>& u, VecOf<long double>& f) const;

  /// The closed-form solution, where there is one.
  virtual std::optional<State> exact(double /*t*/) const { return std::nullopt; }
  /// Edge of the dense blocks of K: 3 where three rows share their columns, else 1.
  virtual int block_size() const { return 1; }
  /// Where nature().contacts: the matrix G of the contacts that are closed at u, a row each, whose
  /// sides must not approach: G v >= 0. G is replaced. Problems without contacts leave the default:
  /// no row.
  virtual void closed_contacts(const State& /*u*/, Mat& G) const { G = Mat(0, dof()); }
  /// The largest fraction in (0, 1] of the move dx that stays feasible.
  virtual double feasible_step(const Vec& /*x*/, const Vec& /*dx*/) const { return 1; }
  /// A function that changes its sign where f is not smooth. References step onto that change,
  /// since otherwise no method keeps its order.
  virtual double kink(const Vec& /*x*/) const { return 1; }
  /// A fresh observer of a run's physical outputs (outputs.hpp), which must not outlive the
  /// problem, with series of this many points; none where a problem has no such outputs.
  virtual std::unique_ptr<Outputs> outputs(long /*points*/) const { return nullptr; }
  /// The size of displacements that the forces are made for (m), by which checks perturb a state. 0
  /// where the start's displacements, velocities and load give that size.
  virtual double typical_displacement() const { return 0; }
  /// The state after what happens between steps only, which may change u.z alone: plastic flow.
  virtual State after_step(State u) const { return u; }
  /// The period (s) of the clock at whose ticks, t = period, 2 period, ..., after_step() changes
  /// u.z, or 0. Between two ticks the equation is an ordinary one. Methods keep their order since
  /// all of them step onto every tick.
  virtual double clock() const { return 0; }

  /// The default span of time (s); it may depend on the parameters.
  virtual double default_end_time() const = 0;

  /// The number of the clock's periods until end_time(), 0 without a clock. Error unless it is
  /// whole.
  long ticks() const;
  Eigen::Index dof() const { return mass().size(); }
  double kinetic(const State& u) const;
  double energy(const State& u) const { return kinetic(u) + potential(u); }

  const std::string& name() const { return name_; }
  double end_time() const { return end_time_; }
  /// Every parameter with its resolved value, end_time among them.
  const Settings& parameters() const { return parameters_; }

 private:
  friend class ProblemRegistry;
  std::string name_;
  double end_time_ = 0;
  Settings parameters_;
};

/// A problem whose force is one template `force_of(const StateOf<Scalar>&, VecOf<Scalar>&)` and so
/// runs in extended precision too: `class Chain final : public ExtendedProblem<Chain>`.
template <class Derived>
class ExtendedProblem : public Problem {
 public:
  bool has_extended() const final { return true; }
  void force(const State& u, Vec& f) const final { self().force_of(u, f); }
  void force(const StateOf<long double>& u, VecOf<long double>& f) const final {
    self().force_of(u, f);
  }

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

}  // namespace stiffbench
