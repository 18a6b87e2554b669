#include "integrators/contract/registry.hpp"
#include "integrators/stabilised/stabilised.hpp"

namespace stiffbench {
namespace {

/// ROCK4, an explicit method of order 4 with the real stability interval 0.35 s^2. A step needs s
/// forces and no other one for its error.
class Rock4 : public Stabilised {
 public:
  Rock4() : Stabilised(Polynomials::weighted4) {}
  static void parameters(auto& self, auto&& parameter) { Stabilised::parameters(self, parameter); }
  void resolve() const { check("integrator 'rock4': "); }
  Facts facts() const {
    return {.name = "rock4",
            .title = "ROCK4: orthogonal Runge-Kutta-Chebyshev method, order 4",
            .doi = "10.1137/S1064827500379549",
            .family = Family::explicit_steps,
            .stages = 0,
            .group = "stabilised explicit"};
  }
};

const bool enrolled = enrol(Rock4{});

}  // namespace
}  // namespace stiffbench
