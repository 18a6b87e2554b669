// Conjugate gradients against Cholesky's factorization, for the first Newton update of implicit
// Euler on bodies of solid elements, in times of one product with the matrix:
//   build/release/benchmarks/bench_linear_solvers [CELLS]
// prints a line for every body with at most so many cells along an edge (26, which takes minutes
// and 3 GiB). Only numbers of one run compare. The columns `predicted` are direct_work() in
// integrators/kernels/iterative/solver_choice.hpp, from counts; those beside them are measured. The
// last columns are the costs of a solve to 1e-4 with a new matrix: from zero, and over Cholesky's.
// A second table has the cost of the preconditioners on more bodies: of one iteration and of the
// set-up, which are constants of integrators/kernels/iterative/preconditioner_choice.hpp, and of a
// solve to 1e-4 with a new matrix.

#include "base/error.hpp"
#include "base/system/blas_kernels.hpp"
#include "harness/checks/kernels/turns.hpp"
#include "integrators/kernels/iterative/conjugate_gradients.hpp"
#include "integrators/kernels/iterative/solver_choice.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string>

using namespace stiffbench;

namespace {

struct Case {
  const char* body;
  long cells;
  double h, poisson;
};

constexpr Case cases[] = {
    {"rotating_cube", 4, 1. / 30, 0.3},
    {"rotating_cube", 8, 1. / 30, 0.3},
    {"rotating_cube", 10, 1. / 30, 0.3},
    {"rotating_cube", 10, 1. / 30, 0.48},
    {"rotating_cube", 12, 1. / 30, 0.3},
    {"rotating_cube", 18, 1. / 30, 0.3},
    {"rotating_cube", 26, 1. / 30, 0.3},
    {"rotating_cube", 26, 1. / 30, 0.48},
    {"twisted_bar", 10, 1. / 30, 0.3},
    {"twisted_bar", 10, 1. / 30, 0.48},
    {"cloth", 96, 5e-3, 0.4},
    {"cloth", 96, 5e-3, 0.48},
};

void heed(const Outcome& outcome) {
  if (!outcome.ok()) throw Error("a linear system is solved", outcome.reason, "report this");
}

struct Body {
  const char* name;
  Settings settings;
  double h;
};

const Body bodies[] = {
    {"cloth", {{"cells", 64L}}, 1e-3},
    {"cloth", {{"cells", 64L}}, 5e-3},
    {"cloth", {{"cells", 64L}}, 1. / 30},
    {"brush", {{"nx", 12L}, {"ny", 12L}}, 0.025},
    {"brush", {{"nx", 12L}, {"ny", 12L}}, 0.1},
    {"flag", {}, 1. / 30},
    {"coil_spring", {}, 0.01},
    {"bunny", {{"size", std::string("8k")}}, 2e-3},
    {"bunny", {{"size", std::string("8k")}, {"variant", std::string("two_scale")}}, 6e-3},
    {"rotating_cube", {{"cells", 16L}}, 1. / 120},
    {"rotating_cube", {{"cells", 16L}}, 1. / 30},
    {"rotating_cube", {{"cells", 16L}, {"poisson", 0.49}}, 1. / 30},
};

/// The first update of a step from the start: S a = f - M a_0, with x_0 as the first guess.
struct System {
  explicit System(const Problem& problem, double h) {
    const State u = problem.start();
    Vec f, Mv;
    problem.force(u, f);
    problem.mass().times(u.v, Mv);
    right = f + Mv / h;
    projected_stiffness(problem, u, K);
    const Term terms[] = {{&problem.mass().matrix(), 1}, {&K, h * h}};
    S = sum.assemble(problem.dof(), terms);
  }
  Mat K;
  SparseSum sum;
  Columns S;
  Vec right;
};

/// Products that conjugate gradients take to this accuracy.
long products(ConjugateGradients& gradients, const Vec& right, double relative) {
  Work work;
  Vec x;
  heed(gradients.solve(right, {relative, 0}, 100000, x, work));
  return work.stiffness_products;
}

void print(const Case& c) {
  const auto problem =
      ProblemRegistry::instance().make(c.body, {{"cells", c.cells}, {"poisson", c.poisson}});
  System system(*problem, c.h);
  LinearSolver direct;
  ConjugateGradients gradients;
  SymmetricProduct product;
  Work work;
  Vec x = system.right, y;
  const auto factorize = [&] { heed(direct.factorize_definite(system.S, work)); };
  const Mass& mass = problem->mass();
  const auto prepare = [&] {
    heed(mass.is_diagonal()
             ? gradients.assign(
                   {.K = &system.K, .k = c.h * c.h, .diagonal = &mass.diagonal(), .m = 1})
             : gradients.assign(system.S, problem->block_size()));
  };
  factorize();  // the ordering is found once in a run
  prepare();
  product.assign(system.K, problem->block_size());
  Turns turns;
  const std::size_t one = turns.add([&] { product.times(system.right, y, work); }),
                    factors = turns.add(factorize),
                    solve = turns.add([&] { direct.solve(system.right, x, work); }),
                    iterate = turns.add([&] {
                      prepare();
                      heed(gradients.solve(system.right, {1e-4, 0}, 100000, x, work));
                    });
  turns.run(c.cells < 20 ? 3 : 1);
  const BlockGraph graph(system.K);
  const DirectWork predicted =
      direct_work(count_factor(graph, FactorOrder::best), graph.upper_entries());
  fmt::print(
      "{:13} {:2} {:4.2f} {:6} {:8.0f} {:8.0f} {:6.1f} {:9.1f} {:6} {:5} {:5} {:6.0f} {:8.2f}\n",
      c.body, c.cells, c.poisson, problem->dof(), turns.ratio(factors, one),
      predicted.factorization, turns.ratio(solve, one), predicted.solve,
      products(gradients, system.right, 1e-2), products(gradients, system.right, 1e-4),
      products(gradients, system.right, 1e-8), turns.ratio(iterate, one),
      (turns.seconds(factors) + turns.seconds(solve)) / turns.seconds(iterate));
  std::fflush(stdout);
}

/// A solve to 1e-4 with a new matrix.
struct Solve {
  Solve(Turns& turns, const System& system, Preconditioner kind) {
    gradients.init(kind);
    place = turns.add([this, &system] {
      heed(gradients.assign(system.S, 3));
      work = {};
      heed(gradients.solve(system.right, {1e-4, 0}, 100000, x, work));
    });
  }
  ConjugateGradients gradients;
  Work work;
  Vec x;
  std::size_t place;
};

void print_preconditioners(const Body& body) {
  const auto problem = ProblemRegistry::instance().make(body.name, body.settings);
  System system(*problem, body.h);
  system.right = Vec::LinSpaced(problem->dof(), 0, 1e4).array().sin();  // has all modes
  const int rows = static_cast<int>(problem->dof() / 3);
  const Mat S = system.S;
  SymmetricProduct product;
  product.assign(S, 3);
  BlockIc factor;
  LinearSolver direct;
  Work work;
  Vec x, y;
  heed(direct.factorize_definite(system.S, work));
  Turns turns;
  const std::size_t one = turns.add([&] { product.times(system.right, y, work); }),
                    set_up = turns.add([&] { factor.factorize(product, rows); }),
                    apply = turns.add([&] { factor.solve(system.right, x); }),
                    factorize = turns.add([&] { heed(direct.factorize_definite(system.S, work)); }),
                    solve = turns.add([&] { direct.solve(system.right, x, work); });
  const Solve jacobi(turns, system, Preconditioner::block_jacobi),
      ic(turns, system, Preconditioner::block_ic);
  turns.run(3);
  const bool succeeds = ic.work.solve > 0;
  fmt::print("{:13} {:6.4f} {:6} {:6} {:6} {:8.0f} {:6.0f} {:8.1f} {:8.2f} {:8.0f} {:6.1f}{}\n",
             body.name, body.h, problem->dof(), jacobi.work.stiffness_products,
             ic.work.stiffness_products, turns.ratio(jacobi.place, one), turns.ratio(ic.place, one),
             turns.ratio(set_up, one), turns.ratio(apply, one), turns.ratio(factorize, one),
             turns.ratio(solve, one), succeeds ? "" : "  breaks down");
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  choose_blas_kernels(words);
  const long most = count > 1 ? std::atol(words[1]) : 26;
  fmt::print(
      "                                factors in products     solve in products  products of pcg "
      "to   new matrix, 1e-4\n"
      "body      cells  nu unknowns measured predicted measured predicted   1e-2  1e-4  1e-8    "
      "pcg "
      "Cholesky / pcg\n");
  for (const Case& c : cases)
    if (c.cells <= most || c.body == std::string("cloth")) print(c);
  fmt::print(
      "\n                             products, 1e-4   new matrix, 1e-4  incomplete factor      "
      "Cholesky\n"
      "body               h unknowns jacobi     ic  jacobi     ic   set-up    solve   factor  "
      "solve\n");
  for (const Body& body : bodies) print_preconditioners(body);
}
