#include "integrators/contract/registry.hpp"
#include "integrators/kernels/contact/implicit_contact.hpp"
#include "integrators/kernels/newton/newton.hpp"
#include "integrators/kernels/order_settings.hpp"

namespace stiffbench {
namespace {

/// Newmark's method with implicit contact forces (Kane, Repetto, Ortiz, Marsden, Comput. Methods
/// Appl. Mech. Eng. 180, 1999; Kane, Marsden, Ortiz, West, Int. J. Numer. Methods Eng. 49, 2000).
/// The accelerations a by f enter as in Newmark's method, those by contact forces, q = M^-1 G'
/// lambda, with their value at the end of the step alone:
///   x+ = x + h v + h^2 ((1/2 - beta) a + beta a+) + h^2/2 q+,
///   v+ = v + h ((1 - gamma) a + gamma a+) + h q+,   M a+ = f(x+, v+),
///   0 <= lambda,  0 <= g(x+),  complementary.
/// Where f is a gradient, x+ minimises the sum of Newmark's incremental potential over all x with
/// g(x) >= 0. Without contacts the method is newmark.
///
/// It knows no coefficient of restitution: a rigid mass that would have met the wall after the
/// share s of the step leaves with the share 1 - 2 s of its speed. With linear f, beta = 1/4 and
/// gamma = 1/2, a step loses the energy lambda' g(x), and never gains any.
class KaneNewmark {
 public:
  Facts facts() const {
    return {.name = "kane_newmark",
            .title = "Newmark's method with implicit contact forces",
            .doi = "",
            .family = Family::implicit,
            .stages = 1,
            .group = "nonsmooth contact"};
  }
  int order(const Problem& p) const {
    return newton_.order(p, gamma_ == 0.5 && !contact_constraints(p) ? 2 : 1);
  }
  bool obeys_contacts() const { return true; }

  static void parameters(auto& self, auto&& parameter) {
    parameter("beta", self.beta_, between(0, 1), "weight of a+ in the position");
    parameter("gamma", self.gamma_, between(0, 2),
              "weight of a+ in the velocity; below 1/2 unstable");
    Newton::parameters(self.newton_, parameter);
  }
  void resolve() const { newton_.check_options(facts().name); }
  Settings order_settings() const { return newton_order_settings(); }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    is_first_ = true;
    newton_.init(problem);
    if (problem.contacts()) contact_.init(problem);
    stage_.velocity = gamma_ * h;
    stage_.position = beta_ * h * h;
  }

  Outcome step(State& u) {
    if (is_first_) accelerate(u);
    is_first_ = false;
    predictor_x_ = u.x + h_ * u.v + (0.5 - beta_) * h_ * h_ * a_;
    predictor_v_ = u.v + (1 - gamma_) * h_ * a_;
    stage_.t = u.t + h_;
    const ContactConstraints* contacts = problem_->contacts();
    Outcome outcome = contacts ? contact_.solve(contacts->gap_gradient(), h_ * h_ / 2,
                                                stage_.weights(), round_off(*contacts, u.x),
                                                [&](const Vec& q, Vec& gaps, State& end) {
                                                  Outcome solved = solve(u, &q);
                                                  contacts->gaps(end_.x, gaps);
                                                  end = end_;
                                                  return solved;
                                                })
                               : solve(u, nullptr);
    if (!outcome.ok()) return outcome;
    a_ = next_a_;
    u.t = end_.t;
    u.x = end_.x;
    u.v = end_.v;
    return {};
  }

 private:
  void accelerate(const State& u) {
    problem_->force(u, f_);
    problem_->mass().solve(f_, a_);
  }
  /// Solves the step from u with the acceleration q by contact forces, if there is one.
  Outcome solve(const State& u, const Vec* q) {
    stage_.x0 = predictor_x_;
    stage_.v0 = predictor_v_;
    if (q) {
      stage_.x0 += h_ * h_ / 2 * *q;
      stage_.v0 += h_ * *q;
    }
    end_ = u;
    if (auto outcome = newton_.solve(stage_, end_, next_a_); !outcome.ok()) return outcome;
    end_.x = stage_.x0 + stage_.position * next_a_;
    end_.v = stage_.v0 + stage_.velocity * next_a_;
    end_.t = u.t + h_;
    return {};
  }
  /// The round-off of gaps at positions near x (m).
  double round_off(const ContactConstraints& contacts, const Vec& x) {
    contacts.gaps(x, gaps_);
    return 1e-15 * (gaps_.cwiseAbs().maxCoeff() + x.cwiseAbs().maxCoeff() +
                    (contacts.gap_gradient() * x).cwiseAbs().maxCoeff());
  }

  double beta_ = 0.25, gamma_ = 0.5;
  Newton newton_;

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool is_first_ = true;
  ImplicitContact contact_;
  StageEquation stage_;
  State end_;
  Vec f_, a_, next_a_, predictor_x_, predictor_v_, gaps_;
};

const bool enrolled = enrol(KaneNewmark{});

}  // namespace
}  // namespace stiffbench
