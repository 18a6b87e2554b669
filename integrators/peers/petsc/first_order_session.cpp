#include "integrators/peers/petsc/first_order_session.hpp"

namespace stiffbench {

PetscFirstOrderSession::PetscFirstOrderSession(const CountedProblem& problem,
                                               const PetscTsOptions& options, TSType type,
                                               const std::string& linear_solver,
                                               PetscSystems systems)
    : PetscSession(problem, options, type, 2 * problem.dof(), systems),
      system_(problem),
      newton_(system_, linear_solver),
      y_(make_petsc_vector(system_.size())),
      residual_(make_petsc_vector(system_.size())) {
  require_petsc(TSSetIFunction(ts(), residual_.get(), function, this), "the equation");
  require_petsc(TSSetIJacobian(ts(), matrix(), matrix(), jacobian, this), "the derivative");
  require_petsc(MatShellSetOperation(matrix(), MATOP_MULT, reinterpret_cast<void (*)()>(multiply)),
                "products");
  require_petsc(TSSetSolution(ts(), y_.get()), "the state");
}

bool PetscFirstOrderSession::implicit_part(double t, const double* y, double* dydt) {
  return system_.derivative(t, y, dydt);
}

void PetscFirstOrderSession::linearize(double t, const double* y) {
  system_.unpack(t, y, at_);
  newton_.evaluate(at_);
}

void PetscFirstOrderSession::load(const State& u) {
  fill_petsc(y_.get(), [&](double* y) { system_.pack(u, y); });
}

void PetscFirstOrderSession::read(State& u) const { system_.unpack(0, numbers_of(y_.get()), u); }

Outcome PetscFirstOrderSession::factorize() { return newton_.factorize(1 / shift_); }

void PetscFirstOrderSession::solve(const double* b, double* z) {
  newton_.solve(b, z);  // a solve with factors cannot fail
  Vec::Map(z, system_.size()) /= shift_;
}

PetscErrorCode PetscFirstOrderSession::multiply(::Mat matrix, ::Vec w, ::Vec Aw) {
  PetscSession* base = nullptr;
  PetscCall(MatShellGetContext(matrix, &base));
  auto& session = static_cast<PetscFirstOrderSession&>(*base);
  return session.guard([&] {
    const Eigen::Index size = session.system_.size();
    fill_petsc(Aw, [&](double* numbers) {
      session.system_.jacobian_times(session.at_, numbers_of(w), numbers);
      Vec::Map(numbers, size) =
          session.shift_ * Vec::Map(numbers_of(w), size) - Vec::Map(numbers, size);
    });
  });
}

PetscErrorCode PetscFirstOrderSession::function(TS, PetscReal t, ::Vec y, ::Vec slope, ::Vec F,
                                                void* self) {
  auto& session = *static_cast<PetscFirstOrderSession*>(self);
  return session.guard([&] {
    const Eigen::Index size = session.system_.size();
    fill_petsc(F, [&](double* numbers) {
      session.note_force(session.implicit_part(t, numbers_of(y), numbers));
      Vec::Map(numbers, size) = Vec::Map(numbers_of(slope), size) - Vec::Map(numbers, size);
    });
  });
}

PetscErrorCode PetscFirstOrderSession::jacobian(TS, PetscReal t, ::Vec y, ::Vec, PetscReal shift,
                                                ::Mat, ::Mat, void* self) {
  auto& session = *static_cast<PetscFirstOrderSession*>(self);
  return session.guard([&] {
    session.shift_ = shift;
    session.linearize(t, numbers_of(y));
    session.renew_matrix();
  });
}

}  // namespace stiffbench
