#include "problems/contract/typical_size.hpp"

namespace stiffbench {

StartSize::StartSize(const Problem& problem) {
  const State u = problem.start();
  Vec f, a;
  problem.force(u, f);
  problem.mass().solve(f, a);
  position = u.x.lpNorm<Eigen::Infinity>();
  velocity = u.v.lpNorm<Eigen::Infinity>();
  acceleration = a.lpNorm<Eigen::Infinity>();
}

TypicalSize::TypicalSize(const Problem& problem) {
  const StartSize start(problem);
  const double T = problem.end_time();
  length = problem.typical_displacement();
  speed = start.velocity;
  if (length == 0) length = start.position;
  if (length == 0) length = speed * T;
  if (length == 0) length = start.acceleration * T * T;
  if (speed == 0) speed = length / T;
}

}  // namespace stiffbench
