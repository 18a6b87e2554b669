#include "integrators/contract/registry.hpp"
#include "integrators/kernels/linear/skew_part.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "integrators/peers/petsc/petsc.hpp"

#include <array>

namespace stiffbench {
namespace {

struct PetscAlpha2Options : PetscTsOptions {
  double rho_inf = 1;
};

/// The equation of second order F(t, x, v, a) = M a - f(x, v, t) = 0, of size dof. Its matrix is
/// symmetric: shift_a M + shift_v D + K.
class PetscAlpha2Session final : public PetscSession {
 public:
  PetscAlpha2Session(const CountedProblem& problem, const PetscAlpha2Options& options, const State&,
                     double)
      : PetscSession(problem, options, TSALPHA2, problem.dof(), PetscSystems::nonlinear),
        n_(problem.dof()),
        x_(make_petsc_vector(n_)),
        v_(make_petsc_vector(n_)),
        residual_(make_petsc_vector(n_)) {
    require_petsc(TSAlpha2SetRadius(ts(), options.rho_inf), "the spectral radius");
    require_petsc(TSSetI2Function(ts(), residual_.get(), function, this), "the equation");
    require_petsc(TSSetI2Jacobian(ts(), matrix(), matrix(), jacobian, this), "the derivative");
    require_petsc(TS2SetSolution(ts(), x_.get(), v_.get()), "the state");
  }

 private:
  void load(const State& u) override {
    fill_petsc(x_.get(), [&](double* x) { Vec::Map(x, n_) = u.x; });
    fill_petsc(v_.get(), [&](double* v) { Vec::Map(v, n_) = u.v; });
  }
  void read(State& u) const override {
    u.x = Vec::Map(numbers_of(x_.get()), n_);
    u.v = Vec::Map(numbers_of(v_.get()), n_);
  }
  const State& at(double t, ::Vec x, ::Vec v) {
    at_.t = t;
    at_.x = Vec::Map(numbers_of(x), n_);
    at_.v = Vec::Map(numbers_of(v), n_);
    return at_;
  }

  static PetscErrorCode function(TS, PetscReal t, ::Vec x, ::Vec v, ::Vec a, ::Vec F, void* self) {
    auto& session = *static_cast<PetscAlpha2Session*>(self);
    return session.guard([&] {
      session.problem().force(session.at(t, x, v), session.f_);
      session.a_ = Vec::Map(numbers_of(a), session.n_);
      session.problem().mass().times(session.a_, session.right_);
      fill_petsc(
          F, [&](double* numbers) { Vec::Map(numbers, session.n_) = session.right_ - session.f_; });
      session.note_force(session.f_.allFinite());
    });
  }
  static PetscErrorCode jacobian(TS, PetscReal t, ::Vec x, ::Vec v, ::Vec, PetscReal shift_v,
                                 PetscReal shift_a, ::Mat, ::Mat, void* self) {
    auto& session = *static_cast<PetscAlpha2Session*>(self);
    return session.guard([&] {
      session.problem().stiffness(session.at(t, x, v), session.K_);
      session.problem().damping(session.at_, session.D_);
      session.shift_v_ = shift_v;
      session.shift_a_ = shift_a;
      session.renew_matrix();
    });
  }

  Outcome factorize() override {
    const Columns& A = sum_.assemble(n_, std::array{Term{&problem().mass().matrix(), shift_a_},
                                                    Term{&D_, shift_v_}, Term{&K_, 1}});
    return solver_.factorize(A, is_symmetric(problem(), K_), problem().work());
  }
  void solve(const double* b, double* z) override {
    right_ = Vec::Map(b, n_);
    solver_.solve(right_, solution_, problem().work());
    Vec::Map(z, n_) = solution_;
  }

  Eigen::Index n_;
  PetscPointer<::Vec> x_, v_, residual_;
  State at_;
  Mat K_, D_;
  double shift_v_ = 0, shift_a_ = 0;
  SparseSum sum_;
  LinearSolver solver_;
  Vec f_, a_, right_, solution_;
};

/// PETSc's generalized-alpha method (DOI 10.1115/1.2900803) for equations of second order. The
/// integrator generalized_alpha solves M a = f for the first acceleration. PETSc (3.18) computes it
/// from two half-steps of implicit Euler, as a difference that it divides by the half-step instead
/// of the step, so it begins with twice the acceleration. This is harmless at rho_inf = 1, where
/// the velocities of a step do not depend on it, but leaves order 1 otherwise: 1280 steps over 2 s
/// of the damped duffing_chain end with an error of 2.3e-4 at 0.8 and of 2.6e-5 at 1. PETSc begins
/// anew in this way from a state that was changed between two steps, and in a copy.
///
/// Chosen steps are controlled by differences of three states. Velocities are differences of
/// positions over h, so their round-off grows as h falls: rtol = 1e-8 is out of reach.
class PetscAlpha2 : public PetscPeer<PetscAlpha2Session, PetscAlpha2Options> {
 public:
  PetscAlpha2() : PetscPeer(PetscAlpha2Options{}) {}
  Facts facts() const {
    return {.name = "petsc_alpha2",
            .title = "PETSc TS: generalized-alpha method of second order",
            .doi = "10.48550/arXiv.1806.01437",
            .family = Family::peer,
            .stages = 1,
            .library = "PETSc TS"};
  }
  int order(const Problem&) const { return options_.rho_inf == 1 ? 2 : 1; }
  static void parameters(auto& self, auto&& parameter) {
    PetscTsOptions::parameters(self.options_, parameter);
    parameter("rho_inf", self.options_.rho_inf, from_to(0, 1),
              "spectral radius at h omega = infinity; below 1 the order is 1");
    PetscTsOptions::newton_parameters(self.options_, parameter);
  }
};

const bool enrolled = enrol(PetscAlpha2{});

}  // namespace
}  // namespace stiffbench
