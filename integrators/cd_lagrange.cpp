#include "integrators/contract/registry.hpp"
#include "integrators/kernels/contact/complementarity.hpp"

namespace stiffbench {
namespace {

/// Central differences with contact impulses (CD-Lagrange: Fekak, Brun, Gravouil, Depale, Comput.
/// Mech. 60, 2017; Di Stasio et al.). A velocity of the middle of each step meets the impulse P of
/// the contacts that are closed at its start:
///   x_n+1 = x_n + h v_n+1/2,   M (v_n+3/2 - v_n+1/2) = h f(x_n+1, v_n+1/2) + G' P,
///   0 <= P,   0 <= G v_n+3/2 + e G v_n+1/2,   complementary where g(x_n+1) <= 0, else P = 0.
/// It is explicit: the matrix G M^-1 G' of the complementarity problem belongs to closed contacts
/// alone. The velocity of a state is v_n = v_n+1/2 - h a_n/2, which is after the impulse; it is off
/// by h |a|/2 while a contact lasts. Without contacts the method is velocity Verlet. Bodies
/// penetrate by up to h |v|. With e = 1 one contact reverses v_n+1/2, and the motion returns
/// through the same positions: the energy of velocity Verlet is conserved.
class CdLagrange {
 public:
  Facts facts() const {
    return {.name = "cd_lagrange",
            .title = "CD-Lagrange: central differences with contact impulses",
            .doi = "10.1186/s40323-019-0126-y",
            .family = Family::explicit_steps,
            .stages = 1,
            .group = "nonsmooth contact"};
  }
  /// An impact lies anywhere in its step, and its time is wrong by up to a step.
  int order(const Problem& p) const { return p.traits().damped || contact_constraints(p) ? 1 : 2; }
  bool obeys_contacts() const { return true; }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    is_first_ = true;
  }

  Outcome step(State& u) {
    middle_ = u.v;
    if (is_first_) {
      accelerate(u);
      after_ = u.v + 0.5 * h_ * a_;
      if (auto outcome = impulse(u, u.v, after_); !outcome.ok()) return outcome;
      if (pushed_) middle_ += change_;
    }
    middle_ += 0.5 * h_ * a_;
    next_.t = u.t + h_;
    next_.x = u.x + h_ * middle_;
    next_.v = middle_;
    accelerate(next_);
    after_ = middle_ + h_ * a_;
    next_.v += 0.5 * h_ * a_;
    if (auto outcome = impulse(next_, middle_, after_); !outcome.ok()) return outcome;
    if (pushed_) next_.v += change_;
    is_first_ = false;
    u.t = next_.t;
    u.x = next_.x;
    u.v = next_.v;
    return {};
  }

 private:
  void accelerate(const State& u) {
    problem_->force(u, f_);
    problem_->mass().solve(f_, a_);
  }
  /// Computes the change of velocity by the impulse at u, between these velocities without it.
  Outcome impulse(const State& u, const Vec& before, const Vec& after) {
    pushed_ = false;
    if (!problem_->contacts()) return {};
    problem_->closed_contacts(u, G_);
    if (G_.rows() == 0) return {};
    apart_ = G_ * after + problem_->contacts()->restitution() * (G_ * before);
    if (apart_.minCoeff() >= 0) return {};
    responses_.resize(problem_->dof(), G_.rows());
    for (Eigen::Index i = 0; i < G_.rows(); ++i) {
      f_ = G_.row(i).transpose();
      problem_->mass().solve(f_, change_);
      responses_.col(i) = change_;
    }
    if (auto outcome = solve_complementarity(G_ * responses_, apart_, impulses_); !outcome.ok())
      return outcome;
    change_ = responses_ * impulses_;
    pushed_ = true;
    return {};
  }

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool is_first_ = true, pushed_ = false;
  State next_;
  Mat G_;
  Eigen::MatrixXd responses_;  // M^-1 G'
  Vec f_, a_, middle_, after_, apart_, impulses_, change_;
};

const bool enrolled = enrol(CdLagrange{});

}  // namespace
}  // namespace stiffbench
