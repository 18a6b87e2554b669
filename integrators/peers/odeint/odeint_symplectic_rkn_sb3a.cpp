#include "integrators/contract/registry.hpp"
#include "integrators/peers/uncopied.hpp"

#include <boost/numeric/odeint/stepper/symplectic_rkn_sb3a_mclachlan.hpp>
#include <fmt/format.h>

#include <utility>
#include <vector>

namespace stiffbench {
namespace {

/// McLachlan's symmetric Runge-Kutta-Nystroem splitting of order 4 in Boost.Odeint, for x'' = a(x):
/// odeint passes neither velocity nor time to the force. It evaluates six forces per step, the
/// sixth with weight zero.
class OdeintSymplecticRkn {
 public:
  Facts facts() const {
    return {.name = "odeint_symplectic_rkn_sb3a",
            .title = "Boost.Odeint: McLachlan's symplectic Runge-Kutta-Nystroem",
            .doi = "10.1137/0916010",
            .family = Family::peer,
            .stages = 6,
            .library = "Boost.Odeint"};
  }
  int order(const Problem&) const { return 4; }
  std::string why_not_applicable(const Problem& p) const {
    if (p.traits().damped)
      return "the force depends on v, which this splitting does not hand to it";
    if (p.traits().time_dependent)
      return "the force depends on t, which Boost.Odeint does not hand to a splitting's force";
    return "";
  }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    x_.resize(static_cast<std::size_t>(problem.mass().size()));
    v_ = x_;
  }

  Outcome step(State& u) {
    const Eigen::Index n = u.x.size();
    Vec::Map(x_.data(), n) = u.x;
    Vec::Map(v_.data(), n) = u.v;
    stage_ = u;
    const auto acceleration = [this, n](const std::vector<double>& x, std::vector<double>& a) {
      stage_.x = Vec::Map(x.data(), n);
      problem_->force(stage_, f_);
      problem_->mass().solve(f_, a_);
      Vec::Map(a.data(), n) = a_;
    };
    if (!stepper_) stepper_.renew();
    stepper_->do_step(acceleration, std::make_pair(std::ref(x_), std::ref(v_)), u.t, h_);
    if (!Vec::Map(x_.data(), n).allFinite() || !Vec::Map(v_.data(), n).allFinite())
      return {Status::diverged, fmt::format("the state is not finite after t = {}", u.t)};
    u.t += h_;
    u.x = Vec::Map(x_.data(), n);
    u.v = Vec::Map(v_.data(), n);
    return {};
  }

 private:
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  std::vector<double> x_, v_;
  State stage_;
  Vec f_, a_;
  Uncopied<boost::numeric::odeint::symplectic_rkn_sb3a_mclachlan<std::vector<double>>> stepper_;
};

const bool enrolled = enrol(OdeintSymplecticRkn{});

}  // namespace
}  // namespace stiffbench
