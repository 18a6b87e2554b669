// What makes exponential Rosenbrock methods fail on a jello at large steps: growth that an
// indefinite K has in the linear part, or elements that turn within the step?
//   build/release/benchmarks/bench_solid_linearization [POISSON NUDGE H]
// 0.48, 1 m/s and 0.02 s by default, on 2 cells along the height and over 1 s. The motion is that
// of rk4 with steps of at most 5e-5 s. From each of its states at a multiple of H
// one step is made by exprb42, with K and with the projected K, which has no negative eigenvalue,
// so that nothing grows in its linear part. Printed are the largest growth of a mode in a step,
// exp(H s) with -s^2 the least eigenvalue of M^-1 K, and errors of single steps in the energy norm,
// relative to the state's.

#include "integrators/contract/registry.hpp"
#include "integrators/phi/exponential_rosenbrock.hpp"
#include "integrators/tableaus/exponential.hpp"
#include "problems/contract/error_measures.hpp"
#include "problems/contract/registry.hpp"

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

using namespace stiffbench;

namespace {

/// The method exprb42, whose linear part has K or the projected K.
class Exprb42 : public phi::ExponentialRosenbrock {
 public:
  Exprb42(const CountedProblem& problem, double h, bool projected) {
    if (projected) project_stiffness();
    init_scheme(problem, h, ExponentialScheme(tableaus::exprb42), 0);
  }
};

/// The states at the multiples of h until the end.
std::vector<State> motion(const Problem& problem, const CountedProblem& counted, double h) {
  const long each = std::lround(std::ceil(h / 5e-5)), count = std::lround(problem.end_time() / h);
  AnyIntegrator method = IntegratorRegistry::instance().make("rk4", {});
  method->init(counted, h / static_cast<double>(each));
  std::vector<State> states = {problem.start()};
  for (long i = 0; i < count; ++i) {
    states.push_back(states.back());
    for (long j = 0; j < each; ++j) (void)method->step(states.back());
  }
  return states;
}

/// The fastest growth (1/s) of a mode of M u'' = -K u; 0 where no eigenvalue is negative.
double growth_rate(const Problem& problem, const State& u) {
  Mat K;
  problem.stiffness(u, K);
  const Eigen::MatrixXd full_K = K, full_M = problem.mass().matrix();
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> modes(full_K, full_M,
                                                                        Eigen::EigenvaluesOnly);
  return std::sqrt(std::max(0., -modes.eigenvalues()[0]));
}

double error_of(const Problem& problem, const State& u, const State& reference) {
  return measure(problem, std::span(&u, 1), std::span(&reference, 1)).energy_norm_relative;
}

/// The error of one step from `u`, infinite where it ends in no state.
double error(const Problem& problem, Exprb42& method, State u, const State& end) {
  if (!method.step(u).ok() || !u.x.allFinite()) return INFINITY;
  return error_of(problem, u, end);
}

/// Steps from the start until the error exceeds 1, or to the end.
void print_run(const char* name, const Problem& problem, Exprb42& method, double h,
               const std::vector<State>& states) {
  State u = states.front();
  double growth = 1;
  for (std::size_t i = 1; i < states.size(); ++i) {
    growth = std::max(growth, std::exp(h * growth_rate(problem, u)));
    const bool ok = method.step(u).ok() && u.x.allFinite();
    if (ok && error_of(problem, u, states[i]) <= 1) continue;
    return (void)fmt::print("{}: error above 1 at {:.3g} s, growth until then {:.3g}\n", name,
                            states[i].t, growth);
  }
  fmt::print("{}: error at the end {:.3g}, growth {:.3g}\n", name,
             error_of(problem, u, states.back()), growth);
}

void print(double poisson, double nudge, double h) {
  const auto problem = ProblemRegistry::instance().make(
      "jello", {{"cells", 2L}, {"poisson", poisson}, {"nudge", nudge}, {"end_time", 1.}});
  const CountedProblem counted(*problem);
  const std::vector<State> states = motion(*problem, counted, h);
  Exprb42 exact(counted, h, false), projected(counted, h, true);
  std::vector<double> growth, of_exact, of_projected;
  for (std::size_t i = 0; i + 1 < states.size(); ++i) {
    growth.push_back(std::exp(h * growth_rate(*problem, states[i])));
    of_exact.push_back(error(*problem, exact, states[i], states[i + 1]));
    of_projected.push_back(error(*problem, projected, states[i], states[i + 1]));
  }
  const auto print_row = [](const char* name, std::vector<double> values) {
    std::ranges::sort(values);
    fmt::print("{:36}{:12.3g}{:12.3g}{:12.3g}\n", name, values.front(), values[values.size() / 2],
               values.back());
  };
  fmt::print("Poisson's ratio {}, nudge {} m/s, {} steps of {} s\n", poisson, nudge, growth.size(),
             h);
  fmt::print("{:36}{:>12}{:>12}{:>12}\n", "", "least", "median", "largest");
  print_row("growth of a mode in a step", growth);
  print_row("error of a step with K", of_exact);
  print_row("error of a step with projected K", of_projected);
  print_run("run with K", *problem, exact, h, states);
  print_run("run with projected K", *problem, projected, h, states);
}

}  // namespace

int main(int count, char** words) {
  const auto word = [&](int i, double otherwise) {
    return count > i ? std::atof(words[i]) : otherwise;
  };
  print(word(1, 0.48), word(2, 1), word(3, 0.02));
}
