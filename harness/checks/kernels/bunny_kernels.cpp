#include "base/system/instruction_set.hpp"
#include "harness/checks/kernels/kernel.hpp"
#include "integrators/kernels/linear/linear_solver.hpp"
#include "integrators/kernels/linear/multiply.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"
#include "integrators/phi/half_size/chebyshev_recurrence.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/models/bunny_mesh.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>

namespace stiffbench {
namespace {

using Eigen::Index;

constexpr double number = sizeof(double), place = sizeof(int);
constexpr double relative_step = 20;  // approximate h omega_max of the factorized matrix

struct Bunny {
  std::string size;
  std::unique_ptr<Problem> problem = ProblemRegistry::instance().make("bunny", {{"size", size}});
  CountedProblem counted = CountedProblem(*problem);
  State state = problem->start();
  Mat K;
  Vec f, y = Vec::Zero(problem->dof());
  Work work;
  SymmetricProduct half;
  LinearSolver solver;
  Cloned<phi::ChebyshevRecurrence> recurrence = phi::best_recurrence(counted);
  phi::Expansion expansion;
  phi::Interval interval;

  explicit Bunny(const std::string& its_size) : size(its_size) {
    const Index n = problem->dof();
    state.x = 1e-3 * Vec::LinSpaced(n, -1, 1).array().sin().matrix();
    problem->stiffness(state, K);
    half.assign(K, problem->block_size());
    recurrence->set_stiffness(K);
    interval = phi::estimate_spectrum(counted, K, phi::spectrum_start(n));
    Mat A = K * (relative_step * relative_step / interval.high);
    A.diagonal() += problem->mass().diagonal();
    solver.factorize_definite(Columns(A), work);
  }

  double vector() const { return number * static_cast<double>(problem->dof()); }
  /// Bytes of K; three rows share their column indices.
  double matrix() const { return static_cast<double>(K.nonZeros()) * (number + place / 9); }
  /// Bytes of rest vectors, rest lengths and indices: four springs in each tetrahedron, one on each
  /// edge.
  double springs() const {
    const double tets = static_cast<double>(bunny_mesh(size).tets.cols()),
                 edges = static_cast<double>(K.nonZeros() / 9 - problem->dof() / 3) / 2;
    return tets * (16 * number + 4 * place) + edges * (4 * number + 2 * place);
  }
};

/// Chebyshev steps of two vectors with two outputs, as used for exp(h J) b.
Kernel chebyshev_step(const std::shared_ptr<Bunny>& b, const std::string& problem) {
  constexpr int first = 4, steps = 16;
  b->expansion.shares.setConstant(first + steps + 1, 4, 1e-3);
  b->recurrence->start(0, std::array<const Vec*, 2>{&b->state.x, &b->state.x}, 2);
  Vec energies(2);
  b->recurrence->energies(energies);
  return {.name = "Chebyshev step, 2 vectors",
          .problem = problem,
          .set = instruction_set(),
          .bytes = b->matrix() + 6 * b->vector(),
          .work = [b] { b->recurrence->advance(b->expansion, b->interval, first, steps); },
          .pieces = steps};
}

/// The product with half of K, for m vectors in one pass.
Kernel half_product(const std::shared_ptr<Bunny>& b, const std::string& problem, int m) {
  const auto X = std::make_shared<Vectors>(b->state.x.replicate(1, m)),
             Y = std::make_shared<Vectors>(*X);
  return {.name = m == 1 ? "product with half of K" : fmt::format("the same, {} vectors", m),
          .problem = problem,
          .set = instruction_set(),
          .bytes = b->matrix() + 2 * m * b->vector(),
          .work = [b, X, Y] {
            b->half.times(*X, *Y, b->work);
            use(Y->data());
          }};
}

}  // namespace

std::vector<Kernel> bunny_kernels(const std::string& size) {
  const auto b = std::make_shared<Bunny>(size);
  const std::string problem = "bunny " + size, set = compiled_set();
  const double K = b->matrix(), x = b->vector(), springs = b->springs();
  std::vector<Kernel> all;
  const auto add = [&](const char* name, double bytes, auto work) {
    all.push_back({name, problem, set, bytes, work});
  };
  add(plain_product, K + 2 * x, [b] {
    multiply(b->K, b->problem->block_size(), b->state.x, b->y, b->work);
    use(b->y.data());
  });
  for (const int m : {1, 2, 4}) all.push_back(half_product(b, problem, m));
  // Only the half is written.
  add("keeping half of K", 1.5 * K, [b] { b->half.assign(b->K, b->problem->block_size()); });
  all.push_back(chebyshev_step(b, problem));
  add("force on springs", springs + 3 * x, [b] {
    b->problem->force(b->state, b->f);
    use(b->f.data());
  });
  add("product without K", springs + 4 * x, [b] {
    b->problem->jacobian_times(b->state, b->state.x, b->state.x, b->f);
    use(b->f.data());
  });
  add("assembly of K", springs + x + K, [b] {
    b->problem->stiffness(b->state, b->K);
    use(b->K.valuePtr());
  });
  // Forward and backward substitution.
  add("triangular solves", 2 * b->solver.entries() * (number + place) + 2 * x, [b] {
    b->solver.solve(b->state.x, b->y, b->work);
    use(b->y.data());
  });
  return all;
}

}  // namespace stiffbench
