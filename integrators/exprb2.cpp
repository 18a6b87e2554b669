#include "integrators/phi/exponential_rosenbrock.hpp"

#include <array>

namespace stiffbench {
namespace {

/// The K of exprb2's linearisation: that of the problem, or that without the negative curvature of
/// compressed elements, with which no mode grows in a step.
enum class Linearised { exact, projected };
constexpr auto names_of(Linearised) { return std::array{"exact", "projected"}; }

/// One exponential of the linearisation, which solves linear autonomous problems exactly. With the
/// projected K the method is stable at any step and has order 1, because the part that the
/// projection discards enters only through the force at the start of the step.
///
/// With a K that is up to m steps old the local error has the further term h^2/2 (J - J_old) F.
/// Where K is differentiable in time along the motion, J - J_old is at most m h |dJ/dt|, and the
/// order remains 2. Where h |dJ/dt| is not small, as when bodies turn within the m steps, it is 1.
/// A linear problem is solved exactly with any m.
class Exprb2 : public phi::ExponentialRosenbrock {
 public:
  static void parameters(auto& self, auto&& parameter) {
    parameter("stiffness", self.linearised_, one_of<Linearised>(),
              "K of the linearisation; projected: without negative curvature, order 1");
    parameter("linearise_every", self.linearise_every_, at_least(1),
              "steps from one evaluation of K and D to the next");
    ExponentialRosenbrock::parameters(self, parameter);
    adaptive_parameters_of(self, parameter);
  }
  void resolve() const { check_control("exprb2"); }
  Facts facts() const {
    return {.name = "exprb2",
            .title = "exponential Rosenbrock-Euler method, order 2",
            .doi = "10.1137/080717717",
            .family = Family::exponential};
  }
  std::string why_not_applicable(const Problem& problem) const {
    if (linearised_ == Linearised::projected && !is_indefinite(problem))
      return "stiffness=projected is for problems whose K may be indefinite";
    return ExponentialRosenbrock::why_not_applicable(problem);
  }
  int order(const Problem&) const { return order_of_linearised(); }
  void init(const CountedProblem& problem, double h) {
    if (linearised_ == Linearised::projected) project_stiffness();
    linearise_every(linearise_every_);
    // The estimated error is the difference from exprb32: 2 h phi_3(hJ) times the remainder at the
    // result. Steps of fixed size need no remainder.
    static constexpr std::array<ExponentialStage, 1> at_result{{{1, 0}}};
    static constexpr std::array<RemainderTerm, 1> of_exprb32{{{0, 3, 1, 2}}};
    ExponentialScheme scheme;
    if (adaptive()) {
      scheme.later = at_result;
      scheme.embedded_order = 3;
      scheme.embedded = of_exprb32;
    }
    init_scheme(problem, h, scheme, order_of_linearised() + 1);
  }

 private:
  int order_of_linearised() const { return linearised_ == Linearised::exact ? 2 : 1; }

  Linearised linearised_ = Linearised::exact;
  long linearise_every_ = 1;
};

const bool enrolled = enrol(Exprb2{});

}  // namespace
}  // namespace stiffbench
