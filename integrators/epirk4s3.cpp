#include "integrators/contract/registry.hpp"
#include "integrators/phi/exponential_rosenbrock.hpp"

namespace stiffbench {
namespace {

/// Its stages lie at 1/8 and 1/9 of a step, and its weights -1024 phi_3 + 27648 phi_4 and
/// 1458 phi_3 - 34992 phi_4 are those of the parallel Rosenbrock family at these nodes: as a
/// formula it is pexprb43 with c2 = 1/8, c3 = 1/9. Short stages suit an adaptive Krylov process,
/// and the large weights amplify whatever error the phi functions have. Michels, Luan, Tokman
/// (10.1145/3072959.3073706) print their (11) with the sign of the remainder turned; (20) is right.
class Epirk4s3 {
 public:
  static void parameters(auto& self, auto&& parameter) {
    phi::Phi::parameters(self.loop_.phi, parameter);
  }
  Facts facts() const {
    return {.name = "epirk4s3",
            .title = "stiffly accurate exponential propagation method EPIRK4s3, order 4",
            .doi = "10.1016/j.jcp.2016.07.026",
            .stages = 3};
  }
  int order(const Problem&) const { return 4; }
  std::string unfit(const Problem& p) const { return loop_.unfit(p); }
  void init(const CountedProblem& problem, double h) {
    loop_.init(problem, h, phi::parallel_tableau(1.0 / 8, 1.0 / 9));
  }
  Outcome step(State& u) { return loop_.step(u); }
  Settings reported() const { return loop_.phi.reported(); }

 private:
  phi::ExponentialRosenbrock loop_;
};

const bool enrolled = enrol(Epirk4s3{});

}  // namespace
}  // namespace stiffbench
