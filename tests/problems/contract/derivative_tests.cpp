// Every problem of the registry, at its defaults and at every setting of its order checks: what the
// problem says of its force, its derivatives, its energy and its closed form agrees with itself.

#include "problems/contact/contact_problem.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/feasible_steps.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/optional/secant_damping.hpp"
#include "problems/contract/optional/varying_mass.hpp"
#include "problems/contract/registry.hpp"
#include "problems/contract/typical_size.hpp"
#include "tests/problems/spectrum.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

namespace derivative_tests {

using namespace stiffbench;

namespace {

struct Instance {
  std::unique_ptr<Problem> problem;
  double length, speed;  // what positions and velocities are measured by

  explicit Instance(std::unique_ptr<Problem> made) : problem(std::move(made)) {
    const TypicalSize size(*problem);
    length = size.length;
    speed = size.speed;
    // No further than what is feasible: elements, say, are shorter than the body.
    if (const auto* moves = dynamic_cast<const FeasibleSteps*>(problem.get()))
      length *= moves->feasible_step(problem->start().x, random(length, 99));
  }

  Vec force(const State& u) const {
    Vec f;
    problem->force(u, f);
    return f;
  }
  Vec acceleration(const State& u) const {
    Vec a;
    problem->mass().solve(force(u), a);
    return a;
  }
  Vec jacobian_times(const State& u, const Vec& dx, const Vec& dv) const {
    Vec df;
    problem->jacobian_times(u, dx, dv, df);
    return df;
  }
  Mat stiffness(const State& u) const {
    Mat K;
    problem->stiffness(u, K);
    return K;
  }
  Mat damping(const State& u) const {
    Mat D;
    problem->damping(u, D);
    return D;
  }
  Vec random(double size, unsigned seed) const {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> number(-size, size);
    return Vec::NullaryExpr(problem->dof(), [&] { return number(generator); });
  }
  State perturbed(unsigned seed) const {
    State u = problem->start();
    u.t = 0.1 * (1 + seed) * problem->end_time();
    u.x += random(0.1 * length, 2 * seed);
    u.v += random(0.1 * speed, 2 * seed + 1);
    return u;
  }
  std::vector<State> states() const {
    State first = problem->start();
    first.t = 0.1 * problem->end_time();  // loads may vanish at 0
    return {first, perturbed(1), perturbed(2)};
  }
};

void each(const std::function<void(const Instance&)>& check) {
  for (const ProblemEntry& entry : ProblemRegistry::instance().all()) {
    std::vector<Settings> all = entry.facts.order_checks;
    all.insert(all.begin(), Settings{});
    for (const Settings& settings : all) {
      const Instance instance(ProblemRegistry::instance().make(entry.facts.name, settings));
      std::string text;
      for (const auto& [name, value] : instance.problem->parameters())
        text += " " + name + "=" + to_string(value);
      INFO(entry.facts.name << text);
      check(instance);
    }
  }
}

void check_near(const Vec& got, const Vec& expected, double tolerance, double round_off = 0) {
  CHECK((got - expected).norm() <= tolerance * std::max(got.norm(), expected.norm()) + round_off);
}

/// The length e of differences of the force, in units of what they are taken along.
constexpr double difference_step = 1e-5;

/// (f(u + e d) - f(u - e d)) / (2 e).
Vec difference(const Instance& p, const State& u, double dt, const Vec& dx, const Vec& dv) {
  const double e = difference_step;
  const State above{u.t + e * dt, u.x + e * dx, u.v + e * dv};
  const State below{u.t - e * dt, u.x - e * dx, u.v - e * dv};
  return (p.force(above) - p.force(below)) / (2 * e);
}

/// The size of terms of which a force is the sum.
double terms(const Instance& p, const State& u) {
  const Vec none = 0 * u.x;
  return p.force(u).norm() + p.jacobian_times(u, u.x, none).norm() +
         p.jacobian_times(u, none, u.v).norm();
}

/// Round-off of difference(): either force is a sum whose terms, K x and D v among them, may be
/// much larger than their sum and than the difference sought. Each term is rounded twice, as a
/// product and in the sum, and its x or v once: three half units of the last place in two forces,
/// over 2 e.
double round_off(const Instance& p, const State& u) {
  return 3 * std::numeric_limits<double>::epsilon() * terms(p, u) / (2 * difference_step);
}

double norm_of_asymmetry(const Mat& A) { return (Mat(A.transpose()) - A).norm(); }

bool same_pattern(const Mat& A, const Mat& B) {
  return A.isCompressed() && B.isCompressed() && A.nonZeros() == B.nonZeros() &&
         std::equal(A.outerIndexPtr(), A.outerIndexPtr() + A.rows() + 1, B.outerIndexPtr()) &&
         std::equal(A.innerIndexPtr(), A.innerIndexPtr() + A.nonZeros(), B.innerIndexPtr());
}

}  // namespace

TEST_CASE("products with the Jacobian agree with differences of the force") {
  each([](const Instance& p) {
    const Vec dx = p.random(p.length, 10), dv = p.random(p.speed, 11), none = 0 * dx;
    const bool has_friction = dynamic_cast<const SecantDamping*>(p.problem.get()) != nullptr;
    for (const State& u : p.states()) {
      if (has_friction && u.v.isZero(0)) continue;  // without a second derivative there
      const double rounding = round_off(p, u);
      check_near(p.jacobian_times(u, dx, none), difference(p, u, 0, dx, none), 1e-7, rounding);
      check_near(p.jacobian_times(u, none, dv), difference(p, u, 0, none, dv), 1e-7, rounding);
      check_near(p.jacobian_times(u, dx, dv), difference(p, u, 0, dx, dv), 1e-7, rounding);
    }
  });
}

TEST_CASE("df/dt agrees with differences of the force") {
  each([](const Instance& p) {
    const Vec none = Vec::Zero(p.problem->dof());
    const double T = p.problem->end_time();
    for (const State& u : p.states()) {
      Vec dfdt;
      p.problem->time_derivative(u, dfdt);
      check_near(dfdt * T, difference(p, u, T, none, none), 1e-6);
      if (p.problem->traits().time_dependent) CHECK(dfdt.norm() > 0);
    }
  });
}

static bool has_varying_mass(const Instance& p) {
  return dynamic_cast<const VaryingMass*>(p.problem.get()) != nullptr;
}

/// True for bodies with friction, and for a mass on a damper, that touch nothing at x.
static bool are_apart(const Problem& problem, const Vec& x) {
  if (problem.name() == "bouncing_mass") return x[0] > 0;
  const auto* bodies = dynamic_cast<const ContactProblem*>(&problem);
  return bodies && problem.traits().varying_damping &&
         !std::isfinite(bodies->contacts().least_distance(x));
}

TEST_CASE("stiffness and damping are the matrices of the Jacobian, symmetric") {
  each([](const Instance& p) {
    const Vec dx = p.random(p.length, 12), dv = p.random(p.speed, 13), none = 0 * dx;
    for (const State& u : p.states()) {
      const Mat K = p.stiffness(u), D = p.damping(u);
      check_near(K * dx, -p.jacobian_times(u, dx, none), 1e-11);
      check_near(D * dv, -p.jacobian_times(u, none, dv), 1e-11);
      const bool may_differ = p.problem->traits().varying_damping;  // D's change with x
      CHECK((may_differ || norm_of_asymmetry(K) <= 1e-14 * K.norm()));
      CHECK((has_varying_mass(p) || norm_of_asymmetry(D) <= 1e-14 * D.norm()));
      // A varying mass brings forces that are quadratic in v, so that D is zero at rest.
      const bool may_vanish = are_apart(*p.problem, u.x) || (has_varying_mass(p) && u.v.isZero(0));
      CHECK((D.norm() > 0 || may_vanish) == p.problem->traits().damped);
      if (const auto rayleigh = p.problem->traits().rayleigh) {
        const Mat& M = p.problem->mass().matrix();
        CHECK(Mat(D - rayleigh->mass * M - rayleigh->stiffness * K).norm() <= 1e-14 * D.norm());
      }
    }
    const Mat& K0 = p.problem->linear_stiffness();
    REQUIRE(K0.rows() == p.problem->dof());
    CHECK(norm_of_asymmetry(K0) <= 1e-14 * K0.norm());
  });
}

TEST_CASE("the projected stiffness is positive semidefinite, and no less than K") {
  each([](const Instance& p) {
    if (p.problem->dof() > 1000) return;  // of eigenvalues
    for (const State& u : p.states()) {
      const Mat K = p.stiffness(u);
      if (norm_of_asymmetry(K) > 1e-14 * K.norm()) continue;
      Mat projected;
      projected_stiffness(*p.problem, u, projected);
      REQUIRE(same_pattern(K, projected));
      const double allowed = -1e-12 * K.norm();
      CHECK(test::least_eigenvalue(projected) >= allowed);
      CHECK(test::least_eigenvalue(projected - K) >= allowed);
      CHECK((is_indefinite(*p.problem) || (projected - K).norm() == 0));
    }
  });
}

TEST_CASE("the damping varies where a problem says so") {
  each([](const Instance& p) {
    const auto states = p.states();
    const Mat D = p.damping(states[0]);
    bool varies = false, all_apart = true;
    for (const State& u : states) {
      varies = varies || Mat(p.damping(u) - D).norm() > 0;
      all_apart = all_apart && are_apart(*p.problem, u.x);
    }
    CHECK((varies || all_apart) == p.problem->traits().varying_damping);
  });
}

TEST_CASE("the pattern of K and D is fixed, and they are overwritten in place") {
  each([](const Instance& p) {
    if (p.problem->traits().varying_pattern) return;
    Mat K = p.stiffness(p.problem->start()), D = p.damping(p.problem->start());
    const double *of_K = K.valuePtr(), *of_D = D.valuePtr();
    for (const State& u : p.states()) {
      const Mat fresh_K = p.stiffness(u), fresh_D = p.damping(u);
      CHECK(same_pattern(K, fresh_K));
      CHECK(same_pattern(D, fresh_D));
      p.problem->stiffness(u, K);
      p.problem->damping(u, D);
      CHECK(K.valuePtr() == of_K);
      CHECK(D.valuePtr() == of_D);
      CHECK((K - fresh_K).norm() == 0);
      CHECK((D - fresh_D).norm() == 0);
    }
  });
}

TEST_CASE("where the pattern of K varies, its values do not depend on what it was") {
  each([](const Instance& p) {
    if (!p.problem->traits().varying_pattern) return;
    Mat K = p.stiffness(p.problem->start());
    for (const State& u : p.states()) {
      p.problem->stiffness(u, K);
      const double* values = K.valuePtr();
      p.problem->stiffness(u, K);
      CHECK(K.valuePtr() == values);
      CHECK(K.isCompressed());
      CHECK((K - p.stiffness(u)).norm() == 0);
    }
  });
}

namespace {

/// The rows of every block share their columns, which come in whole blocks.
bool has_blocks(const Mat& K, int edge) {
  const int *start = K.outerIndexPtr(), *column = K.innerIndexPtr();
  bool blocks = K.isCompressed() && K.rows() % edge == 0;
  for (int row = 0; row < K.rows() && blocks; ++row) {
    const int first = row - row % edge, length = start[row + 1] - start[row];
    blocks = length == start[first + 1] - start[first] && length % edge == 0 &&
             std::equal(column + start[row], column + start[row + 1], column + start[first]);
    for (int k = 0; k < length && blocks; ++k) blocks = column[start[row] + k] % edge == k % edge;
  }
  return blocks;
}

}  // namespace

TEST_CASE("blocks of K and K0 are dense where a problem says so") {
  each([](const Instance& p) {
    const int edge = p.problem->block_size();
    if (edge == 1) return;
    CHECK(has_blocks(p.stiffness(p.problem->start()), edge));
    CHECK(has_blocks(p.problem->linear_stiffness(), edge));
  });
}

TEST_CASE("the force at rest less the load is the slope of the potential") {
  each([](const Instance& p) {
    if (has_varying_mass(p)) return;  // where it is the slope's only up to a matrix
    const Vec d = p.random(p.length, 14);
    const double e = 1e-4;
    const auto slope = [&](const Vec& x, double t) {
      const State above{t, x + e * d, 0 * x}, below{t, x - e * d, 0 * x};
      return (p.problem->potential(above) - p.problem->potential(below)) / (2 * e);
    };
    for (const State& u : p.states()) {
      const Vec f = p.force({u.t, u.x, 0 * u.v});
      Vec load;
      p.problem->load(u.t, load);
      REQUIRE(load.size() == p.problem->dof());
      if (f.norm() == 0) continue;  // at rest the difference below has nothing to be measured by
      // At rest forces are small; the difference has errors of the size of e^2 times those at d.
      const double allowed = 1e-6 * f.norm() + e * e * p.jacobian_times(u, d, 0 * d).norm();
      CHECK(std::abs((f - load).dot(d) + slope(u.x, u.t)) <= allowed * d.norm());
    }
  });
}

namespace {

/// The largest energy error of velocity Verlet after each of `coarse` times `every` steps.
double energy_error(const Instance& p, State u, double h, int coarse, int every) {
  const double H = p.problem->energy(u);
  Vec a = p.acceleration(u);
  double error = 0;
  for (int i = 1; i <= coarse * every; ++i) {
    u.v += h / 2 * a;
    u.x += h * u.v;
    a = p.acceleration(u);
    u.v += h / 2 * a;
    if (i % every == 0) error = std::max(error, std::abs(p.problem->energy(u) - H));
  }
  return error;
}

double largest_frequency(const Instance& p, const State& u) {
  Vec q = p.random(1, 15), Kq;
  double omega2 = 0;
  for (int i = 0; i < 30; ++i) {
    q /= q.norm();
    p.problem->mass().solve(Vec(-p.jacobian_times(u, q, 0 * q)), Kq);
    omega2 = Kq.norm();
    q = Kq;
  }
  return std::sqrt(omega2);
}

}  // namespace

TEST_CASE("energy is conserved, with an error of second order, when undamped and autonomous") {
  each([](const Instance& p) {
    if (p.problem->traits().damped || p.problem->traits().time_dependent) return;
    const State u = p.perturbed(3);
    const double frequency = largest_frequency(p, u), h = 0.1 / frequency;
    if (!(frequency > 0)) return;  // no force, no error
    // Short enough for bodies not to fly into what they start before.
    const double coarse = energy_error(p, u, h, 40, 1), fine = energy_error(p, u, h / 2, 40, 2);
    CHECK(coarse / fine > 3.7);
    CHECK(coarse / fine < 4.3);
  });
}

TEST_CASE("closed forms satisfy the equation and the start") {
  each([](const Instance& p) {
    if (!p.problem->exact(0)) return;
    const State start = p.problem->start(), begin = *p.problem->exact(0);
    CHECK((begin.x - start.x).norm() <= 1e-13 * p.length);
    CHECK((begin.v - start.v).norm() <= 1e-13 * std::max(p.speed, start.v.norm()));
    const double T = p.problem->end_time(), e = 1e-5;
    for (double t : {0.07 * T, 0.4 * T, T}) {
      const State now = *p.problem->exact(t);
      CHECK(now.t == t);
      // Central differences of order 6: stiff problems vibrate within a few e.
      Vec rate_of_x = Vec::Zero(now.x.size()), rate_of_v = rate_of_x;
      for (const auto& [distance, weight] : {std::pair(1, 45.), {2, -9.}, {3, 1.}})
        for (const int side : {-1, 1}) {
          const State near = *p.problem->exact(t + side * distance * e);
          rate_of_x += side * weight / (60 * e) * near.x;
          rate_of_v += side * weight / (60 * e) * near.v;
        }
      check_near(rate_of_x, now.v, 1e-8);
      check_near(rate_of_v, p.acceleration(now), 1e-8);
    }
  });
}

TEST_CASE("the force in extended precision is the force") {
  each([](const Instance& p) {
    const auto* extended = dynamic_cast<const ExtendedForce*>(p.problem.get());
    if (!extended) return;
    for (const State& u : p.states()) {
      VecOf<long double> f;
      extended->force(u.cast<long double>(), f);
      // At rest, forces cancel that a displacement of the problem's length would have.
      const double all = terms(p, u) + p.jacobian_times(u, p.random(p.length, 21), 0 * u.x).norm();
      check_near(f.cast<double>(), p.force(u), 1e-13,
                 4 * std::numeric_limits<double>::epsilon() * all);
    }
  });
}

}  // namespace derivative_tests
