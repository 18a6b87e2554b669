// Extended position-based dynamics (Macklin, Mueller, Chentanez 2016): Gauss-Seidel sweeps over
// constraints C_j of compliance alpha_j, whose energies C_j^2 / (2 alpha_j) sum to that of the
// body. Each visit changes the multiplier of its constraint by
//   -(C + alpha/h^2 lambda) / (grad C' A^-1 grad C + alpha/h^2)
// and x by A^-1 grad C times that. A step of the paper's small steps (Macklin et al. 2019,
// DOI 10.1145/3309486.3340247) is a step with sweeps = 1.
//
// Sweeps without end do not lead to implicit Euler's step. The multipliers converge to it, but x
// has moved along the gradients of all visits, while implicit Euler's force acts along those at the
// step's end. The paper drops that difference. It vanishes where gradients are constant. Elsewhere
// it is of the order h^4 in the positions of one step and h^3 in the velocities, where implicit
// Euler itself errs by h^2 in both.
//
// Deviations from the papers: A = M + h D where damping is proportional to the mass; other damping,
// which the paper adds to the constraints, is refused. A finite element is one constraint,
// sqrt(2 E) of compliance 1, or with constraints=strain two for each quadrature point, one for the
// change of shape and one for that of the volume, as Macklin and Mueller have them for the stable
// neo-Hookean material; the first paper has six strains with the elastic tensor as compliance.

#include "integrators/contract/registry.hpp"
#include "integrators/position_based/colouring.hpp"
#include "integrators/position_based/euler_step.hpp"

#include <array>
#include <vector>

namespace stiffbench {
namespace {

/// The constraints of an element.
enum class Constraints {
  energy,  ///< the root of its energy
  strain,  ///< each strain of its law
};
constexpr auto names_of(Constraints) { return std::array{"energy", "strain"}; }

class Xpbd {
 public:
  Facts facts() const {
    return {.name = "xpbd",
            .title = "extended position-based dynamics: Gauss-Seidel sweeps over constraints",
            .doi = "10.1145/2994258.2994272",
            .family = Family::implicit,
            .stages = 1,
            .group = "position-based"};
  }
  int order(const Problem&) const { return 1; }
  std::string why_not_applicable(const Problem& problem) const {
    const ProblemTraits traits = problem.traits();
    if (std::string reason = why_not_position_based(problem); !reason.empty()) return reason;
    if (!problem.mass().is_diagonal())
      return "its mass is not lumped, and a constraint needs the inverse mass of its own unknowns";
    if (traits.damped && !(traits.rayleigh && traits.rayleigh->stiffness == 0))
      return "its damping is not proportional to the mass";
    if (constraints_ == Constraints::strain)
      for (const ElementGroup* group : element_energies(problem)->element_groups())
        if (group->strains() == 0)
          return "the energy of its elements is no sum of squared strains, as with a negative Lame "
                 "parameter lambda; constraints=energy needs none";
    return {};
  }

  static void parameters(auto& self, auto&& parameter) {
    parameter("sweeps", self.sweeps_, at_least(1), "sweeps over all constraints in every step");
    parameter(
        "constraints", self.constraints_, one_of<Constraints>(),
        "of an element. energy: the root of its energy; strain: with solids one for the change "
        "of shape and one for that of the volume, at each quadrature point");
  }

  void init(const CountedProblem& problem, double h) {
    step_.init(problem, h);
    squared_h_ = h * h;
    block_ = problem.block_size();
    inverse_ = step_.A().diagonal().cwiseInverse();
    elements_ = problem.elements();
    nodes_ = nodes_of_elements(elements_);
    order_ = colour_greedily(nodes_).order;
    first_.assign(1, 0);
    for (int e = 0; e < elements_.count(); ++e)
      first_.push_back(first_.back() + (by_strain() ? elements_.strains(e) : 1));
    multipliers_.resize(first_.back());
  }

  Outcome step(State& u) {
    step_.begin(u);
    x_ = step_.b().cwiseProduct(inverse_);
    multipliers_.setZero();
    for (int sweep = 0; sweep < sweeps_; ++sweep)
      for (const int element : order_) {
        const int first = first_[static_cast<std::size_t>(element)],
                  end = first_[static_cast<std::size_t>(element) + 1];
        for (int number = first; number < end; ++number) visit(element, number - first, number);
      }
    return step_.finish(x_, u);
  }

 private:
  bool by_strain() const { return constraints_ == Constraints::strain; }
  void visit(int element, int strain, int number) {
    const Constraint is = by_strain() ? elements_.strain(element, strain, x_, gradient_)
                                      : elements_.constraint(element, x_, gradient_);
    const double compliance = is.compliance / squared_h_;
    double weight = compliance;
    each_node(element, [&](Eigen::Index at, Eigen::Index from) {
      weight += gradient_.segment(from, block_).cwiseAbs2().dot(inverse_.segment(at, block_));
    });
    double& multiplier = multipliers_[number];
    const double change = -(is.value + compliance * multiplier) / weight;
    multiplier += change;
    each_node(element, [&](Eigen::Index at, Eigen::Index from) {
      x_.segment(at, block_) +=
          change * gradient_.segment(from, block_).cwiseProduct(inverse_.segment(at, block_));
    });
  }
  /// Calls work(first unknown, first entry of the gradient) for each free node of an element.
  template <class Work>
  void each_node(int element, Work&& work) const {
    const std::vector<int>& nodes = nodes_[static_cast<std::size_t>(element)];
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i] >= 0) work(Eigen::Index{block_} * nodes[i], block_ * static_cast<int>(i));
  }

  int sweeps_ = 10;
  Constraints constraints_ = Constraints::energy;
  EulerStep step_;
  double squared_h_ = 0;
  int block_ = 1;
  CountedElements elements_;
  std::vector<std::vector<int>> nodes_;  // of every element
  std::vector<int> order_;
  std::vector<int> first_;         // constraint of every element, and their number
  Vec inverse_, multipliers_, x_;  // the inverse diagonal of A
  ElementVector gradient_;
};

const bool enrolled = enrol(Xpbd{});

}  // namespace
}  // namespace stiffbench
