#include "integrators/kernels/iterative/solver_choice.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench {

std::optional<DirectWork> direct_work_of(Eigen::Index unknowns) {
  const auto n = static_cast<double>(unknowns);
  if (n < direct_work.front().unknowns || n > direct_work.back().unknowns) return std::nullopt;
  const auto above = std::find_if(direct_work.begin() + 1, direct_work.end(),
                                  [n](const DirectWork& row) { return n <= row.unknowns; });
  const DirectWork &low = above[-1], &high = *above;
  const double part = std::log(n / low.unknowns) / std::log(high.unknowns / low.unknowns);
  const auto between = [part](double a, double b) { return a * std::pow(b / a, part); };
  return DirectWork{n, between(low.factorization, high.factorization),
                    between(low.solve, high.solve)};
}

void SolverChoice::init(UpdateSolver solver, Eigen::Index unknowns) {
  unknowns_ = unknowns;
  automatic_ = solver == UpdateSolver::automatic;
  limit_ = automatic_ ? direct_work_of(unknowns) : std::nullopt;
  const bool is_large = static_cast<double>(unknowns) > direct_work.back().unknowns;
  iterates_ = solver == UpdateSolver::pcg || (automatic_ && (limit_ || is_large));
  begin_matrix();
}

long SolverChoice::begin_solve() {
  // Exact arithmetic needs one product per unknown. After ten times as many, round-off prevents
  // convergence.
  if (!limit_) return 10 * (unknowns_ + 1);
  ++solves_;
  const double worth = limit_->factorization + static_cast<double>(solves_) * limit_->solve;
  return std::max(0L, std::lround(worth) - products_);
}

}  // namespace stiffbench
