// Vertex block descent (Chen, Liu, Yang, Yuksel 2024): Gauss-Seidel sweeps over the vertices of
// implicit Euler's step. Each visit takes one Newton update of the unknowns of its vertex,
//   -H^-1 r,   r = (A x - b)_i + h^2 dW/dx_i,   H = A_ii + h^2 d2W/dx_i^2,
// with all other vertices fixed. As in the paper, H is taken as it is, and a vertex with a singular
// H waits for the next sweep. Damping is that of the problem, in A, where the paper lags a multiple
// of the stiffness.

#include "integrators/contract/registry.hpp"
#include "integrators/position_based/chebyshev.hpp"
#include "integrators/position_based/colouring.hpp"
#include "integrators/position_based/euler_step.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

enum class Guess { inertial, adaptive };
constexpr auto names_of(Guess) { return std::array{"inertial", "adaptive"}; }

class VertexBlockDescent {
 public:
  Facts facts() const {
    return {.name = "vertex_block_descent",
            .title = "vertex block descent: Gauss-Seidel sweeps over vertices",
            .doi = "10.1145/3658179",
            .family = Family::implicit,
            .stages = 1,
            .group = "position-based"};
  }
  int order(const Problem&) const { return 1; }
  std::string why_not_applicable(const Problem& problem) const {
    if (std::string reason = why_not_position_based(problem); !reason.empty()) return reason;
    if (!problem.mass().is_diagonal())
      return "its mass is not lumped: the error of a number of sweeps over vertices that share "
             "mass does not fall with h";
    return {};
  }

  static void parameters(auto& self, auto&& parameter) {
    parameter("sweeps", self.sweeps_, at_least(1), "sweeps over all vertices in every step");
    ChebyshevAcceleration::parameters(self.chebyshev_, parameter);
    parameter("guess", self.guess_, one_of<Guess>(),
              "a step starts at x + h v plus the move by the external force, or plus that part of "
              "it along which the vertex accelerated in the step before");
  }

  void init(const CountedProblem& problem, double h) {
    step_.init(problem, h);
    h_ = h;
    block_ = problem.block_size();
    elements_ = problem.elements();
    connect(static_cast<int>(problem.dof()) / block_);
    before_.resize(0);
  }

  Outcome step(State& u) {
    step_.begin(u);
    start(u);
    before_ = u.v;
    chebyshev_.begin(x_);
    for (int sweep = 0; sweep < sweeps_; ++sweep) {
      for (const int node : order_) visit(node);
      chebyshev_.apply(x_);
    }
    return step_.finish(x_, u);
  }

 private:
  /// An element at a node, and the number of the node in it.
  struct Incidence {
    int element, node;
  };

  void connect(int count) {
    around_.assign(static_cast<std::size_t>(count), {});
    std::vector<std::vector<int>> tags(static_cast<std::size_t>(count));
    const std::vector<std::vector<int>> nodes = nodes_of_elements(elements_);
    for (std::size_t e = 0; e < nodes.size(); ++e)
      for (std::size_t i = 0; i < nodes[e].size(); ++i)
        if (nodes[e][i] >= 0) {
          const auto node = static_cast<std::size_t>(nodes[e][i]);
          around_[node].push_back({static_cast<int>(e), static_cast<int>(i)});
          tags[node].push_back(static_cast<int>(e));
        }
    order_ = colour_greedily(tags).order;
    own_.clear();
    for (int node = 0; node < count; ++node) {
      const Eigen::Index at = Eigen::Index{block_} * node;
      own_.push_back(Eigen::MatrixXd(step_.A().block(at, at, block_, block_)));
    }
  }

  /// The paper's adaptive start: of the move by the external force, the part between none and all
  /// along which the vertex accelerated in the step before.
  void start(const State& u) {
    x_ = step_.inertial();
    const Vec& move = step_.external_move();
    if (guess_ == Guess::inertial) {
      x_ += move;
      return;
    }
    if (before_.size() == 0) return;  // no step before
    for (Eigen::Index at = 0; at < x_.size(); at += block_) {
      const auto own = move.segment(at, block_);
      const double all = own.squaredNorm();
      if (all == 0) continue;
      const double along = h_ * (u.v - before_).segment(at, block_).dot(own) / all;
      x_.segment(at, block_) += std::clamp(along, 0., 1.) * own;
    }
  }

  void visit(int node) {
    const auto number = static_cast<std::size_t>(node);
    const Eigen::Index at = Eigen::Index{block_} * node;
    H_ = own_[number];
    r_.resize(block_);
    for (int i = 0; i < block_; ++i) {
      r_[i] = -step_.b()[at + i];
      for (Mat::InnerIterator entry(step_.A(), at + i); entry; ++entry)
        r_[i] += entry.value() * x_[entry.col()];
    }
    for (const Incidence& here : around_[number]) {
      elements_.derivatives(here.element, here.node, x_, g_, of_element_);
      r_ += h_ * h_ * g_;
      H_ += h_ * h_ * of_element_;
    }
    if (block_ == 3)
      update<3>(at);
    else
      update<1>(at);
  }
  template <int size>
  void update(Eigen::Index at) {
    const Eigen::Matrix<double, size, size> H = H_;
    Eigen::Matrix<double, size, size> inverse;
    bool is_invertible = false;
    H.computeInverseWithCheck(inverse, is_invertible, 1e-14 * std::pow(H.norm(), size));
    if (is_invertible) x_.template segment<size>(at) -= inverse * r_;
  }

  int sweeps_ = 10;
  ChebyshevAcceleration chebyshev_;
  Guess guess_ = Guess::adaptive;
  EulerStep step_;
  double h_ = 0;
  int block_ = 1;
  CountedElements elements_;
  std::vector<std::vector<Incidence>> around_;  // each node
  std::vector<int> order_;
  std::vector<NodeMatrix> own_;  // blocks on the diagonal of A
  Vec x_, before_;               // the velocity at the start of the step before
  NodeVector r_, g_;
  NodeMatrix H_, of_element_;
};

const bool enrolled = enrol(VertexBlockDescent{});

}  // namespace
}  // namespace stiffbench
