// Projective dynamics (Bouaziz, Martin, Liu, Kavan, Pauly 2014). Every energy is the squared
// distance from a set, w/2 |G x + c - p|^2 with the nearest point p. A local step projects all
// elements, p = p(x); a global step solves
//   (A + h^2 L) x = b + h^2 sum w G'(p - c),   L = sum w G'G,
// with one constant factorization. The derivative of a squared distance is w G'(G x + c - p), so
// the right-hand side is (A + h^2 L) x - (A x - b + h^2 grad W(x)): local and global step together
// are
//   x <- x - (A + h^2 L)^-1 (A x - b + h^2 grad W(x)),
// an update with L in place of the Hessian (Liu, Bouaziz, Kavan 2017, DOI 10.1145/2990496). Here
// the local step is therefore one evaluation of the force, and is counted as one.

#include "integrators/contract/registry.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "integrators/position_based/chebyshev.hpp"
#include "integrators/position_based/euler_step.hpp"

namespace stiffbench {
namespace {

class ProjectiveDynamics {
 public:
  Facts facts() const {
    return {.name = "projective_dynamics",
            .title = "projective dynamics: local projections and a constant matrix",
            .doi = "10.1145/2601097.2601116",
            .family = Family::implicit,
            .stages = 1,
            .group = "position-based"};
  }
  int order(const Problem&) const { return 1; }
  std::string why_not_applicable(const Problem& problem) const {
    if (std::string reason = why_not_position_based(problem); !reason.empty()) return reason;
    Mat L;
    if (!element_energies(problem)->projection_stiffness(L))
      return "an element's energy is no squared distance from a set: springs of Hooke's law and "
             "corotated solids with problem.poisson=0 have such energies";
    return {};
  }

  static void parameters(auto& self, auto&& parameter) {
    parameter("sweeps", self.sweeps_, at_least(1), "local and global steps in every step");
    ChebyshevAcceleration::parameters(self.chebyshev_, parameter);
  }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    step_.init(problem, h);
    L_.resize(0, 0);
    problem.projection_stiffness(L_);
    sum_ = {};
    solver_ = {};
  }

  Outcome step(State& u) {
    if (!solver_.ready()) {
      const Term terms[] = {{&step_.A(), 1}, {&L_, h_ * h_}};
      const Columns& matrix = sum_.assemble(problem_->dof(), terms);
      if (Outcome outcome = solver_.factorize_definite(matrix, problem_->work()); !outcome.ok())
        return outcome;
    }
    step_.begin(u);
    next_.t = u.t + h_;
    next_.x = step_.inertial() + step_.external_move();
    chebyshev_.begin(next_.x);
    for (int sweep = 0; sweep < sweeps_; ++sweep) {
      next_.v = (next_.x - u.x) / h_;
      problem_->force(next_, force_);  // with external force and damping
      update_ = step_.inertial() - next_.x;
      problem_->mass().times(update_, residual_);
      residual_ += h_ * h_ * force_;
      if (!residual_.allFinite()) return {Status::diverged, "the force is not finite"};
      solver_.solve(residual_, update_, problem_->work());
      next_.x += update_;
      chebyshev_.apply(next_.x);
    }
    return step_.finish(next_.x, u);
  }

 private:
  int sweeps_ = 10;
  ChebyshevAcceleration chebyshev_;
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  EulerStep step_;
  Mat L_;
  SparseSum sum_;
  LinearSolver solver_;
  State next_;
  Vec force_, residual_, update_;
};

const bool enrolled = enrol(ProjectiveDynamics{});

}  // namespace
}  // namespace stiffbench
