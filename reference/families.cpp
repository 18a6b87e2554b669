#include "reference/families.hpp"

#include "reference/collocation.hpp"
#include "reference/extrapolation.hpp"

#include <cmath>
#include <limits>
#include <optional>

namespace stiffbench::references {
namespace {

template <class Scalar>
bool is_beyond_kink(const Problem& problem, const StateOf<Scalar>& u) {
  return problem.kink(u.x.template cast<double>()) < 0;
}

/// A step of h in two: the first ends where the kink has just been passed, by bisection of its
/// length down to round-off. The outputs see the state there.
template <class Method, class Scalar>
void step_onto_kink(const Problem& problem, const Equation<Scalar>& equation, Scalar h,
                    Outputs* outputs, StateOf<Scalar>& u) {
  const bool side = is_beyond_kink(problem, u);
  Scalar before = 0, after = h;
  for (int i = 0; i < std::numeric_limits<Scalar>::digits; ++i) {
    const Scalar middle = (before + after) / 2;
    StateOf<Scalar> trial = u;
    Method(equation, middle).step(trial);
    (is_beyond_kink(problem, trial) == side ? before : after) = middle;
  }
  for (const Scalar part : {after, h - after}) {
    if (part == 0) continue;
    Method(equation, part).step(u);
    u.t += part;
    if (outputs && part == after) outputs->see(u.template cast<double>());
  }
}

template <class Method, class Scalar>
Trajectory integrate(const Problem& problem, int checkpoints, long steps, const Progress& told) {
  const Equation<Scalar> equation(problem);
  StateOf<Scalar> u = problem.start().cast<Scalar>();
  const Scalar span = static_cast<Scalar>(problem.end_time()), begin = u.t;
  const long count = checkpoints * steps, tick = std::max(count / 200, 1L);
  const Scalar h = span / static_cast<Scalar>(count);
  std::optional<Method> method(std::in_place, equation, h);
  Trajectory out;
  const auto outputs = problem.outputs(0);
  if (outputs) outputs->see(problem.start());
  for (long i = 1; i <= count; ++i) {
    const StateOf<Scalar> start = u;
    method->step(u);
    if (is_beyond_kink(problem, u) != is_beyond_kink(problem, start)) {
      u = start;
      step_onto_kink<Method>(problem, equation, h, outputs.get(), u);
      method.emplace(equation, h);  // what it remembers is of the other side
    }
    u.t = begin + span * static_cast<Scalar>(i) / static_cast<Scalar>(count);
    if (i % steps == 0) out.states.push_back(u.template cast<double>());
    if (outputs) outputs->see(u.template cast<double>());
    if (told && i % tick == 0) told(static_cast<double>(i) / static_cast<double>(count));
    if (i % tick == 0 && !u.x.allFinite()) {
      const State lost = u.template cast<double>();
      out.states.resize(static_cast<std::size_t>(checkpoints), lost);
      break;
    }
  }
  if (outputs) out.outputs = numbers_of(outputs->result());
  out.evaluations = equation.evaluations();
  return out;
}

template <template <class> class Method>
Family family() {
  return {Method<double>::name, Method<double>::order, Method<double>::evaluations,
          [](const Problem& problem, int checkpoints, long steps, const Progress& told) {
            return in_long_double(problem)
                       ? integrate<Method<long double>, long double>(problem, checkpoints, steps,
                                                                     told)
                       : integrate<Method<double>, double>(problem, checkpoints, steps, told);
          }};
}

/// Norm of the growth of a vector under repeated application of `apply`.
double power_iteration(Vec q, const std::function<Vec(const Vec&)>& apply) {
  double size = 0;
  for (int i = 0; i < 40; ++i) {
    q = apply(q / q.norm());
    size = q.norm();
    if (!(size > 0)) break;
  }
  return size;
}

}  // namespace

Family extrapolation() { return family<Extrapolation>(); }
Family collocation() { return family<Collocation>(); }

bool in_long_double(const Problem& problem) {
  return problem.has_extended() && problem.mass().is_diagonal();
}

double fastest_rate(const Problem& problem) {
  const State u = problem.start();
  Vec q(problem.dof()), df, a;
  for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = std::sin(7.3 * double(i * i) + 1);
  const Vec none = Vec::Zero(q.size());
  const auto along = [&](const Vec& dx, const Vec& dv) {
    problem.jacobian_times(u, dx, dv, df);
    problem.mass().solve(df, a);
    return a;
  };
  const double frequency =
      std::sqrt(power_iteration(q, [&](const Vec& dx) { return along(dx, none); }));
  if (!problem.nature().damped) return frequency;
  return std::max(frequency, power_iteration(q, [&](const Vec& dv) { return along(none, dv); }));
}

}  // namespace stiffbench::references
