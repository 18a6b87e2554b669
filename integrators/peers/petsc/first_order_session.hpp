#pragma once

#include "integrators/peers/newton_matrix.hpp"
#include "integrators/peers/petsc/petsc.hpp"

namespace stiffbench {

/// A method of PETSc for y' = F(y, t), of size 2 dof (first_order.hpp). Its equation is y' - G(y,
/// t) = 0 with the implicit part G, which is F unless a method splits it. Its matrix is shift I -
/// dG/dy = shift (I - gamma dG/dy), gamma = 1 / shift.
class PetscFirstOrderSession : public PetscSession {
 protected:
  PetscFirstOrderSession(const CountedProblem& problem, const PetscTsOptions& options, TSType type,
                         const std::string& linear_solver, PetscSystems systems);

  FirstOrder& system() { return system_; }
  NewtonMatrix& newton() { return newton_; }
  double shift() const { return shift_; }
  Outcome factorize() override;
  /// Computes dydt = G(y, t); false when one of its numbers is not finite.
  virtual bool implicit_part(double t, const double* y, double* dydt);
  /// Sets the matrices of newton() at y.
  virtual void linearize(double t, const double* y);

 private:
  void load(const State& u) override;
  void read(State& u) const override;
  void solve(const double* b, double* z) override;
  /// Multiplies by the matrix, for explicit stages of Rosenbrock methods.
  static PetscErrorCode multiply(::Mat matrix, ::Vec w, ::Vec Aw);
  static PetscErrorCode function(TS, PetscReal t, ::Vec y, ::Vec slope, ::Vec F, void* self);
  static PetscErrorCode jacobian(TS, PetscReal t, ::Vec y, ::Vec slope, PetscReal shift, ::Mat,
                                 ::Mat, void* self);

  FirstOrder system_;
  NewtonMatrix newton_;
  PetscPointer<::Vec> y_, residual_;
  State at_;  // at which the matrix is evaluated
  double shift_ = 0;
};

}  // namespace stiffbench
