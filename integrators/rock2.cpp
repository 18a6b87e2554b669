#include "integrators/contract/registry.hpp"
#include "integrators/stabilised/stabilised.hpp"

namespace stiffbench {
namespace {

/// ROCK2, an explicit method of order 2 with the real stability interval 0.80 s^2, a fifth longer
/// than that of rkc2. A step needs s forces and no other one for its error.
class Rock2 : public Stabilised {
 public:
  Rock2() : Stabilised(Polynomials::weighted) {}
  static void parameters(auto& self, auto&& parameter) { Stabilised::parameters(self, parameter); }
  void resolve() const { check("integrator 'rock2': "); }
  Facts facts() const {
    return {.name = "rock2",
            .title = "ROCK2: orthogonal Runge-Kutta-Chebyshev method, order 2",
            .doi = "10.1007/s002110100292",
            .family = Family::explicit_steps,
            .stages = 0,
            .group = "stabilised explicit"};
  }
};

const bool enrolled = enrol(Rock2{});

}  // namespace
}  // namespace stiffbench
