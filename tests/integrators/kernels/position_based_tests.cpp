// Position-based methods: the step that they approximate, its limit for many sweeps, the algorithms
// of the papers written out, and their counted work.

#include "integrators/position_based/chebyshev.hpp"
#include "integrators/position_based/colouring.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/spring_problem.hpp"
#include "tests/integrators/kernels/run_steps.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <catch2/catch.hpp>

#include <array>
#include <cmath>

namespace position_based_tests {

using namespace stiffbench;
using Eigen::Vector3d;
using test::distance;
using test::make;
using test::run;
using Text = std::string;

namespace {

AnyIntegrator sweeping(const Text& method, long sweeps) {
  return make(method, {{"sweeps", sweeps}});
}

/// The distance to implicit Euler after ten steps.
double off(const Text& method, const Problem& problem, double h, long sweeps) {
  const AnyIntegrator euler = make("implicit_euler", {{"tolerance", 1e-13}});
  return distance(run(sweeping(method, sweeps), problem, h, 10), run(euler, problem, h, 10));
}

std::unique_ptr<Problem> problem_of(const Text& name, const Settings& settings) {
  return ProblemRegistry::instance().make(name, settings);
}

std::unique_ptr<Problem> small_bunny(double damping = 0) {
  return problem_of("bunny",
                    {{"size", Text("30")}, {"kd", 100.0}, {"gravity", 20.0}, {"damping", damping}});
}

std::unique_ptr<Problem> solid(double poisson, double damping = 0) {
  return problem_of("suspended_body", {{"body", Text("bunny")},
                                       {"size", Text("30")},
                                       {"speed", 5.0},
                                       {"poisson", poisson},
                                       {"damping", damping}});
}

/// A vertex on a spring to a fixed one, and another vertex on a spring to the first.
class TwoSprings final : public SpringProblem {
 public:
  TwoSprings() : SpringProblem(points(), {-1, 0, 1}, springs(), 2, 30, Vector3d(0, -9, 1)) {}
  double default_end_time() const override { return 1; }
  std::vector<Body> bodies(const State&) const override { return {}; }
  View view() const override { return {{1, 0, 0}, {0, 1, 0}}; }

