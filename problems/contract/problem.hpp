#pragma once

#include "base/parameters.hpp"
#include "problems/contract/mass.hpp"
#include "problems/contract/outputs.hpp"
#include "problems/contract/state.hpp"

#include <memory>
#include <optional>
#include <string>

namespace stiffbench {

/// Rayleigh damping D = mass M + stiffness K at every state (coefficients in 1/s and s).
struct Rayleigh {
  double mass = 0, stiffness = 0;
};

/// The properties of a problem on which the order or the scope of a method depends.
struct ProblemTraits {
  bool damped = false;           ///< f depends on v
  bool varying_damping = false;  ///< damped, and D depends on the state
  bool time_dependent = false;   ///< f depends on t
  bool linear = false;           ///< f is affine in (x, v)
  bool separated = true;         ///< f + K0 x depends on neither v nor t, so a split is meaningful
  std::optional<Rayleigh> rayleigh = {};  ///< damped, and D has this form
  bool smooth = true;       ///< false if derivatives of f jump along solutions, as at a contact
  bool indefinite = false;  ///< K may be indefinite; projected_stiffness() removes that
  bool varying_pattern = false;  ///< the pattern of K depends on the state, as with contacts
  /// Integrators see a different force, which the problem rebuilds from the state at the start of
  /// each step (Problem::step_stiffness). It tends to f as h tends to 0, so no method has an order
  /// above 1 and none conserves the energy of f.
  bool stepwise = false;
  bool contacts = false;  ///< closed contacts also constrain v (Problem::closed_contacts)
  /// Runs converge to one solution as h tends to 0. Where Problem::after_step prevents that, this
  /// is false: no reference is certified and no order is measured.
  bool convergent = true;
};

/// The equation M x'' = f(x, v, t) with its data, where f is the total force (N): elastic, damping,
/// load and contact. Vectors have length dof(). A problem is immutable, so several runs can share
/// it.
class Problem {
 public:
  virtual ~Problem() = default;

  virtual State start() const = 0;
  virtual const Mass& mass() const = 0;
  virtual ProblemTraits traits() const = 0;

  virtual void force(const State& u, Vec& f) const = 0;
  /// Computes df = (df/dx) dx + (df/dv) dv without a matrix.
  virtual void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const = 0;
  /// Writes K = -df/dx (N/m), which is symmetric unless D varies with the state. An empty K is
  /// allocated; a K from an earlier call is overwritten in place, and its values never depend on
  /// its previous content. The pattern is the same at every state unless traits().varying_pattern.
  /// In that case K may have more entries than the state needs, and a K that lacks an entry is
  /// replaced by one with another pattern; a caller that keeps the analysis of a pattern must
  /// compare patterns.
  virtual void stiffness(const State& u, Mat& K) const = 0;
  /// Writes K without the negative curvature of each single element, so that the sum is positive
  /// semidefinite; the pattern is that of K. Problems whose K is never indefinite
  /// (ProblemTraits::indefinite) keep the default, which is K itself.
  virtual void projected_stiffness(const State& u, Mat& K) const { stiffness(u, K); }
  /// Writes the matrix Kn (N/m) of a stepwise problem, under the rules of stiffness(). In a step
  /// from (x_n, v_n) integrators see the affine force
  ///   f(x_n, 0) - Kn (x - x_n) - D v
  /// and its potential in place of f. The problem has no load, and D is constant.
  virtual void step_stiffness(const State& u, Mat& K) const { stiffness(u, K); }
  /// Writes D = -df/dv (N s/m), symmetric, under the rules of stiffness(). Undamped problems keep
  /// the default, which has no entries.
  virtual void damping(const State& u, Mat& D) const;
  /// Writes df/dt at fixed x and v. Autonomous problems keep the default, which is zero.
  virtual void time_derivative(const State& u, Vec& dfdt) const;
  /// Writes the part of f that depends on t alone (N). Without it, f at v = 0 is conservative:
  ///   force({t, x, 0}) = -(gradient of the potential at x) + load(t).
  /// Problems without such a part keep the default, which is zero.
  virtual void load(double t, Vec& f) const;
  /// The constant, symmetric K0 of the split M x'' = -K0 x + g(x). It also weights the energy norm.
  virtual const Mat& linear_stiffness() const = 0;
  /// Potential energy of the conservative forces (J); +inf for infeasible states.
  virtual double potential(const State& u) const = 0;

  /// True if the problem offers its force in extended precision. References of small problems are
  /// computed with it.
  virtual bool has_extended() const { return false; }
  virtual void force(const StateOf<long double>& u, VecOf<long double>& f) const;

  /// The closed-form solution, if there is one.
  virtual std::optional<State> exact(double /*t*/) const { return std::nullopt; }
  /// Size of the dense blocks of K: 3 if groups of three rows share their columns, else 1.
  virtual int block_size() const { return 1; }
  /// Replaces G by the matrix of the contacts that are closed at u, one row per contact. The sides
  /// of a closed contact must not approach each other: G v >= 0. Problems without traits().contacts
  /// keep the default, which has no rows.
  virtual void closed_contacts(const State& /*u*/, Mat& G) const { G = Mat(0, dof()); }
  /// The largest fraction in (0, 1] of the move dx that stays feasible.
  virtual double feasible_step(const Vec& /*x*/, const Vec& /*dx*/) const { return 1; }
  /// Switching function: it changes sign where f is not smooth. References end a step at each
  /// change of sign, since otherwise no method keeps its order.
  virtual double kink(const Vec& /*x*/) const { return 1; }
  /// A fresh observer of a run's physical outputs (outputs.hpp), which must not outlive the
  /// problem, with series of this many points; none where a problem has no such outputs.
  virtual std::unique_ptr<Outputs> outputs(long /*points*/) const { return nullptr; }
  /// Characteristic displacement (m), used to scale perturbations in checks. 0 derives it from the
  /// initial displacements and velocities and the load.
  virtual double typical_displacement() const { return 0; }
  /// Returns the state after the changes that happen only between steps, such as plastic flow. It
  /// may change u.z alone.
  virtual State after_step(State u) const { return u; }
  /// Period (s) of the clock, or 0 without a clock. after_step() changes u.z only at its ticks,
  /// t = period, 2 period, ...; between two ticks the equation is an ordinary one. Methods keep
  /// their order, since all of them end a step at every tick.
  virtual double clock() const { return 0; }

  /// The default time span (s); it may depend on the parameters.
  virtual double default_end_time() const = 0;

  /// Number of clock periods until end_time(), 0 without a clock. Throws Error unless it is a whole
  /// number.
  long ticks() const;
  Eigen::Index dof() const { return mass().size(); }
  double kinetic(const State& u) const;
  double energy(const State& u) const { return kinetic(u) + potential(u); }

  const std::string& name() const { return name_; }
  double end_time() const { return end_time_; }
  /// Every parameter with its resolved value, including end_time.
  const Settings& parameters() const { return parameters_; }

 private:
  friend class ProblemRegistry;
  std::string name_;
  double end_time_ = 0;
  Settings parameters_;
};

/// A problem whose force is one template `force_of(const StateOf<Scalar>&, VecOf<Scalar>&)`, which
/// also runs in extended precision: `class Chain final : public ExtendedProblem<Chain>`.
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
