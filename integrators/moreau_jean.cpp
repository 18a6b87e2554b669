#include "integrators/contract/registry.hpp"
#include "integrators/kernels/contact/implicit_contact.hpp"
#include "integrators/kernels/newton/newton.hpp"
#include "integrators/kernels/order_settings.hpp"

namespace stiffbench {
namespace {

/// The theta method of Moreau and Jean with contact impulses P, as in Acary's report and Siconos:
///   x+ = x + h v_theta,   M (v+ - v) = h f(x + theta h v_theta, v_theta) + G' P,
///   v_theta = (1 - theta) v + theta v+,
///   0 <= P,  0 <= G v+ + e G v,  complementary for contacts that are forecast to close:
///   g(x + h v) <= 0 and G v <= 0.
/// P = 0 for all others. Bodies penetrate by up to h (1 - theta (1 + e)) times their speed.
/// Siconos has the mean of forces at both ends in place of f at the mean state; these agree where f
/// is affine. Without contacts the method is implicit midpoint for theta = 1/2, and implicit Euler
/// for theta = 1.
///
/// A contact of velocity U before and U+ after the step does the work P (theta U+ + (1 - theta) U),
/// which is P U (1 - theta (1 + e)) where P > 0, and so takes energy for theta <= 1/(1 + e).
/// Linear elastic forces take energy for theta >= 1/2. With e = 1 and theta = 1/2 both are 0.
class MoreauJean {
 public:
  Facts facts() const {
    return {.name = "moreau_jean",
            .title = "theta method of Moreau and Jean with contact impulses",
            .doi = "10.48550/arXiv.1410.2499",
            .family = Family::implicit,
            .stages = 1,
            .group = "nonsmooth contact"};
  }
  /// An impact lies anywhere in its step, and its time is wrong by up to a step.
  int order(const Problem& p) const {
    return newton_.order(p, theta_ == 0.5 && !contact_constraints(p) ? 2 : 1);
  }
  bool obeys_contacts() const { return true; }

  static void parameters(auto& self, auto&& parameter) {
    parameter("theta", self.theta_, from_to(0.5, 1),
              "weight of the end of the step; 1/2 conserves the energy of linear forces");
    Newton::parameters(self.newton_, parameter);
  }
  void resolve() const { newton_.check_options(facts().name); }
  Settings order_settings() const { return newton_order_settings(); }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    a_.resize(0);  // of no step yet
    newton_.init(problem);
    if (problem.contacts()) contact_.init(problem);
    stage_.velocity = theta_ * h;
    stage_.position = theta_ * theta_ * h * h;
  }

  Outcome step(State& u) {
    stage_.t = u.t + theta_ * h_;
    const ContactConstraints* contacts = problem_->contacts();
    if (contacts) forecast(*contacts, u);
    if (!contacts || G_.rows() == 0) {
      if (auto outcome = solve(u, nullptr); !outcome.ok()) return outcome;
    } else {
      approach_ = contacts->restitution() * (G_ * u.v);
      const auto step = [&](const Vec& q, Vec& w, State& middle) {
        Outcome outcome = solve(u, &q);
        w = G_ * velocity_ + approach_;
        middle = middle_;
        return outcome;
      };
      const double round_off =
          1e-15 * (approach_.cwiseAbs().maxCoeff() + u.v.cwiseAbs().maxCoeff());
      if (auto outcome = contact_.solve(G_, h_, stage_.weights(), round_off, step); !outcome.ok())
        return outcome;
    }
    u.x += h_ * ((1 - theta_) * u.v + theta_ * velocity_);
    u.v = velocity_;
    u.t += h_;
    return {};
  }

 private:
  /// Sets G to the contacts that are forecast to close.
  void forecast(const ContactConstraints& contacts, const State& u) {
    end_x_ = u.x + h_ * u.v;
    contacts.gaps(end_x_, gaps_);
    rates_ = contacts.gap_gradient() * u.v;
    // A closed contact has U = 0 up to the residual of the last step, of either sign, and its gap
    // is off by h times that.
    const double change = a_.size() > 0 ? h_ * a_.cwiseAbs().maxCoeff() : 0;
    const double still = 1e-9 * (u.v.cwiseAbs().maxCoeff() + change);
    std::vector<int> closing;
    for (int i = 0; i < gaps_.size(); ++i)
      if (gaps_[i] <= h_ * still && rates_[i] <= still) closing.push_back(i);
    G_ = rows_of(contacts.gap_gradient(), closing);
  }
  /// Solves for the velocity at the end of the step from u, with the acceleration q by contact
  /// forces, if there is one.
  Outcome solve(const State& u, const Vec* q) {
    stage_.x0 = u.x + theta_ * h_ * u.v;
    stage_.v0 = u.v;
    if (q) {
      stage_.x0 += stage_.position * *q;
      stage_.v0 += stage_.velocity * *q;
    }
    middle_ = u;
    if (auto outcome = newton_.solve(stage_, middle_, a_); !outcome.ok()) return outcome;
    velocity_ = u.v + h_ * a_;
    if (q) velocity_ += h_ * *q;
    return {};
  }

  double theta_ = 0.5;
  Newton newton_;

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  ImplicitContact contact_;
  StageEquation stage_;
  State middle_;
  Mat G_;
  Vec a_, velocity_, end_x_, gaps_, rates_, approach_;
};

const bool enrolled = enrol(MoreauJean{});

}  // namespace
}  // namespace stiffbench
