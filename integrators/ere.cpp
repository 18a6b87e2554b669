#include "integrators/phi/exponential_rosenbrock.hpp"

namespace stiffbench {
namespace {

/// The method of Chen, Ascher, Pai: u+ = u + h phi_1(hJ) F with the forces at the start of the
/// step. On autonomous problems it is exprb2. The paper's equations have no load that depends on
/// time, and therefore no term of dF/dt, which exprb2 has; with such a load the order is 1.
class Ere : public phi::ExponentialRosenbrock {
 public:
  Facts facts() const {
    return {.name = "ere",
            .title = "exponential Rosenbrock-Euler method for elastodynamics (ERE)",
            .doi = "10.1109/TVCG.2017.2768532",
            .family = Family::exponential};
  }
  int order(const Problem& problem) const { return problem.traits().time_dependent ? 1 : 2; }
  void init(const CountedProblem& problem, double h) {
    omit_load_rate();
    init_scheme(problem, h, {}, order_of_error);
  }

 private:
  static constexpr int order_of_error = 0;  // the method has no estimate
};

const bool enrolled = enrol(Ere{});

}  // namespace
}  // namespace stiffbench
