// What kernels are to reach, and what they reach here, as ratios of times within one run, on one
// core:
//   build/release/benchmarks/bench_bounds [ROUNDS]
// A step of the Chebyshev recurrence is timed beside the recurrence for any CPU, which is the plain
// baseline, and beside a triad a = b + 3 c over the bytes of all of K and of its vectors; forces
// and assembly beside products with K, or a triad. On the 8k bunny, on springs on the edges of a
// Kuhn grid of 53^3 vertices with 446631 degrees of freedom, and on the brush. Whole steps on the
// elastic dragon of 27 759 vertices, with forces, K and all else, stand beside as many triads over
// all of K as they have products and solves with incomplete factors, or forces where they have
// neither. bench_threads has what a second core gains.

#include "base/error.hpp"
#include "base/system/blas_kernels.hpp"
#include "benchmarks/shared/recurrence.hpp"
#include "benchmarks/shared/spring_grid.hpp"
#include "harness/checks/kernels/kernel.hpp"
#include "harness/checks/kernels/turns.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace stiffbench;

namespace {

/// A ratio of two times, which is to be at least or at most the bound, if there is one.
struct Bound {
  std::string name;
  std::size_t over, under;
  double factor;  // of the ratio of the two calls
  bool least;
  std::optional<double> bound;
};

/// Bytes of a step of the recurrence: all of K, whose indices belong to blocks of 3 x 3, and two
/// vectors that are read and two that are read and written.
double bytes_of_step(const Problem& problem) {
  Mat K;
  problem.stiffness(problem.start(), K);
  return static_cast<double>(K.nonZeros()) * (sizeof(double) + sizeof(int) / 9.0) +
         6.0 * sizeof(double) * static_cast<double>(problem.dof());
}

/// A step of a method from the start, again and again. Steps repeat one motion, from which
/// conjugate gradients start.
class WholeStep {
 public:
  WholeStep(const Problem& problem, const std::string& method, const Settings& settings, double h)
      : counted_(problem),
        start_(problem.start()),
        method_(IntegratorRegistry::instance().make(method, settings)) {
    method_->init(counted_, h);
    constexpr int first = 3;  // they prepare what later steps share
    for (int i = 0; i < first; ++i) make();
    const Work before = counted_.work();
    make();
    const Work& after = counted_.work();
    passes_ = after.stiffness_products - before.stiffness_products + after.incomplete_solves -
              before.incomplete_solves;
    forces_ = after.force - before.force;
  }
  void make() {
    State u = start_;
    if (const Outcome outcome = method_->step(u); !outcome.ok())
      throw Error("a step that is timed ends well", outcome.reason, "take a smaller step");
  }
  bool has_passes() const { return passes_ > 0; }
  /// Products with K and solves with incomplete factors, else forces.
  long count() const { return has_passes() ? passes_ : forces_; }

 private:
  CountedProblem counted_;
  State start_;
  AnyIntegrator method_;
  long passes_ = 0, forces_ = 0;
};

class Table {
 public:
  std::size_t add(std::function<void()> work) { return turns_.add(std::move(work)); }
  void add(Bound bound) { bounds_.push_back(std::move(bound)); }

  /// Bounds of a step of the recurrence on this problem.
  void add_steps(const std::string& name, const Problem& problem, double speed, double triads) {
    const std::size_t best = add(chebyshev_steps(problem)),
                      plain = add(chebyshev_steps(problem, phi::plain_recurrence)),
                      one_triad = add(triad(bytes_of_step(problem)));
    add({"Chebyshev step, times the plain speed, " + name, plain, best, 1, true, speed});
    add({"Chebyshev step, triads, " + name, best, one_triad, 1.0 / Recurrence::steps, false,
         triads});
  }

  /// A whole step in triads over all of K for each of its passes over a matrix, or forces.
  void add_whole_step(const std::string& method, const Settings& settings, const Problem& problem,
                      double h, std::optional<double> triads = {}) {
    const auto step = std::make_shared<WholeStep>(problem, method, settings, h);
    const std::size_t whole = add([step] { step->make(); }),
                      one_triad = add(triad(bytes_of_step(problem)));
    add({fmt::format("step of {}, triads for each of {} {}", method, step->count(),
                     step->has_passes() ? "passes" : "forces"),
         whole, one_triad, 1.0 / static_cast<double>(step->count()), false, triads});
  }

  void print(long rounds) {
    turns_.run(rounds);
    for (const Bound& b : bounds_)
      fmt::print(
          "{:52} {:6.2f}  {}\n", b.name, b.factor * turns_.ratio(b.over, b.under),
          b.bound ? fmt::format("at {} {}", b.least ? "least" : "most ", *b.bound) : "no bound");
  }

 private:
  Turns turns_;
  std::vector<Bound> bounds_;
};

const Kernel& named(const std::vector<Kernel>& kernels, const std::string& name) {
  const auto kernel = std::ranges::find(kernels, name, &Kernel::name);
  if (kernel == kernels.end())
    throw Error("a bound is on a kernel of harness/checks/kernels", name, "give its name there");
  return *kernel;
}

}  // namespace

int main(int count, char** words) {
  choose_blas_kernels(words);
  const long rounds = count > 1 ? std::atol(words[1]) : 10;
  const auto bunny = ProblemRegistry::instance().make("bunny", {{"size", std::string("8k")}});
  const SpringGrid grid(53, 0);
  const std::vector<Kernel> of_bunny = bunny_kernels("8k"), of_brush = brush_kernels(30, 50);
  Table table;
  table.add_steps("bunny 8k", *bunny, 1.6, 1.25);
  table.add_steps("grid 53^3", grid, 2.2, 0.7);
  const std::size_t product = table.add(named(of_bunny, plain_product).work);
  for (const auto& [name, bound] :
       {std::pair<const char*, double>{"force on springs", 3.5}, {"assembly of K", 8}})
    table.add({fmt::format("{}, products with K, bunny 8k", name),
               table.add(named(of_bunny, name).work), product, 1, false, bound});
  const Kernel& force = named(of_brush, "force");
  table.add({"force, triads, brush 30x50", table.add(force.work), table.add(triad(force.bytes)), 1,
             false, 5});
  const auto dragon = ProblemRegistry::instance().make(
      "suspended_body", {{"body", std::string("dragon")}, {"size", std::string("28000")}});
  table.add_whole_step("exprb42", {{"tolerance", 1e-6}}, *dragon, 0.005, 1.5);
  const Settings gradients{{"linear_solver", std::string("pcg")}, {"tolerance", 1e-4}};
  for (const char* method : {"sdirk2", "a_search", "radau_iia5", "rodas5p"})
    table.add_whole_step(method, gradients, *dragon, 0.005);
  table.add_whole_step("v_imex", gradients, *dragon, 0.0025);
  table.add_whole_step("trigonometric_c", {{"tolerance", 1e-6}}, *dragon, 0.0025);
  table.add_whole_step("velocity_verlet", {}, *dragon, 2.5e-5);
  table.print(rounds);
}
