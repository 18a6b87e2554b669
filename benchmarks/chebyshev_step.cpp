// The product exp(hJ) b by the phi back end "chebyshev", with the recurrence for any CPU, which is
// the plain baseline, and with the fused one, in each instruction set that this CPU has. On the 8k
// bunny, and on springs on the edges of a Kuhn grid of 53^3 vertices, 446631 degrees of freedom,
// with blocks of K that are symmetric and with blocks that are not. Only ratios within one run mean
// anything:
//   build/release/benchmarks/bench_chebyshev_step [ROUNDS]
// prints them.

#include "base/system/instruction_set.hpp"
#include "benchmarks/shared/spring_grid.hpp"
#include "harness/checks/kernels/kernel.hpp"
#include "harness/checks/kernels/turns.hpp"
#include "integrators/phi/phi.hpp"
#include "integrators/phi/spectrum.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <memory>

using namespace stiffbench;

namespace {

constexpr double h_omega = 100;

/// The product exp(hJ) b, prepared for the instruction set in use.
struct Exponential {
  const CountedProblem counted;
  phi::Phi phi;
  int request = 0;
  std::vector<phi::Pair> in, out = std::vector<phi::Pair>(1);
  const Mat& K;

  Exponential(const Problem& problem, const Mat& stiffness) : counted(problem), K(stiffness) {
    phi.choice = "chebyshev";
    phi.options.tolerance = 1e-6;
    const double omega =
        std::sqrt(phi::estimate_spectrum(counted, K, phi::spectrum_start(K.rows())).high);
    phi.init(counted, h_omega / omega);
    request = phi.add({{{}}, {{{{0, 0, 1, 1}}}}});
    in = {{Vec::LinSpaced(K.rows(), 0, 9).array().sin() / omega,
           Vec::LinSpaced(K.rows(), 1, 7).array().cos()}};
  }
  void run() {
    if (const Outcome outcome = phi.linearise(K, {}); !outcome.ok())
      throw Error("an exponential succeeds", outcome.reason, "see chebyshev.cpp");
    if (const Outcome outcome = phi.evaluate(request, in, out); !outcome.ok())
      throw Error("an exponential succeeds", outcome.reason, "see chebyshev.cpp");
  }
};

void compare(const std::string& name, const Problem& problem, long rounds) {
  Mat K;
  problem.stiffness(problem.start(), K);
  Turns turns;
  const std::vector<std::string> sets = instruction_sets();
  std::vector<std::shared_ptr<Exponential>> all;
  for (auto set = sets.rbegin(); set != sets.rend(); ++set) {
    // A copy of the program's choice: each evaluates with the set that it was prepared for.
    use_instruction_set(*set);
    all.push_back(std::make_shared<Exponential>(problem, K));
    turns.add([e = all.back(), set = *set] {
      use_instruction_set(set);
      e->run();
    });
  }
  turns.run(rounds);
  for (std::size_t i = 1; i < all.size(); ++i) {
    const Vec difference = all[i]->out[0].v - all[0]->out[0].v;
    fmt::print("{:34} {:8} {:5.2f} times the speed of {}, difference {:.0e}\n", name,
               sets[sets.size() - 1 - i], turns.ratio(0, i), sets.back(),
               difference.norm() / all[0]->out[0].v.norm());
  }
}

}  // namespace

int main(int count, char** words) {
  const long rounds = count > 1 ? std::atol(words[1]) : 10;
  compare("bunny 8k, symmetric blocks",
          *ProblemRegistry::instance().make("bunny", {{"size", "8k"}}), rounds);
  compare("grid 53^3, symmetric blocks", SpringGrid(53, 0), rounds);
  compare("grid 53^3, general blocks", SpringGrid(53, 0.1), rounds);
}
