// How many times as fast two threads are as one, in turns within one run, by the clock on the wall:
//   build/release/benchmarks/bench_threads [ROUNDS]
// Steps of the Chebyshev recurrence on the 8k bunny and on springs on the edges of a Kuhn grid of
// 53^3 vertices, 446631 degrees of freedom; force, its derivative times a vector and K of the
// bunny, and of the elastic cube of 26^3 cells, 105 456 tetrahedra; a step of RK4 on the brush; and
// a step of pexprb43 on the 8k bunny, with stages at the same time, for which 2 / (1 + c3) is the
// most, and with kernels on both threads in their place. Other programs on these two cores make it
// slower than one.

#include "base/system/threads.hpp"

#include "base/system/blas_kernels.hpp"
#include "benchmarks/shared/recurrence.hpp"
#include "benchmarks/shared/spring_grid.hpp"
#include "benchmarks/shared/step_of.hpp"
#include "harness/checks/kernels/kernel.hpp"
#include "harness/checks/kernels/turns.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <memory>

using namespace stiffbench;

namespace {

std::function<void()> on(int threads, const std::function<void()>& work) {
  return [=] {
    set_thread_count(threads);
    work();
  };
}

/// Prints the speed of `two` with two threads over that of `one` with one.
void compare(const std::string& name, const std::function<void()>& one,
             const std::function<void()>& two, long rounds) {
  Turns turns(CLOCK_MONOTONIC);
  const std::size_t alone = turns.add(on(1, one)), both = turns.add(on(2, two));
  turns.run(rounds);
  fmt::print("{:52} {:5.2f}\n", name, turns.ratio(alone, both));
}

/// a = b + 3 a on vectors that no cache holds, a range of them on each thread: what memory allows.
std::function<void()> triad_of_memory() {
  constexpr Eigen::Index n = 20'000'000;
  const auto a = std::make_shared<Vec>(Vec::Zero(n)), b = std::make_shared<Vec>(Vec::Ones(n));
  return [a, b] {
    on_ranges(n, 1, [&](long first, long last) {
      auto range = a->segment(first, last - first);
      range = b->segment(first, last - first) + 3 * range;
    });
    use(a->data());
  };
}

/// What a problem computes of a state displaced by so much (m).
struct Evaluations {
  const Problem* problem;
  State state;
  Vec f;
  Mat K;
  SymmetricProduct half;

  Evaluations(const Problem& of, double displacement) : problem(&of), state(of.start()) {
    state.x = displacement * Vec::LinSpaced(of.dof(), -1, 1).array().sin();
    of.stiffness(state, K);
  }
};

void compare_evaluations(const std::string& name, const Problem& problem, double displacement,
                         long rounds) {
  const auto e = std::make_shared<Evaluations>(problem, displacement);
  for (const auto& [kernel, work] : {
           std::pair<const char*, std::function<void()>>{
               "force", [e] { e->problem->force(e->state, e->f); }},
           {"product without K",
            [e] { e->problem->jacobian_times(e->state, e->state.x, e->state.v, e->f); }},
           {"assembly of K", [e] { e->problem->stiffness(e->state, e->K); }},
           {"keeping half of K", [e] { e->half.assign(e->K, e->problem->block_size()); }},
       })
    compare(fmt::format("{}, {}", kernel, name), work, work, rounds);
}

}  // namespace

int main(int count, char** words) {
  choose_blas_kernels(words);
  const long rounds = count > 1 ? std::atol(words[1]) : 10;
  const auto bunny = ProblemRegistry::instance().make("bunny", {{"size", std::string("8k")}}),
             brush = ProblemRegistry::instance().make("brush", {{"nx", 30L}, {"ny", 50L}}),
             cube = ProblemRegistry::instance().make("rotating_cube", {{"cells", 26L}});
  const SpringGrid grid(53, 0);
  fmt::print("two threads over one: times as fast\n");
  const auto memory = triad_of_memory();
  compare("triad of vectors that no cache holds", memory, memory, rounds);
  for (const auto& [name, problem] :
       {std::pair<const char*, const Problem*>{"bunny 8k", &*bunny}, {"grid 53^3", &grid}}) {
    const auto steps = chebyshev_steps(*problem);
    compare(fmt::format("Chebyshev step, {}", name), steps, steps, rounds);
  }
  compare_evaluations("bunny 8k", *bunny, 1e-3, rounds);
  compare_evaluations("cube 26^3", *cube, cube->typical_displacement(), rounds);
  const auto rk4 = step_of(*brush, "rk4", 1e-3);
  compare("RK4, brush 30x50", rk4, rk4, rounds);
  for (const std::string name : {"chebyshev", "kiops"})
    for (const double c3 : {3.0 / 4, 1.0 / 3}) {
      const Settings settings{{"phi", name}, {"tolerance", 1e-9}, {"c2", 0.2}, {"c3", c3}};
      Settings apart = settings;
      apart["parallel_stages"] = true;
      const auto together = step_of(*bunny, "pexprb43", 0.002, settings);
      compare(fmt::format("pexprb43 by stages, c3 = {:.2f}, {}, bunny 8k", c3, name), together,
              step_of(*bunny, "pexprb43", 0.002, apart), rounds);
      if (c3 > 0.5)
        compare(fmt::format("pexprb43 by kernels, {}, bunny 8k", name), together, together, rounds);
    }
}
