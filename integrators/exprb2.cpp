#include "integrators/phi/exponential_rosenbrock.hpp"

namespace stiffbench {
namespace {

/// The K of exprb2's linearisation: that of the problem, or that without the negative curvature of
/// compressed elements, with which no mode grows in a step.
enum class Linearised { exact, projected };
constexpr auto names_of(Linearised) { return std::array{"exact", "projected"}; }

/// One exponential of the linearisation, which solves linear autonomous problems exactly. With the
/// projected K the method is stable at any step and has order 1, because the part that the
/// projection discards enters only through the force at the start of the step.
class Exprb2 : public phi::ExponentialRosenbrock {
 public:
  static void parameters(auto& self, auto&& parameter) {
    parameter("stiffness", self.linearised_, one_of<Linearised>(),
              "K of the linearisation; projected: without negative curvature, order 1");
    ExponentialRosenbrock::parameters(self, parameter);
  }
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
  int order(const Problem&) const { return linearised_ == Linearised::exact ? 2 : 1; }
  void init(const CountedProblem& problem, double h) {
    if (linearised_ == Linearised::projected) project_stiffness();
    init_stages(problem, h, {});
  }

 private:
  Linearised linearised_ = Linearised::exact;
};

const bool enrolled = enrol(Exprb2{});

}  // namespace
}  // namespace stiffbench
