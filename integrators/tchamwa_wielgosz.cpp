#include "integrators/contract/registry.hpp"

namespace stiffbench {
namespace {

/// The explicit dissipative method of Tchamwa, Wielgosz (1999; described by Maheo, Grolleau, Rio),
///   x+ = x + h v + phi h^2 a,   v+ = v + h a.
/// phi = 1 is symplectic_euler; a larger phi damps fast modes and lowers the stability bound of h
/// omega to 2 / sqrt(2 phi - 1).
class TchamwaWielgosz {
 public:
  Facts facts() const {
    return {.name = "tchamwa_wielgosz",
            .title = "explicit dissipative method of Tchamwa and Wielgosz",
            .doi = "10.1007/s00466-012-0708-8",
            .family = Family::explicit_steps,
            .stages = 1};
  }
  int order(const Problem&) const { return 1; }

  static void parameters(auto& self, auto&& parameter) {
    parameter("phi", self.phi_, from_to(1, 2), "weight of h^2 a in the position; 1 does not damp");
  }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
  }

  Outcome step(State& u) {
    problem_->force(u, f_);
    problem_->mass().solve(f_, a_);
    u.x += h_ * u.v + phi_ * h_ * h_ * a_;
    u.v += h_ * a_;
    u.t += h_;
    return {};
  }

 private:
  double phi_ = 1.033;
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  Vec f_, a_;
};

const bool enrolled = enrol(TchamwaWielgosz{});

}  // namespace
}  // namespace stiffbench
