#include "integrators/contract/registry.hpp"
#include "integrators/stabilised/stabilised.hpp"

namespace stiffbench {
namespace {

/// The Runge-Kutta-Legendre method of order 2. Its real stability interval is (s^2 + s - 2) / 2,
/// shorter than that of rkc2, and Legendre's polynomials damp every mode inside it, so that no
/// parameter of damping is needed.
class Rkl2 : public Stabilised {
 public:
  Rkl2() : Stabilised(Polynomials::legendre) {}
  static void parameters(auto& self, auto&& parameter) { Stabilised::parameters(self, parameter); }
  void resolve() const { check("integrator 'rkl2': "); }
  Facts facts() const {
    return {.name = "rkl2",
            .title = "Runge-Kutta-Legendre method, order 2",
            .doi = "10.1016/j.jcp.2013.08.021",
            .family = Family::explicit_steps,
            .stages = 0,
            .group = "stabilised explicit"};
  }
};

const bool enrolled = enrol(Rkl2{});

}  // namespace
}  // namespace stiffbench
