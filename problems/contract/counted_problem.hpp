#pragma once

#include "problems/contract/optional/contact_constraints.hpp"
#include "problems/contract/optional/counted_elements.hpp"
#include "problems/contract/optional/element_energies.hpp"
#include "problems/contract/optional/fast_force.hpp"
#include "problems/contract/optional/feasible_steps.hpp"
#include "problems/contract/optional/lagged_force.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/optional/secant_damping.hpp"
#include "problems/contract/optional/varying_mass.hpp"
#include "problems/contract/problem.hpp"
#include "problems/contract/work.hpp"

namespace stiffbench {

/// The view of a problem that integrators get: the calls that methods need, with each evaluation
/// counted in a Work ledger. It does not derive from Problem, so that an integrator cannot reach
/// the closed form, the switching functions and the outputs: such a call does not compile.
class CountedProblem {
 public:
  /// `lagged`: the force of the current step in place of the problem's; it must outlive the view.
  explicit CountedProblem(const Problem& problem, const LaggedStep* lagged = nullptr)
      : problem_(problem),
        lagged_(lagged),
        projected_(dynamic_cast<const ProjectedStiffness*>(&problem)),
        feasible_(dynamic_cast<const FeasibleSteps*>(&problem)),
        fast_(dynamic_cast<const FastForce*>(&problem)),
        contacts_(contact_constraints(problem)),
        energies_(element_energies(problem)) {}

  /// Sets the internal variables z of all later evaluations; states that methods build have none.
  void hold(const Vec& z) { at_.z = z; }

  /// The ledger; kernels add their work to it (factorizations, solves, basis vectors).
  Work& work() const { return work_; }

  Eigen::Index dof() const { return problem_.dof(); }
  const Mass& mass() const { return problem_.mass(); }
  ProblemTraits traits() const { return problem_.traits(); }
  int block_size() const { return problem_.block_size(); }
  const Mat& linear_stiffness() const { return problem_.linear_stiffness(); }
  /// True if the force is that of a step, which changes when the next one begins.
  bool lags() const { return lagged_ != nullptr; }
  /// True if the force at rest is no gradient (VaryingMass).
  bool has_varying_mass() const { return dynamic_cast<const VaryingMass*>(&problem_) != nullptr; }
  void load(double t, Vec& f) const { problem_.load(t, f); }
  /// The largest fraction in (0, 1] of the move dx that stays feasible.
  double feasible_step(const Vec& x, const Vec& dx) const {
    return feasible_ ? feasible_->feasible_step(x, dx) : 1;
  }
  /// Replaces G by the matrix of the closed contacts, which has no rows if the problem has none.
  void closed_contacts(const State& u, Mat& G) const {
    contacts_ ? stiffbench::closed_contacts(*contacts_, u.x, G) : void(G = Mat(0, dof()));
  }
  /// The contacts, or null if the problem has none.
  const ContactConstraints* contacts() const { return contacts_; }
  /// True if the problem has elements, which the next three functions need.
  bool has_elements() const { return energies_ != nullptr; }
  /// The elements, whose evaluations are counted; the view must outlive them.
  CountedElements elements() const { return {energies_->element_groups(), work_}; }
  void external_force(double t, Vec& f) const { energies_->external_force(t, f); }
  bool projection_stiffness(Mat& L) const { return energies_->projection_stiffness(L); }

  void force(const State& u, Vec& f) const {
    ++work_.force;
    lagged_ ? lagged_->force(u, f) : problem_.force(in_step(u), f);
  }
  /// True if the problem says which part of its force is fast; fast_force() writes it.
  bool has_fast_force() const { return fast_ != nullptr; }
  void fast_force(const Vec& x, Vec& f) const {
    ++work_.fast_force;
    fast_->fast_force(x, f);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const {
    ++work_.jacobian_products;
    lagged_ ? lagged_->jacobian_times(dx, dv, df) : problem_.jacobian_times(in_step(u), dx, dv, df);
  }
  void stiffness(const State& u, Mat& K) const {
    ++work_.stiffness;
    if (lagged_)
      K = lagged_->stiffness();
    else
      problem_.stiffness(in_step(u), K);
  }
  void projected_stiffness(const State& u, Mat& K) const {
    if (lagged_ || !projected_) return stiffness(u, K);
    ++work_.stiffness;
    projected_->projected_stiffness(in_step(u), K);
  }
  void damping(const State& u, Mat& D) const {
    ++work_.damping;
    problem_.damping(in_step(u), D);
  }
  /// Writes the C with which the damping force is -C v: D, unless the force is not linear in v.
  void secant_damping(const State& u, Mat& C) const {
    const auto* secant = dynamic_cast<const SecantDamping*>(&problem_);
    if (!secant) return damping(u, C);
    ++work_.damping;
    secant->secant_damping(in_step(u), C);
  }
  void time_derivative(const State& u, Vec& dfdt) const {
    ++work_.time_derivative;
    problem_.time_derivative(in_step(u), dfdt);
  }
  double potential(const State& u) const {
    ++work_.potential;
    return lagged_ ? lagged_->potential(u) : problem_.potential(in_step(u));
  }
  double kinetic(const State& u) const { return problem_.kinetic(u); }
  double energy(const State& u) const { return kinetic(u) + potential(u); }

 private:
  /// The stage state u, which methods build without internal variables, with those of the step.
  const State& in_step(const State& u) const {
    if (at_.z.size() == 0) return u;
    at_.t = u.t;
    at_.x = u.x;
    at_.v = u.v;
    return at_;
  }

  const Problem& problem_;
  const LaggedStep* lagged_;  // these are null if the problem lacks them
  const ProjectedStiffness* projected_;
  const FeasibleSteps* feasible_;
  const FastForce* fast_;
  const ContactConstraints* contacts_;
  const ElementEnergies* energies_;
  mutable Work work_;  // counting does not change the problem
  mutable State at_;   // t, x, v: of the last call; z: of the step
};

/// The properties of a problem on which the scope of a method may depend: its traits and its size.
/// Every problem, counted or not, converts to it.
class ProblemKind {
 public:
  ProblemKind(const Problem& problem) : traits_(problem.traits()), dof_(problem.dof()) {}
  ProblemKind(const CountedProblem& problem) : traits_(problem.traits()), dof_(problem.dof()) {}

  const ProblemTraits& traits() const { return traits_; }
  Eigen::Index dof() const { return dof_; }

 private:
  ProblemTraits traits_;
  Eigen::Index dof_;
};

}  // namespace stiffbench
