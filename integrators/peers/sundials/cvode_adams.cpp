#include "integrators/contract/registry.hpp"
#include "integrators/peers/sundials/cvode.hpp"

#include <cvode/cvode.h>

namespace stiffbench {
namespace {

/// Adams-Moulton methods of orders 1 to 12 with fixed-point iteration. They use no linear algebra,
/// and so need the steps of an explicit method on stiff problems. An iteration costs one force and
/// does not count as a Newton update.
class CvodeAdams : public Cvode {
 public:
  CvodeAdams() : Cvode({.method = CV_ADAMS, .max_order = 12, .solver = {}}) {}
  Facts facts() const {
    return {.name = "cvode_adams",
            .title = "SUNDIALS CVODE: Adams-Moulton, variable order and step",
            .doi = "10.1145/1089014.1089020",
            .family = Family::peer,
            .stages = 0,
            .library = "SUNDIALS CVODE"};
  }
  static void parameters(auto& self, auto&& parameter) {
    PeerTolerance::parameters(self.options_.tolerance, parameter);
    parameter("max_order", self.options_.max_order, from_to(1, 12), "largest order");
  }
  void resolve() const { options_.tolerance.check("integrator 'cvode_adams': "); }
};

const bool enrolled = enrol(CvodeAdams{});

}  // namespace
}  // namespace stiffbench
