#pragma once

#include "integrators/contract/integrator.hpp"
#include "integrators/contract/tolerance.hpp"
#include "integrators/peers/session_peer.hpp"

#include <exception>
#include <memory>
#include <petscts.h>
#include <string>

namespace stiffbench {

/// Starts PETSc once, for this process alone. PETSc reads no options from a file or the
/// environment, and signals stay with the program.
void initialize_petsc();

/// Throws Error where PETSc's setup call `what` did not return zero, and std::bad_alloc where PETSc
/// lacks memory.
void require_petsc(PetscErrorCode code, const char* what);

/// The deleters of objects that PETSc allocates.
struct FreePetsc {
  void operator()(TS ts) const { TSDestroy(&ts); }
  void operator()(::Vec vector) const { VecDestroy(&vector); }
  void operator()(::Mat matrix) const { MatDestroy(&matrix); }
};
template <class Handle>
using PetscPointer = std::unique_ptr<std::remove_pointer_t<Handle>, FreePetsc>;

/// Makes a PETSc vector.
PetscPointer<::Vec> make_petsc_vector(Eigen::Index size);
/// The numbers of a PETSc vector, for reading; valid while PETSc leaves the vector alone.
const double* numbers_of(::Vec vector);
/// Calls fill(numbers) with the numbers of a PETSc vector, for writing.
template <class Fill>
void fill_petsc(::Vec vector, Fill&& fill) {
  double* numbers = nullptr;
  require_petsc(VecGetArray(vector, &numbers), "a vector that is written");
  fill(numbers);
  require_petsc(VecRestoreArray(vector, &numbers), "a vector that was written");
}

/// The parameters of all PETSc contestants.
struct PetscTsOptions {
  bool adaptive = true;
  Tolerance tolerance = {};
  double newton_tolerance = 1e-10;

  static void parameters(auto& self, auto&& parameter) {
    parameter("adaptive", self.adaptive, any_value(),
              "true: steps chosen to the tolerances; false: steps of size h");
    Tolerance::parameters(self.tolerance, parameter);
  }
  static void newton_parameters(auto& self, auto&& parameter) {
    parameter("newton_tolerance", self.newton_tolerance, between(0, 1),
              "of Newton's iteration: the fall of its residual, or an update relative to the "
              "solution",
              Ladder{1e-10, 1e-8, 1e-6, 1e-4, 1e-2});
  }
};

/// The systems that a step solves: nonlinear ones, by Newton's iteration, or linear ones.
enum class PetscSystems { nonlinear, linear };

/// The memory of one run of PETSc's TS (DOI 10.48550/arXiv.1806.01437), and the common part of its
/// methods: the steps, the linear solver, and the outcome of a step. PETSc keeps its address, so it
/// cannot be copied. At fixed steps (TSAdaptType none) a step that fails ends the run; PETSc would
/// shorten it. Chosen steps (TSAdaptType basic, with the error in the mean square) end at h, and
/// are shortened where a stage fails or its force is not finite. This does not apply to evaluations
/// after the last stage: a number there that is not finite ends the run.
///
/// Linear systems are solved by the counted factorizations of the other contestants (PCSHELL, once
/// for each system), since methods are to be compared, and not PETSc's choice of a matrix and its
/// LU. Newton's iteration takes full steps and, as PETSc does by default, a new matrix in each.
class PetscSession {
 public:
  PetscSession(const PetscSession&) = delete;
  virtual ~PetscSession() = default;
  Outcome advance(State& u, double h, long& steps);

 protected:
  PetscSession(const CountedProblem& problem, const PetscTsOptions& options, TSType type,
               Eigen::Index unknowns, PetscSystems systems);

  TS ts() const { return ts_.get(); }
  const CountedProblem& problem() const { return problem_; }
  /// The matrix of the linear systems; the derived class holds its numbers.
  ::Mat matrix() const { return matrix_.get(); }
  /// Records whether a force was finite: the last one of an implicit part, every one of an explicit
  /// part, which PETSc evaluates after it has checked the stage.
  void note_force(bool finite) { finite_ = finite; }
  void note_explicit_force(bool finite) { explicit_finite_ = explicit_finite_ && finite; }
  /// Makes PETSc factorize again before it solves; to be called where the matrix changes.
  void renew_matrix();
  /// Runs a callback of PETSc. No exception may cross PETSc's C frames; advance() throws it later.
  template <class Work>
  PetscErrorCode guard(Work&& work) {
    try {
      work();
      return 0;
    } catch (...) {
      exception_ = std::current_exception();
      return PETSC_ERR_USER;
    }
  }

 private:
  /// Copies u into TS's solution, or TS's solution into u.
  virtual void load(const State& u) = 0;
  virtual void read(State& u) const = 0;
  /// Factorizes the matrix.
  virtual Outcome factorize() = 0;
  /// Computes z = A^-1 b with the matrix A.
  virtual void solve(const double* b, double* z) = 0;

  void set_solver(PetscSystems systems, Eigen::Index unknowns);
  void set_steps();
  Outcome inner_step(double& t, double end, double h);
  Outcome outcome_of(PetscErrorCode code) const;
  void begin(const State& u, double h);
  bool forces_finite() const { return finite_ && explicit_finite_ && stage_finite_; }

  static PetscErrorCode set_up(PC pc);
  static PetscErrorCode apply(PC pc, ::Vec b, ::Vec z);
  static PetscErrorCode in_domain(TS ts, PetscReal t, ::Vec y, PetscBool* accept);

  const CountedProblem& problem_;
  PetscTsOptions options_;
  bool newton_;
  PetscPointer<::Mat> matrix_;
  PetscPointer<TS> ts_;
  double next_h_ = 0;
  State last_;
  Outcome outcome_;  // of the last factorization
  bool finite_ = true, explicit_finite_ = true;
  bool stage_finite_ = true;  // the last stage passed the check of its forces
  std::exception_ptr exception_;
};

/// A contestant that uses PETSc's TS.
template <class Session, class Options>
class PetscPeer : public SessionPeer<Session, Options> {
 public:
  using SessionPeer<Session, Options>::SessionPeer;
  void init(const CountedProblem& problem, double h) {
    initialize_petsc();
    SessionPeer<Session, Options>::init(problem, h);
  }
  Settings order_settings() const { return {{"adaptive", false}}; }
  bool adaptive() const { return this->options_.adaptive; }
};

}  // namespace stiffbench
