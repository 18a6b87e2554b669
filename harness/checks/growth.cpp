#include "harness/checks/growth.hpp"

#include "base/dense.hpp"
#include "problems/contract/registry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiffbench {
namespace {

/// Returns (x, M v) after two steps from the state (x, M v) of a problem of unit mass; empty if a
/// step fails.
Vec after_two_steps(AnyIntegrator method, const Problem& problem, const Vec& start, double h) {
  const Eigen::Index n = problem.dof();
  const CountedProblem counted(problem);
  method->init(counted, h);
  State u{0, start.head(n), start.tail(n)};
  for (int step = 0; step < 2; ++step)
    if (!method->step(u).ok()) return {};
  Vec end(2 * n);
  end << u.x, u.v;
  return end;
}

/// Returns the Jacobian of two steps by central differences; empty if a step fails.
Eigen::MatrixXd jacobian_of_steps(const AnyIntegrator& method, const Problem& problem, double h) {
  constexpr double e = 1e-5;
  const State u = problem.start();
  const Eigen::Index size = 2 * problem.dof();
  Vec start(size);
  start << u.x, u.v;
  Eigen::MatrixXd J(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    const Vec d = e * Vec::Unit(size, i), above = after_two_steps(method, problem, start + d, h),
              below = after_two_steps(method, problem, start - d, h);
    if (above.size() == 0 || below.size() == 0) return {};
    J.col(i) = (above - below) / (2 * e);
  }
  return J;
}

}  // namespace

std::optional<bool> is_symplectic(const AnyIntegrator& method) {
  constexpr double allowed = 1e-6;  // above the errors of differences and of solvers
  if (method->adaptive()) return {};
  bool is_measured = false;
  for (const double h_omega : {0.7, 2., 5.}) {
    const auto problem = ProblemRegistry::instance().make(
        "spring_pendulum",
        {{"omega", 1.0}, {"turn", 0.3}, {"strain", 0.2}, {"end_time", 2 * h_omega}});
    if (!method->why_not_applicable(*problem).empty()) return {};
    const Eigen::MatrixXd J = jacobian_of_steps(method, *problem, h_omega);
    if (!J.allFinite() || J.size() == 0) continue;
    const Eigen::Index n = problem->dof();
    Eigen::MatrixXd Omega = Eigen::MatrixXd::Zero(2 * n, 2 * n);
    Omega.topRightCorner(n, n).setIdentity();
    Omega.bottomLeftCorner(n, n) = -Omega.topRightCorner(n, n);
    const Eigen::MatrixXd defect = dense::product(J.transpose(), dense::product(Omega, J)) - Omega;
    if (defect.norm() > allowed * std::max(1., J.squaredNorm())) return false;
    is_measured = true;
  }
  return is_measured ? std::optional(true) : std::nullopt;
}

bool is_linear(const AnyIntegrator& method, double h_omega) {
  constexpr double allowed = 1e-10;  // above round-off
  const auto problem = ProblemRegistry::instance().make(
      "oscillator", {{"omega", 1.0}, {"v0", 0.5}, {"end_time", 2 * h_omega}});
  const Vec first{{0.8, 0.1}}, second{{-0.3, 0.7}};
  const auto after = [&](const Vec& start) {
    return after_two_steps(method, *problem, start, h_omega);
  };
  const Vec one = after(first), other = after(second), both = after(first + second);
  if (one.size() == 0 || other.size() == 0 || both.size() == 0) return true;
  // The sum may be small by cancellation, its parts are not.
  return (both - one - other).norm() <= allowed * (one.norm() + other.norm());
}

Growth growth_of(const AnyIntegrator& method, double h_omega, int steps) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Growth growth{h_omega, none, none};
  const auto problem = ProblemRegistry::instance().make(
      "oscillator", {{"omega", 1.0}, {"v0", 0.5}, {"end_time", steps * h_omega}});
  if (growth.failure = method->why_not_applicable(*problem); !growth.failure.empty()) return growth;
  const CountedProblem counted(*problem);
  AnyIntegrator stepped = method;
  stepped->init(counted, h_omega);
  const auto outputs = problem->outputs(0);
  State u = problem->start();
  outputs->see(u);
  for (int step = 0; step < steps; ++step) {
    if (const Outcome outcome = stepped->step(u); !outcome.ok()) {
      growth.failure = outcome.reason;
      return growth;
    }
    outputs->see(u);
  }
  const Settings result = outputs->result();
  growth.radius = std::get<double>(result.at("spectral_radius"));
  growth.dispersion = std::get<double>(result.at("dispersion"));
  if (std::isnan(growth.radius)) growth.failure = "no matrix maps its states";
  return growth;
}

bool is_growth_of(const StabilityFunction& R, const Growth& growth) {
  const double expected = std::abs(R({0, growth.h_omega}));
  // States that overflow a double cannot be measured, which agrees with R.
  if (std::isnan(growth.radius)) return std::isinf(std::pow(expected, growth_steps));
  return std::abs(growth.radius - expected) <= 1e-6 * std::max(1.0, expected);
}

}  // namespace stiffbench
