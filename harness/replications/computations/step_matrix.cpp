#include "harness/replications/claims/computation.hpp"
#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <Eigen/LU>

#include <cmath>
#include <numbers>

namespace stiffbench {
namespace {

/// Trace and determinant of the matrix that maps (omega x, v) over a step of h = 1 s on x'' =
/// -omega^2 x, with omega^2 = `stiffness` (1/s^2).
struct StepMatrix {
  double trace, determinant;
};
StepMatrix step_matrix(const std::string& integrator, double stiffness) {
  const double omega = std::sqrt(stiffness);
  const auto problem = ProblemRegistry::instance().make("oscillator", {{"omega", omega}});
  const CountedProblem counted(*problem);
  Eigen::Matrix2d matrix;
  for (const int column : {0, 1}) {
    AnyIntegrator method = IntegratorRegistry::instance().make(integrator);
    method->init(counted, 1);
    State u{0, Vec::Constant(1, column == 0 ? 1 / omega : 0), Vec::Constant(1, column)};
    if (const Outcome outcome = method->step(u); !outcome.ok())
      throw Error("a step on the oscillator ends well", integrator + ": " + outcome.reason,
                  "see its file");
    matrix.col(column) << omega * u.x[0], u.v[0];
  }
  return {matrix.trace(), matrix.determinant()};
}

/// Samples the trace of decoupled_sdirk2 on a grid of h^2 k/m with 200 points per decade.
std::map<std::string, double> decoupled_sdirk2() {
  double least = 0, place = 0, first = 0, last = 0;
  for (int i = 0; i <= 1000; ++i) {
    const double stiffness = std::pow(10, i / 200.);
    const double trace = step_matrix("decoupled_sdirk2", stiffness).trace;
    if (trace < least) {
      least = trace;
      place = stiffness;
    }
    if (trace >= -2) continue;
    if (first == 0) first = stiffness;
    last = stiffness;
  }
  return {{"least_trace", least},
          {"least_trace_at", place},
          {"unstable_from", first},
          {"unstable_to", last},
          {"trace_at_infinity", step_matrix("decoupled_sdirk2", 1e8).trace}};
}

std::map<std::string, double> a_1() {
  double worst = 0, largest = 0;
  for (int i = -4; i <= 4; ++i) {  // beyond, the determinant's round-off grows
    const auto [trace, determinant] = step_matrix("a_1", std::pow(10, i));
    worst = std::max(worst, std::abs(determinant - 1));
    largest = std::max(largest, std::abs(trace));
  }
  const double angle = std::acos(0.5 * step_matrix("a_1", 1e8).trace);
  return {{"determinant_error", next_power_of_ten(worst)},
          {"largest_trace", largest},
          {"angle_at_infinity_over_pi", angle / std::numbers::pi}};
}

const bool sdirk2_enrolled = enrol_computation(
    "decoupled_sdirk2_map",
    {.doc = "trace of a step of decoupled_sdirk2 on the oscillator over h^2 k/m; beyond -2 it is "
            "unstable",
     .results = {"least_trace", "least_trace_at", "unstable_from", "unstable_to",
                 "trace_at_infinity"},
     .run = decoupled_sdirk2});
const bool a_1_enrolled = enrol_computation(
    "a_1_map",
    {.doc = "determinant, trace and angle of the eigenvalues of a step of A-1 on the oscillator",
     .results = {"determinant_error", "largest_trace", "angle_at_infinity_over_pi"},
     .run = a_1});

}  // namespace
}  // namespace stiffbench
