#include "integrators/kernels/iterative/solver_choice.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

constexpr Eigen::Index least_unknowns = 360;
constexpr double most_bytes = 4.0 * 1024 * 1024 * 1024;
/// Operations per entry of a factor, above which CHOLMOD makes it supernodal.
constexpr double least_operations = 40;

}  // namespace

void check_preconditioner(const std::string& owner, Preconditioner preconditioner,
                          UpdateSolver solver) {
  if (preconditioner == Preconditioner::automatic || solver == UpdateSolver::pcg ||
      solver == UpdateSolver::automatic)
    return;
  throw Error(
      fmt::format("integrator '{}': preconditioner has no effect with linear_solver={}, which "
                  "factorizes",
                  owner, name_of(solver)),
      "preconditioner=" + name_of(preconditioner),
      "leave it out, or give linear_solver=pcg or auto");
}

void check_tolerance(const std::string& owner, double tolerance, UpdateSolver solver) {
  if (solver != UpdateSolver::cholesky || tolerance == usual_linear_tolerance) return;
  throw Error(
      fmt::format("integrator '{}': tolerance has no effect with linear_solver=cholesky", owner),
      fmt::format("tolerance={}", tolerance), "leave it out, or give linear_solver=pcg or auto");
}

void require_blocks_for(Preconditioner preconditioner, int block_size) {
  if (preconditioner != Preconditioner::block_ic || block_size == 3) return;
  throw Error("preconditioner=block_ic needs a problem whose matrices consist of 3x3 blocks",
              fmt::format("blocks of {}", block_size),
              "leave it out, or give preconditioner=block_jacobi");
}

DirectWork direct_work(const FactorCounts& counts, double upper_entries) {
  const double solve = 5.5 * counts.entries / upper_entries;
  const double factorization = std::max(15 * solve, 0.6 * counts.operations / (4 * upper_entries));
  return {.analysis = factorization, .factorization = factorization, .solve = solve};
}

void SolverChoice::init(UpdateSolver solver, Eigen::Index unknowns) {
  *this = {};
  unknowns_ = unknowns;
  automatic_ = solver == UpdateSolver::automatic;
  iterates_ = solver == UpdateSolver::pcg || (automatic_ && unknowns >= least_unknowns);
}

void SolverChoice::set_direct_work(const BlockGraph& graph) {
  const FactorCounts counts =
      count_factor(graph, looks_ == 0 ? FactorOrder::minimum_degree : FactorOrder::best);
  ++looks_;
  direct_ = direct_work(counts, graph.upper_entries());
  too_large_ = counts.entries * sizeof(double) > most_bytes;
  is_supernodal_ = counts.operations > least_operations * counts.entries;
  fell_short_ = false;  // the products had been limited for lack of the cost
}

double SolverChoice::beyond_direct() const {
  return price_ - direct_->solve * static_cast<double>(iterated_solves_);
}

bool SolverChoice::direct_is_cheaper() const {
  constexpr double first_copied = 5, saved = 0.45;  // solves, and a share of the others' cost
  const double solves = std::max({1., static_cast<double>(solves_), solves_per_matrix_});
  const double copied = copies_ && is_supernodal_ ? std::max(0., solves - first_copied) : 0;
  const double iterated = recent_price_ / static_cast<double>(std::max(1L, recent_solves_));
  const double solve = direct_->solve * (1 - saved * copied / solves);
  return direct_->factorization / solves + solve < iterated;
}

void SolverChoice::begin_matrix() {
  if (solves_ > 0) {
    const auto solves = static_cast<double>(solves_);
    solves_per_matrix_ = solves_per_matrix_ == 0 ? solves : 0.7 * solves_per_matrix_ + 0.3 * solves;
  }
  solves_ = 0;
  if (!was_direct_) return;
  iterates_ = !direct_is_cheaper();
}

long SolverChoice::most_products(double iteration) const {
  // Exact arithmetic needs one product per unknown. After ten times as many, round-off prevents
  // convergence.
  const long most = 10 * (unknowns_ + 1);
  if (!automatic_ || too_large_) return most;
  if (!direct_) return std::max(1L, std::lround(std::ceil((first_price - price_) / iteration)));
  const double paid = was_direct_ ? 0 : direct_->analysis - std::max(0.0, beyond_direct());
  const double own = direct_->factorization + direct_->solve;
  // A solve that factors would not make cheaper is not cut short to pay for them.
  const double worth = direct_is_cheaper() ? own + paid : std::max(own, own + paid);
  return std::clamp(std::lround(worth / iteration), 2L, most);
}

void SolverChoice::count(double price, Status status, bool is_new, long solves) {
  price_ += price;
  fell_short_ = status == Status::krylov_stagnated;
  if (status == Status::ok) iterated_solves_ += solves;
  if (is_new) recent_price_ = recent_solves_ = 0;
  if (is_new && status == Status::ok) return;
  recent_price_ += price;
  if (status == Status::ok) recent_solves_ += solves;
}

bool SolverChoice::leaves_iterations() {
  if (!may_leave() || !iterates_ || !direct_) return false;
  const bool is_paid = was_direct_ || beyond_direct() > direct_->analysis + direct_->factorization;
  if (!fell_short_ && !(is_paid && direct_is_cheaper())) return false;
  fell_short_ = false;
  was_direct_ = true;
  iterates_ = false;
  return true;
}

}  // namespace stiffbench
