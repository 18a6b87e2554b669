// The price of contact, as ratios of times within one run, on one core:
//   build/release/benchmarks/bench_contact [ROUNDS]
// - Distances, their derivatives and times of impact of random pairs, in triads a = b + 3 c over
//   the twelve coordinates of a pair.
// - Broad phase, feasible motion and audit of two spheres over a floor, 1k to 100k triangles in
//   all, in triads over positions and triangles, and the power of the number of triangles with
//   which their times grow; a triad's own power is more than 1 where it leaves a cache.
// - The same for dice and for a ball on stairs, in Newton iterations of elastic bodies of that
//   size: force, K, the sum M + h^2 K, its factorization and a solve. A list of near pairs is made
//   only where a vertex has moved by half a skin, the others in every iteration.
// - Collisions, forces and matrices of contacts per collision in triads, in assemblies of the
//   elements, and in products with their K.

#include "base/error.hpp"
#include "base/system/blas_kernels.hpp"
#include "base/system/use_threads.hpp"
#include "benchmarks/contact/assembly.hpp"
#include "benchmarks/contact/scenes.hpp"
#include "harness/checks/kernels/kernel.hpp"
#include "harness/checks/kernels/turns.hpp"
#include "integrators/kernels/linear/linear_solver.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "problems/contact/audit/intersections.hpp"
#include "problems/contact/broad_phase/broad_phase.hpp"
#include "problems/contact/broad_phase/feasible_motion.hpp"
#include "problems/contact/broad_phase/near_pairs.hpp"
#include "problems/contact/ccd/impact.hpp"
#include "problems/contact/distance/derivatives.hpp"
#include "problems/contact/distance/edge_edge.hpp"
#include "problems/contact/distance/mollifier.hpp"
#include "problems/contact/distance/point_triangle.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <random>

using namespace stiffbench;

