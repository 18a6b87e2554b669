#include "integrators/contract/registry.hpp"
#include "integrators/peers/sundials/cvode.hpp"

#include <cvode/cvode.h>

namespace stiffbench {
namespace {

/// Backward differentiation of orders 1 to 5 with modified Newton iteration. The default linear
/// solver eliminates the positions, as a user who knows that the problem is of second order would,
/// and solves as the suite's own methods do.
class CvodeBdf : public Cvode {
 public:
  CvodeBdf() : Cvode({.method = CV_BDF, .max_order = 5, .solver = SundialsSolver{}}) {}
  Facts facts() const {
    return {.name = "cvode_bdf",
            .title = "SUNDIALS CVODE: backward differentiation, variable order and step",
            .doi = "10.1145/1089014.1089020",
            .family = Family::peer,
            .stages = 0,
            .library = "SUNDIALS CVODE"};
  }
  static void parameters(auto& self, auto&& parameter) {
    PeerTolerance::parameters(self.options_.tolerance, parameter);
    parameter("max_order", self.options_.max_order, from_to(1, 5), "largest order");
    SundialsSolver::parameters(*self.options_.solver, parameter);
  }
  void resolve() const {
    const std::string owner = "integrator 'cvode_bdf': ";
    options_.tolerance.check(owner);
    options_.solver->check(owner);
  }
};

const bool enrolled = enrol(CvodeBdf{});

}  // namespace
}  // namespace stiffbench
