// How many updates Newton's iteration takes for A-search on the soft rotating cube of 10^3 cells,
// h = 1/30 s, and where the time goes:
//   build/release/benchmarks/bench_solid_newton [END_TIME]
// 10 s by default. A step is timed as a whole. At its end an assembly of K, the sum M + h^2 K, its
// factorization and a solve are timed by themselves; that time, as often as the step did each, is
// what it spent on them. The rest is forces, potentials, line searches and vectors. Shares are of
// this run.

#include "base/error.hpp"
#include "base/system/blas_kernels.hpp"
#include "base/system/use_threads.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/kernels/linear/linear_solver.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <time.h>

using namespace stiffbench;

namespace {

constexpr double h = 1. / 30;

double seconds(auto&& work) {
  const auto now = [] {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double start = now();
  work();
  return now() - start;
}

void heed(const Outcome& outcome) {
  if (!outcome.ok()) throw Error("A-search steps to the end", outcome.reason, "report this");
}

/// One piece of a Newton update each.
struct Pieces {
  const Problem& problem;
  Mat K;
  SparseSum sum;
  LinearSolver solver;
  Vec f, x;
  Work uncounted;

  /// The times of an assembly of K, of the sum, of a factorization and of a solve at u (s).
  std::array<double, 4> times(const State& u) {
    problem.force(u, f);
    const Term terms[] = {{&problem.mass().matrix(), 1}, {&K, h * h}};
    const Columns* S = nullptr;
    const double assembly = seconds([&] { problem.stiffness(u, K); }),
                 addition = seconds([&] { S = &sum.assemble(problem.dof(), terms); }),
                 factorization = seconds([&] { heed(solver.factorize(*S, true, uncounted)); }),
                 solution = seconds([&] { solver.solve(f, x, uncounted); });
    return {assembly, addition, factorization, solution};
  }
};

void print_shares(double end_time) {
  const auto problem = ProblemRegistry::instance().make("rotating_cube", {{"cells", 10L}});
  const CountedProblem counted(*problem);
  AnyIntegrator method =
      IntegratorRegistry::instance().make("a_search", {{"tolerance", 1e-4},
                                                       {"refactorize", std::string("always")},
                                                       {"linear_solver", std::string("cholesky")}});
  method->init(counted, h);
  State u = problem->start();
  Pieces pieces{*problem, {}, {}, {}, {}, {}, {}};
  pieces.times(u);  // the analysis of the pattern
  double whole = 0;
  std::array<double, 4> spent{};
  for (Work before; u.t < end_time - h / 2; before = counted.work()) {
    whole += seconds([&] { heed(method->step(u)); });
    const std::array<double, 4> each = pieces.times(u);
    const Work& now = counted.work();
    const auto assemblies = static_cast<double>(now.stiffness - before.stiffness),
               factors = static_cast<double>(now.factorize - before.factorize),
               solves = static_cast<double>(now.solve - before.solve);
    const std::array<double, 4> calls = {assemblies, factors, factors, solves};
    for (std::size_t i = 0; i < 4; ++i) spent[i] += calls[i] * each[i];
  }
  fmt::print("{} Newton updates in {:.0f} steps; at most 1600 are to be in 300\n",
             counted.work().newton_iterations, u.t / h);
  double rest = 1;
  for (std::size_t i = 0; i < 4; ++i) {
    constexpr std::array names = {"assembly of K", "sum M + h^2 K", "factorization", "solve"};
    fmt::print("{:16}{:6.3f}\n", names[i], spent[i] / whole);
    rest -= spent[i] / whole;
  }
  fmt::print("{:16}{:6.3f}  at most 0.25\n", "all else", rest);
}

}  // namespace

int main(int count, char** words) {
  choose_blas_kernels(words);
  use_one_thread();
  print_shares(count > 1 ? std::atof(words[1]) : 10);
}