namespace {

/// Random pairs of four vertices in a cube of edge 1, and their motions by up to 0.2 along each
/// axis.
struct RandomMotions {
  std::vector<Points<4>> x0, x1;
  RandomMotions() {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> place(0, 1), motion(-0.2, 0.2);
    for (int i = 0; i < 1000; ++i) {
      x0.push_back(Points<4>::NullaryExpr([&] { return place(random); }));
      x1.push_back(x0.back() + Points<4>::NullaryExpr([&] { return motion(random); }));
    }
  }
};

void print_pairs(long rounds) {
  const auto pairs = std::make_shared<RandomMotions>();
  const auto each = [&](const auto& kernel) {
    return [pairs, kernel] {
      for (std::size_t i = 0; i < pairs->x0.size(); ++i) {
        const auto result = kernel(pairs->x0[i], pairs->x1[i]);
        use(&result);
      }
    };
  };
  using Pair = const Points<4>&;
  Turns turns;
  std::vector<std::pair<std::string, std::size_t>> kernels;
  const auto add = [&](const std::string& name, const auto& kernel) {
    kernels.emplace_back(name, turns.add(each(kernel)));
  };
  add("distance, point-triangle", [](Pair x, Pair) { return closest_point_triangle(x); });
  add("distance, edge-edge", [](Pair x, Pair) { return closest_edge_edge(x); });
  add("distance and derivatives, point-triangle", [](Pair x, Pair) {
    const auto closest = closest_point_triangle(x);
    return std::pair(distance_gradient<4>(x, closest), distance_hessian<4>(x, closest));
  });
  add("distance and derivatives, edge-edge", [](Pair x, Pair) {
    const auto closest = closest_edge_edge(x);
    return std::pair(distance_gradient<4>(x, closest), distance_hessian<4>(x, closest));
  });
  add("time of impact, point-triangle",
      [](Pair x0, Pair x1) { return point_triangle_impact(x0, x1); });
  add("time of impact, edge-edge", [](Pair x0, Pair x1) { return edge_edge_impact(x0, x1); });
  const std::size_t one_triad = turns.add(triad(1000 * 12 * sizeof(double)));
  turns.run(rounds);
  fmt::print("{:52} {:>7}\n", "random pairs", "triads");
  for (const auto& [name, place] : kernels)
    fmt::print("  {:50} {:7.1f}\n", name, turns.ratio(place, one_triad));
}

/// The work of contact in a Newton iteration, and after a step.
std::array<std::pair<const char*, std::function<void()>>, 4> kernels_of(const ContactScene& scene) {
  const auto s = std::make_shared<ContactScene>(scene);
  const auto broad_phase = std::make_shared<BroadPhase>(s->surface);
  const auto pairs = std::make_shared<Candidates>(broad_phase->candidates(s->x0, s->x1, 0));
  // A tenth of an edge; each call needs a new list.
  const double distance = 0.1 * s->surface.least_edge();
  const auto near = std::make_shared<NearPairs>(s->surface, 0.5 * distance, 0.5 * distance);
  const auto places = std::make_shared<std::array<Eigen::Matrix3Xd, 2>>(
      std::array{s->x0, Eigen::Matrix3Xd(s->x0.array() + distance)});
  return {{{"broad phase of a motion",
            [=] { use(broad_phase->candidates(s->x0, s->x1, 0).edge_edge.data()); }},
           {"list of pairs nearer than a tenth edge",
            [=] {
              std::swap(places->front(), places->back());
              use(near->within_reach(places->front()).get());
            }},
           {"feasible motion",
            [=] {
              const double fraction = feasible_motion(s->surface, *pairs, s->x0, s->x1);
              use(&fraction);
            }},
           {"audit", [=] { use(intersections(s->surface, s->x0).edge_triangle.data()); }}}};
}

double bytes_of(const ContactScene& scene) {
  return static_cast<double>(2 * sizeof(double) * static_cast<std::size_t>(scene.x0.size()) +
                             sizeof(int) *
                                 static_cast<std::size_t>(scene.surface.mesh().triangles.size()));
}

void print_growth(long rounds) {
  const std::vector<int> frequencies{5, 16, 50};
  std::vector<std::vector<double>> triads, seconds;
  std::vector<double> count;
  std::vector<const char*> names;
  for (const int frequency : frequencies) {
    const ContactScene scene = two_spheres(frequency);
    Turns turns;
    std::vector<std::size_t> places;
    names.clear();
    for (const auto& [name, work] : kernels_of(scene)) {
      names.push_back(name);
      places.push_back(turns.add(work));
    }
    const std::size_t one_triad = turns.add(triad(bytes_of(scene)));
    turns.run(rounds);
    count.push_back(static_cast<double>(scene.surface.mesh().triangles.cols()));
    triads.emplace_back();
    seconds.emplace_back();
    for (const std::size_t place : places) {
      triads.back().push_back(turns.ratio(place, one_triad));
      seconds.back().push_back(turns.seconds(place));
    }
  }
  fmt::print("{:52} {:>7} {:>7} {:>7} {:>7}\n", "two spheres, in triads", "1k", "10k", "100k",
             "power");
  for (std::size_t i = 0; i < names.size(); ++i)
    fmt::print(
        "  {:50} {:7.0f} {:7.0f} {:7.0f} {:7.2f}{}\n", names[i], triads[0][i], triads[1][i],
        triads[2][i],
        std::log(seconds.back()[i] / seconds.front()[i]) / std::log(count.back() / count.front()),
        i < 2 ? "  at most 1.1" : "");
}

/// A Newton iteration of an elastic cube of these cells.
std::function<void()> newton_iteration(long cells) {
  struct Cube {
    std::unique_ptr<Problem> problem;
    State state;
    Mat K;
    SparseSum sum;
    LinearSolver solver;
    Vec f, x;
    Work uncounted;
  };
  const auto c = std::make_shared<Cube>();
  c->problem = ProblemRegistry::instance().make("rotating_cube", {{"cells", cells}});
  c->state = c->problem->start();
  c->state.x = c->problem->typical_displacement() *
               Vec::LinSpaced(c->problem->dof(), 0, 1e6).array().sin().matrix();
  return [c] {
    constexpr double h = 0.01;
    c->problem->force(c->state, c->f);
    c->problem->stiffness(c->state, c->K);
    const Term terms[] = {{&c->problem->mass().matrix(), 1}, {&c->K, h * h}};
    const Columns& S = c->sum.assemble(c->problem->dof(), terms);
    const Outcome outcome = c->solver.factorize(S, true, c->uncounted);
    if (!outcome.ok()) throw Error("the elastic matrix is regular", outcome.reason, "report this");
    c->solver.solve(c->f, c->x, c->uncounted);
    use(c->x.data());
  };
}

/// Prints the times of contact over those of Newton iterations of `bodies` cubes.
void print_scene(const ContactScene& scene, long cells, double bodies, long rounds) {
  Turns turns;
  std::vector<std::pair<const char*, std::size_t>> places;
  for (const auto& [name, work] : kernels_of(scene)) places.emplace_back(name, turns.add(work));
  const std::size_t newton = turns.add(newton_iteration(cells));
  turns.run(rounds);
  const std::string title =
      fmt::format("{}, {} triangles", scene.name, scene.surface.mesh().triangles.cols());
  fmt::print("{:52} {:>7}\n", title, "Newton iterations");
  const auto ratio = [&](std::size_t place) { return turns.ratio(place, newton) / bodies; };
  for (const auto& [name, place] : places) fmt::print("  {:50} {:7.3f}\n", name, ratio(place));
  fmt::print("  {:50} {:7.3f}  at most 0.25\n", "broad phase and feasible motion",
             ratio(places[0].second) + ratio(places[2].second));
}

}  // namespace

int main(int count, char** words) {
  choose_blas_kernels(words);
  const long rounds = count > 1 ? std::atol(words[1]) : 10;
  use_one_thread();
  print_pairs(rounds);
  print_growth(rounds);
  print_scene(dice(), 8, 8, rounds);
  print_scene(stairs(), 12, 1, rounds);
  print_assembly(dice(), 8, 8, rounds);
  print_assembly(stairs(), 12, 1, rounds);
}