  static Eigen::Matrix3Xd points() {
    Eigen::Matrix3Xd X(3, 3);
    X << 0, 1, 1, 0, 0, 1.5, 0, 0.5, 0;
    return X;
  }
  static Eigen::Matrix2Xi springs() {
    Eigen::Matrix2Xi all(2, 2);
    all << 0, 1, 1, 2;
    return all;
  }
};

}  // namespace

TEST_CASE("many sweeps over vertices, or local and global steps, lead to implicit Euler's step") {
  for (const Text method : {"vertex_block_descent", "projective_dynamics"}) {
    INFO(method);
    CHECK(off(method, *small_bunny(), 0.02, 1000) <= 1e-10);
    CHECK(off(method, *small_bunny(2), 0.02, 1000) <= 1e-10);
    CHECK(off(method, *solid(0, 3), 2e-4, 1000) <= 1e-10);
    const auto tower = problem_of("tower", {{"size", Text("20")},
                                            {"lower", 1000.0},
                                            {"speed", 20.0},
                                            {"wind", 20.0},
                                            {"damping", 2.0}});
    CHECK(off(method, *tower, 0.01, 1000) <= 1e-10);
    const auto lumped = problem_of("forced_oscillator", {{"beta", 0.05}});
    CHECK(off(method, *lumped, 0.1, 1000) <= 1e-10);
    CHECK(off(method, *small_bunny(), 0.02, 3) >= 1e-7);  // sweeps matter
  }
  const auto chain = problem_of("forced_oscillator", {{"consistent", true}, {"beta", 0.05}});
  CHECK(off("projective_dynamics", *chain, 0.1, 1000) <= 1e-10);
  CHECK(off("vertex_block_descent", *solid(0.3), 2e-4, 1000) <= 1e-10);
  const auto flag =
      problem_of("flag", {{"rows", 3L}, {"columns", 4L}, {"tau", 1e-3}, {"case", Text("damped")}});
  CHECK(off("vertex_block_descent", *flag, 1e-4, 1000) <= 1e-10);
}

TEST_CASE("Chebyshev's acceleration is Chebyshev's polynomial of a linear sweep") {
  const Eigen::Vector4d factors(-0.9, -0.3, 0.5, 0.9);  // of a sweep, for each error
  for (const long delay : {1L, 3L}) {
    ChebyshevAcceleration chebyshev;
    assign_settings("chebyshev", chebyshev, {{"chebyshev", 0.9}, {"chebyshev_delay", delay}});
    Vec x = Vec::Ones(4), start = x;
    chebyshev.begin(x);
    for (int k = 1; k <= 12; ++k) {
      x = factors.cwiseProduct(x).eval();
      chebyshev.apply(x);
      if (k < delay) start = x;
      const double n = double(k - delay + 1);
      for (int i = 0; i < 4 && k >= delay; ++i)
        CHECK(x[i] == Approx(std::cos(n * std::acos(factors[i] / 0.9)) /
                             std::cosh(n * std::acosh(1 / 0.9)) * start[i])
                          .margin(1e-14));
    }
  }
}

TEST_CASE("Chebyshev's acceleration reaches implicit Euler's step in fewer sweeps") {
  const auto stiff = problem_of("bunny", {{"size", Text("30")}, {"kd", 1e4}, {"gravity", 20.0}});
  const AnyIntegrator euler = make("implicit_euler", {{"tolerance", 1e-13}});
  const State limit = run(euler, *stiff, 0.02, 10);
  const auto off_with = [&](const Text& method, long sweeps, double rho) {
    const AnyIntegrator accelerated = make(method, {{"sweeps", sweeps}, {"chebyshev", rho}});
    return distance(run(accelerated, *stiff, 0.02, 10), limit);
  };
  for (const auto& [method, rho] :
       {std::pair<Text, double>{"projective_dynamics", 0.95}, {"vertex_block_descent", 0.9}}) {
    INFO(method);
    CHECK(off_with(method, 40, rho) < 0.02 * off_with(method, 40, 0));
    CHECK(off_with(method, 1000, rho) <= 1e-10);
    // One sweep has nothing to accelerate.
    CHECK(off_with(method, 1, rho) == off_with(method, 1, 0));
  }
}

TEST_CASE("XPBD leads to implicit Euler's step where gradients of constraints are constant") {
  const auto chain = problem_of("forced_oscillator", {{"alpha", 0.3}});
  CHECK(off("xpbd", *chain, 0.1, 1000) <= 1e-10);
  CHECK(off("xpbd", *chain, 0.1, 2) >= 1e-6);  // sweeps matter
}

TEST_CASE("elsewhere XPBD leads to a step that differs in x by a multiple of h^4") {
  const auto bunny = small_bunny();
  const State moving = run(make("rk4"), *bunny, 0.002, 100);  // with springs under tension
  const auto step = [&](AnyIntegrator method, double h) {
    const CountedProblem counted(*bunny);
    method->init(counted, h);
    State u = moving;
    REQUIRE(method->step(u).ok());
    return u.x;
  };
  const auto differ = [&](double h) {
    return (step(sweeping("xpbd", 300), h) -
            step(make("implicit_euler", {{"tolerance", 1e-14}}), h))
        .norm();
  };
  const double coarse = differ(0.01), fine = differ(0.005);
  INFO(coarse << " " << fine);
  CHECK(coarse > 1e-9);
  CHECK(std::log2(coarse / fine) == Approx(4).margin(0.3));
}

TEST_CASE("one sweep suffices for order 1 in h, and more sweeps approach implicit Euler") {
  const auto bunny = small_bunny();
  for (const Text method : {"xpbd", "vertex_block_descent", "projective_dynamics"}) {
    INFO(method);
    const double one = off(method, *bunny, 0.02, 1), four = off(method, *bunny, 0.02, 4),
                 many = off(method, *bunny, 0.02, 32);
    CHECK(four < 0.7 * one);
    CHECK(many <= four);
    const State exact = run(make("rk4"), *bunny, 0.1 / 512, 512);
    const double coarse = distance(run(sweeping(method, 1), *bunny, 0.1 / 256, 256), exact);
    const double fine = distance(run(sweeping(method, 1), *bunny, 0.1 / 512, 512), exact);
    CHECK(std::log2(coarse / fine) == Approx(1).margin(0.15));
  }
}

// The local and global steps as the paper has them, with dense matrices.
TEST_CASE("projective dynamics is projections onto spheres and a constant matrix") {
  const TwoSprings problem;
  const double h = 0.2, m = 2, k = 30;
  const Eigen::Matrix3Xd X = TwoSprings::points();
  Eigen::MatrixXd first = Eigen::MatrixXd::Zero(3, 6), second = first;  // of u to d - d0
  first.leftCols(3).setIdentity();
  second.leftCols(3) = -Eigen::Matrix3d::Identity();
  second.rightCols(3).setIdentity();
  const std::array<Eigen::MatrixXd, 2> G{first, second};
  const std::array<Vector3d, 2> d0{X.col(1) - X.col(0), X.col(2) - X.col(1)};
  const Vec g = Vector3d(0, -9, 1).replicate(2, 1);

  State u = problem.start();
  Vec x = u.x;
  for (int step = 0; step < 3; ++step) {
    const Vec y = u.x + h * u.v + h * h * g;
    x = y;
    for (int sweep = 0; sweep < 4; ++sweep) {
      Eigen::MatrixXd A = m / (h * h) * Eigen::MatrixXd::Identity(6, 6);
      Vec b = m / (h * h) * y;
      for (std::size_t s = 0; s < 2; ++s) {
        const Vector3d d = d0[s] + G[s] * x, p = d0[s].norm() * d.normalized();
        A += k * G[s].transpose() * G[s];
        b += k * G[s].transpose() * (p - d0[s]);
      }
      x = A.ldlt().solve(b);
    }
    u = {u.t + h, x, (x - u.x) / h};
  }
  const State got = run(sweeping("projective_dynamics", 4), problem, h, 3);
  CHECK(distance(got, u) <= 1e-13);
  CHECK(u.x.norm() > 0.1);
}

// The paper's algorithm 1, with the springs in the order of their colours.
TEST_CASE("XPBD changes a multiplier and two vertices at a time") {
  const TwoSprings problem;
  const double h = 0.2, m = 2, compliance = 1 / (30 * h * h);
  Eigen::Matrix3Xd at = TwoSprings::points(), v = Eigen::Matrix3Xd::Zero(3, 3);
  const std::array<double, 2> rest{(at.col(1) - at.col(0)).norm(), (at.col(2) - at.col(1)).norm()};
  for (int step = 0; step < 3; ++step) {
    const Eigen::Matrix3Xd before = at;
    for (int i : {1, 2}) at.col(i) += h * v.col(i) + h * h * Vector3d(0, -9, 1);
    std::array<double, 2> multiplier{};
    for (int sweep = 0; sweep < 4; ++sweep)
      for (int s = 0; s < 2; ++s) {
        const auto number = static_cast<std::size_t>(s);
        const Vector3d d = at.col(s + 1) - at.col(s), n = d.normalized();
        const double weight = (s == 0 ? 1 : 2) / m;
        const double change =
            -(d.norm() - rest[number] + compliance * multiplier[number]) / (weight + compliance);
        multiplier[number] += change;
        at.col(s + 1) += change / m * n;
        if (s == 1) at.col(s) -= change / m * n;
      }
    v = (at - before) / h;
  }
  const State got = run(sweeping("xpbd", 4), problem, h, 3);
  const Vec x = (at - TwoSprings::points()).rightCols(2).reshaped();
  CHECK((got.x - x).norm() <= 1e-13);
  CHECK((got.v - Vec(v.rightCols(2).reshaped())).norm() <= 1e-12);
}

TEST_CASE("a sweep over vertices lowers implicit Euler's energy one vertex at a time") {
  const TwoSprings problem;
  const double h = 0.2, m = 2;
  const Vec y = h * h * Vec(Vector3d(0, -9, 1).replicate(2, 1));
  // One visit of the first vertex from y by differences of the energy of implicit Euler's step.
  const Vec weight = m * Vec(Vector3d(0, -9, 1).replicate(2, 1));
  const auto energy = [&](const Vec& x) {
    return m / (2 * h * h) * (x - y).squaredNorm() + problem.potential({0, x, 0 * x}) +
           weight.dot(x);
  };
  Vec x = y;
  for (const Eigen::Index at : {0, 3}) {
    Vector3d r;
    Eigen::Matrix3d H;
    const double e = 1e-4;
    const auto moved = [&](const Vector3d& by) {
      Vec z = x;
      z.segment<3>(at) += by;
      return energy(z);
    };
    for (int i = 0; i < 3; ++i) {
      const Vector3d a = e * Vector3d::Unit(i);
      r[i] = (moved(a) - moved(-a)) / (2 * e);
      for (int j = 0; j < 3; ++j) {
        const Vector3d b = e * Vector3d::Unit(j);
        H(i, j) = (moved(a + b) - moved(a - b) - moved(b - a) + moved(-a - b)) / (4 * e * e);
      }
    }
    x.segment<3>(at) -= H.inverse() * r;
  }
  const State got = run(make("vertex_block_descent", {{"sweeps", 1L}, {"guess", Text("inertial")}}),
                        problem, h, 1);
  CHECK((got.x - x).norm() <= 1e-6 * x.norm());
}

TEST_CASE("the adaptive start of a sweep is free fall once the vertices have fallen freely") {
  const TwoSprings problem;
  const auto first = [&](const Text& guess, int steps) {
    return run(make("vertex_block_descent", {{"sweeps", 1L}, {"guess", guess}}), problem, 1e-3,
               steps)
        .v.norm();
  };
  CHECK(first("adaptive", 1) == Approx(first("inertial", 1)).epsilon(1e-4));
  CHECK(first("adaptive", 1) != first("inertial", 1));
}

TEST_CASE("work of position-based methods is counted by elements and in forces") {
  const auto bunny = small_bunny();
  const auto work = [&](const Text& method) {
    const CountedProblem counted(*bunny);
    AnyIntegrator integrator = sweeping(method, 5);
    integrator->init(counted, 0.01);
    State u = bunny->start();
    for (int i = 0; i < 3; ++i) REQUIRE(integrator->step(u).ok());
    return counted.work();
  };
  const CountedProblem counted(*bunny);
  const CountedElements elements = counted.elements();
  long incidences = 0;
  ElementNodes nodes;
  for (int e = 0; e < elements.count(); ++e) {
    elements.nodes(e, nodes);
    incidences += (nodes.array() >= 0).count();
  }
  const Work xpbd = work("xpbd"), vertices = work("vertex_block_descent"),
             projective = work("projective_dynamics");
  CHECK((xpbd.force == 15 && xpbd.element_gradients == 15L * elements.count()));
  CHECK((xpbd.element_hessians == 0 && xpbd.factorize == 0));
  CHECK(vertices.element_gradients == 15 * incidences);
  CHECK(vertices.element_hessians == 15 * incidences);
  CHECK(vertices.force == 15 * incidences / elements.count());
  CHECK((projective.force == 15 && projective.solve == 15 && projective.factorize == 1));
}

TEST_CASE("position-based methods say why a problem is out of their scope") {
  const auto why = [](const Text& method, const Text& problem, const Settings& settings = {}) {
    return make(method)->why_not_applicable(*problem_of(problem, settings));
  };
  using Catch::Matchers::Contains;
  for (const Text method : {"xpbd", "vertex_block_descent", "projective_dynamics"})
    for (const Text problem : {"particle_wall", "crash", "spring_pendulum"})
      CHECK_THAT(why(method, problem), Contains("element by element"));
  CHECK_THAT(why("xpbd", "beam", {{"cells", 1L}}), Contains("not lumped"));
  CHECK_THAT(why("xpbd", "duffing_chain", {{"damping", 0.5}}),
             Contains("proportional to the mass"));
  CHECK(why("xpbd", "duffing_chain").empty());
  CHECK_THAT(why("projective_dynamics", "duffing_chain"), Contains("squared distance"));
  CHECK_THAT(why("projective_dynamics", "beam", {{"cells", 1L}}), Contains("problem.poisson=0"));
  CHECK_THAT(why("vertex_block_descent", "beam", {{"cells", 1L}}), Contains("not lumped"));
  CHECK(why("vertex_block_descent", "duffing_chain", {{"damping", 0.5}}).empty());
  CHECK_THAT(
      why("vertex_block_descent", "beam", {{"cells", 1L}, {"material", Text("lagged_corotated")}}),
      Contains("element by element"));
}

TEST_CASE("items of one colour share no tag, and colours depend on the order alone") {
  const std::vector<std::vector<int>> items{{0, 1}, {1, 2}, {2, 3}, {-1, 3}, {-1, 0}, {4}};
  const Colouring colouring = colour_greedily(items);
  CHECK(colouring.order == std::vector<int>{0, 2, 5, 1, 3, 4});
  CHECK(colouring.colours == 2);
  CHECK(colour_greedily({}).order.empty());
  // Three items that all share tag 0 need three colours.
  CHECK(colour_greedily({{0}, {0, 1}, {1, 0}}).colours == 3);
}

}  // namespace position_based_tests
