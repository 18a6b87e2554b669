#include "integrators/position_based/euler_step.hpp"

namespace stiffbench {

void EulerStep::init(const CountedProblem& problem, double h) {
  problem_ = &problem;
  h_ = h;
  A_ = problem.mass().matrix();
  damping_.resize(0, 0);
  if (!problem.traits().damped) return;
  const Vec zero = Vec::Zero(problem.dof());
  problem.damping({0, zero, zero}, damping_);  // the same at every state
  damping_ *= h;
  A_ += damping_;
  A_.makeCompressed();
}

void EulerStep::begin(const State& u) {
  inertial_ = u.x + h_ * u.v;
  problem_->external_force(u.t + h_, g_);
  problem_->mass().solve(g_, move_);
  move_ *= h_ * h_;
  problem_->mass().times(inertial_, b_);
  b_ += h_ * h_ * g_;
  if (damping_.rows() > 0) b_.noalias() += damping_ * u.x;
}

Outcome EulerStep::finish(const Vec& x, State& u) const {
  if (!x.allFinite()) return {Status::diverged, "the positions are not finite"};
  u.v = (x - u.x) / h_;
  u.x = x;
  u.t += h_;
  return {};
}

std::string why_not_position_based(const Problem& problem) {
  if (!element_energies(problem))
    return "its force is not offered element by element: springs and elastic solids without "
           "contact are";
  if (problem.traits().varying_damping) return "its damping varies with the state";
  return {};
}

std::vector<std::vector<int>> nodes_of_elements(const CountedElements& elements) {
  std::vector<std::vector<int>> all;
  ElementNodes nodes;
  for (int e = 0; e < elements.count(); ++e) {
    elements.nodes(e, nodes);
    all.emplace_back(nodes.begin(), nodes.end());
  }
  return all;
}

}  // namespace stiffbench
