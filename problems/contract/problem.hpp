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
  bool damped = false;                    ///< f depends on v
  bool varying_damping = false;           ///< damped, and D depends on the state
  bool time_dependent = false;            ///< f depends on t
  bool linear = false;                    ///< f is affine in (x, v)
  std::optional<Rayleigh> rayleigh = {};  ///< damped, and D has this form
  bool smooth = true;  ///< false if derivatives of f jump along solutions, as at a contact
  bool varying_pattern = false;  ///< the pattern of K depends on the state, as with contacts

  /// True if f + K0 x depends on neither v nor t, so that a split is meaningful.
  bool separated() const { return !damped && !time_dependent; }
};

/// The equation M x'' = f(x, v, t) with its data, where f is the total force (N): elastic, damping,
/// load and contact. Vectors have length dof(). A problem is immutable, so several runs can share
/// it. Features of few problems are interfaces of their own in optional/, which a dynamic_cast
/// finds.
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
  /// Writes D = -df/dv (N s/m), symmetric unless the mass varies (optional/varying_mass.hpp), under
  /// the rules of stiffness(). Undamped problems keep the default, which has no entries.
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

  /// The closed-form solution, if there is one.
  virtual std::optional<State> exact(double /*t*/) const { return std::nullopt; }
  /// Size of the dense blocks of K: 3 if groups of three rows share their columns, else 1.
  virtual int block_size() const { return 1; }
  /// A fresh observer of a run's physical outputs (outputs.hpp), which must not outlive the
  /// problem, with series of this many points; none where a problem has no such outputs.
  virtual std::unique_ptr<Outputs> outputs(long /*points*/) const { return nullptr; }
  /// Characteristic displacement (m), used to scale perturbations in checks. 0 derives it from the
  /// initial displacements and velocities and the load.
  virtual double typical_displacement() const { return 0; }
  /// The default time span (s); it may depend on the parameters.
  virtual double default_end_time() const = 0;

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

}  // namespace stiffbench
