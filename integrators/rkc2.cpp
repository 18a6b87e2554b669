#include "integrators/contract/registry.hpp"
#include "integrators/stabilised/stabilised.hpp"

namespace stiffbench {
namespace {

/// The Runge-Kutta-Chebyshev method of order 2: an explicit method whose real stability interval,
/// 0.65 s^2, grows with the square of its stages. A step of h so costs about sqrt(1.5 h d)
/// forces, where d is the fastest decay of a mode (1/s), and no matrix is factorized.
class Rkc2 : public Stabilised {
 public:
  Rkc2() : Stabilised(Polynomials::chebyshev) {}
  static void parameters(auto& self, auto&& parameter) {
    parameter("epsilon", self.options_.epsilon, not_negative(),
              "damping of the stability function, 2/13 in the paper; 0: the least of 2/13, 4/13, "
              "8/13, ... with the fewest stages");
    Stabilised::parameters(self, parameter);
  }
  void resolve() const { check("integrator 'rkc2': "); }
  Facts facts() const {
    return {.name = "rkc2",
            .title = "Runge-Kutta-Chebyshev method, order 2",
            .doi = "10.1016/S0377-0427(97)00219-7",
            .family = Family::explicit_steps,
            .stages = 0,
            .group = "stabilised explicit"};
  }
};

const bool enrolled = enrol(Rkc2{});

}  // namespace
}  // namespace stiffbench
