// Stabilised explicit methods: their coefficients against closed forms, their stability intervals
// from both sides, the bounds of modes against all eigenvalues, the choice of stages against a
// brute force over modes, and the work of their steps.

#include "base/dense.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/stabilised/mode_bounds.hpp"
#include "integrators/stabilised/recurrence.hpp"
#include "integrators/stabilised/stage_choice.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <utility>

namespace stabilised_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;
using Complex = std::complex<double>;
using Dense = Eigen::MatrixXd;

namespace {

constexpr Polynomials families[] = {Polynomials::chebyshev, Polynomials::legendre,
                                    Polynomials::weighted, Polynomials::weighted4};

/// Coefficient k of the power series of R, as the mean of R(z) z^-k over a circle.
double series(const Recurrence& method, int k) {
  constexpr int points = 64;
  constexpr double radius = 0.5;
  Complex sum = 0;
  for (int i = 0; i < points; ++i) {
    const Complex z = std::polar(radius, 2 * std::numbers::pi * i / points);
    sum += method.stability(z) / std::pow(z, k);
  }
  return sum.real() / points;
}

/// R by closed forms: T_s(w) = cosh(s arcosh w), and w1 and b_s from the differential equation
/// (1 - w^2) T'' - w T' + s^2 T = 0.
Complex chebyshev(int s, double epsilon, Complex z) {
  const double w0 = 1 + epsilon / (double(s) * s), a = std::acosh(w0), T = std::cosh(s * a);
  const double first = s * std::sinh(s * a) / std::sinh(a),
               second = (w0 * first - double(s) * s * T) / (1 - w0 * w0);
  const double b = second / (first * first);
  return 1 - b * T + b * std::cosh(double(s) * std::acosh(w0 + first / second * z));
}

double legendre(int s, double z) {
  const double b = (double(s) * s + s - 2) / (2. * s * (s + 1)), w1 = 4 / (double(s) * s + s - 2);
  return 1 - b + b * std::legendre(static_cast<unsigned>(s), 1 + w1 * z);
}

/// The roots of mu^2 + d mu + k = 0.
std::array<Complex, 2> roots(double d, double k) {
  const Complex root = std::sqrt(Complex(d * d / 4 - k));
  return {-d / 2 + root, -d / 2 - root};
}

/// The largest |R(h mu)| over modes of stiffness up to `highest` with D = alpha M + beta K.
double largest(const Recurrence& method, double h, const Rayleigh& damping, double highest) {
  double most = 0;
  for (int i = 1; i <= 4000; ++i) {
    const double k = highest * std::pow(i / 4000., 4);
    for (const Complex mu : roots(damping.mass + damping.stiffness * k, k))
      most = std::max(most, std::abs(method.stability(h * mu)));
  }
  return most;
}

ModeBounds bounds_of(const Rayleigh& damping, double highest) {
  return {.damping = damping.mass + damping.stiffness * highest,
          .highest = highest,
          .lines = {{1 / damping.stiffness, -damping.mass / damping.stiffness}}};
}

/// A body with these matrices. `rayleigh` states the coefficients of D.
Everything body(const Mat& K, const Mat& D, std::optional<Rayleigh> rayleigh = {}) {
  Everything::Data data{lumped_mass(K.rows()), K, D};
  data.rayleigh = rayleigh;
  data.start = {0, random_vector(K.rows(), 5), random_vector(K.rows(), 6)};
  return Everything(data);
}

}  // namespace

TEST_CASE("stabilised methods have their order with any number of stages, and no more") {
  for (const auto family : families)
    for (const int s : {2, 3, 4, 7, 20, 100})
      for (const double epsilon : {usual_epsilon, 10.}) {
        if (family != Polynomials::chebyshev && epsilon > 1) continue;
        if (s < fewest_stages(family)) continue;
        const Recurrence method =
            make_recurrence(family, s, family == Polynomials::chebyshev ? epsilon : 0);
        INFO(s << " stages, epsilon " << epsilon);
        CHECK(series(method, 0) == Approx(1).epsilon(1e-12));
        CHECK(series(method, 1) == Approx(1).epsilon(1e-11));
        CHECK(series(method, 2) == Approx(0.5).epsilon(1e-11));
        if (order_of(family) == 4) continue;  // rock4_tests.cpp
        CHECK(std::abs(series(method, 3) - 1. / 6) > 0.02);
        CHECK(method.stages.back().time == Approx(1).epsilon(1e-12));
      }
}

TEST_CASE("the recurrence is the polynomial of the paper") {
  for (const int s : {2, 3, 8, 25}) {
    for (const double epsilon : {usual_epsilon, 5.}) {
      const Recurrence method = make_recurrence(Polynomials::chebyshev, s, epsilon);
      for (const Complex z : {Complex(-0.3, 0.2), Complex(-2, 1), Complex(-0.4 * s * s, 0.01)})
        CHECK(std::abs(method.stability(z) - chebyshev(s, epsilon, z)) < 1e-10);
    }
    const Recurrence method = make_recurrence(Polynomials::legendre, s, 0);
    CHECK(method.real_bound == Approx((double(s) * s + s - 2) / 2));
    for (const double part : {0.1, 0.5, 0.9})
      CHECK(std::abs(method.stability(-part * method.real_bound) -
                     legendre(s, -part * method.real_bound)) < 1e-10);
  }
}

TEST_CASE("real intervals: stable inside, growing just beyond") {
  for (const auto family : families)
    for (const int s : {4, 10, 50}) {
      if (s < fewest_stages(family)) continue;
      const Recurrence method =
          make_recurrence(family, s, family == Polynomials::chebyshev ? usual_epsilon : 0);
      INFO(s << " stages");
      double most = 0;
      for (int i = 1; i <= 20000; ++i)
        most = std::max(most, std::abs(method.stability(-method.real_bound * i / 20000)));
      CHECK(most <= 1 + 1e-12);
      const double beyond = order_of(family) == 4 ? 1.03 : 1.01;
      CHECK(std::abs(method.stability(-beyond * method.real_bound)) > 1.01);
    }
  for (const int s : {6, 12, 50}) {
    const Recurrence rock = make_recurrence(Polynomials::weighted, s, 0);
    CHECK(rock.real_bound > (s < 10 ? 0.77 : 0.79) * s * s);
    CHECK(rock.real_bound < 0.82 * s * s);
    double ripple = 0;
    for (double z = -rock.real_bound; z < -0.3 * rock.real_bound; z += 0.01)
      ripple = std::max(ripple, std::abs(rock.stability(z)));
    CHECK(ripple < 0.95);
    CHECK(ripple > 0.9);
  }
  const auto published = [](double s) { return 2. / 3 * (s * s - 1) * (1 - 2. / 15 * 2 / 13); };
  for (const int s : {5, 20, 100})
    CHECK(make_recurrence(Polynomials::chebyshev, s, usual_epsilon).real_bound ==
          Approx(published(s)).epsilon(0.01));
}

TEST_CASE("a method is stable exactly if no mode grows") {
  int stable = 0, growing = 0;
  for (const auto family : families)
    for (const int s : {2, 3, 5, 12, 30})
      for (const double epsilon : {usual_epsilon, 3., 40.})
        for (const double ratio : {0.3, 0.9, 1.7, 2.4, 2.7, 4., 9.})  // h / beta
          for (const double alpha : {0., 0.5}) {
            if (s < fewest_stages(family)) continue;
            const double h = 0.1;
            const Rayleigh damping{.mass = alpha, .stiffness = h / ratio};
            const Recurrence method =
                make_recurrence(family, s, family == Polynomials::chebyshev ? epsilon : 0);
            // All modes whose decay the real interval has, but for a tenth.
            const double highest = (0.9 * method.real_bound / h - alpha) * ratio / h;
            const double most = largest(method, h, damping, highest);
            if (most > 1 && most < 1 + 1e-9) continue;
            INFO(s << " stages, epsilon " << epsilon << ", h / beta " << ratio << ": " << most);
            CHECK(is_stable(method, bounds_of(damping, highest), h) == (most <= 1));
            ++(most <= 1 ? stable : growing);
            CHECK_FALSE(is_stable(method, bounds_of(damping, 1.2 * highest), h));
          }
  CHECK(stable > 40);
  CHECK(growing > 40);
}

TEST_CASE("the fewest stages are chosen, and a larger epsilon where oscillations need it") {
  const double h = 0.1;
  for (const double ratio : {0.5, 2., 4., 10.})
    for (const double highest : {1e2, 1e4, 1e6}) {
      const Rayleigh damping{.stiffness = h / ratio};
      const ModeBounds modes = bounds_of(damping, highest);
      INFO("h / beta " << ratio << ", stiffness up to " << highest);
      const auto chosen = choose_stages({}, modes, h);
      REQUIRE(chosen);
      CHECK(largest(chosen->method, h, damping, highest) <= 1 + 1e-11);
      CHECK((chosen->epsilon > usual_epsilon) >= (ratio > 2.6 && highest > 1e4));
      CHECK_FALSE(choose_stages({.most = chosen->stages - 1}, modes, h));
      CHECK_FALSE(choose_stages({.stages = chosen->stages - 1}, modes, h));
    }
  CHECK_FALSE(choose_stages({.epsilon = usual_epsilon}, bounds_of({.stiffness = h / 2.7}, 1e6), h));
  CHECK(choose_stages({.epsilon = usual_epsilon}, bounds_of({.stiffness = h / 2.4}, 1e6), h));
  // Undamped modes: on the imaginary axis few of these methods are stable.
  for (const double y : {0.1, 0.2}) {
    const ModeBounds undamped{.highest = std::pow(y / h, 2)};
    const double growth = std::pow(y, 4) / 28;
    CHECK_FALSE(choose_stages({}, undamped, h));
    CHECK_FALSE(choose_stages({.stages = 20, .epsilon = usual_epsilon, .growth = 0.9 * growth},
                              undamped, h));
    CHECK(choose_stages({.stages = 20, .epsilon = usual_epsilon, .growth = 1.1 * growth}, undamped,
                        h));
  }
}

TEST_CASE("the bounds of modes hold every eigenvalue") {
  const Eigen::Index n = 8;
  const Mat K = with_eigenvalues(Vec::LinSpaced(n, -1, 8).array().exp());
  const Mat part = with_eigenvalues((Vec(n) << 0, 0, 0, 1, 2, 5, 9, 30).finished(), 9);
  const Mat indefinite = with_eigenvalues(Vec::LinSpaced(n, -3, 50), 11);
  for (const auto& [stiffness, damping] :
       {std::pair<Mat, Mat>{K, 0.01 * K}, {K, part}, {K, 0.02 * K + part}, {indefinite, part}}) {
    const Everything problem = body(stiffness, damping);
    const CountedProblem counted(problem);
    const ModeBounds modes = measure_modes(counted, problem.start(), 0);
    Dense A = Dense::Zero(2 * n, 2 * n);
    const Dense inverse = dense::inverse(problem.mass().matrix());
    A.topRightCorner(n, n).setIdentity();
    A.bottomLeftCorner(n, n) = -inverse * Dense(stiffness);
    A.bottomRightCorner(n, n) = -inverse * Dense(damping);
    double fastest = 0;
    for (const Complex mu : dense::eigenvalues(A)) {
      INFO(mu);
      fastest = std::max(fastest, -mu.real());
      CHECK(-mu.real() <= modes.fastest_decay());
      if (std::abs(mu.imag()) < 1e-9 * std::abs(mu)) continue;
      CHECK(-mu.real() <= modes.complex_decay());
      CHECK(std::abs(mu.imag()) <= modes.frequency_at(-mu.real()) * (1 + 1e-9));
    }
    CHECK(modes.fastest_decay() <= 2.1 * fastest);  // twice for the roots of a complex pair
  }
  // With D = beta K the region is the circle, found from the matrices alone.
  const Everything proportional = body(K, 0.1 * K);
  const ModeBounds modes = measure_modes(CountedProblem(proportional), proportional.start(), 0);
  for (const double decay : {1., 5., 19.})
    CHECK(modes.frequency_at(decay) ==
          Approx(std::sqrt(100 - std::pow(decay - 10, 2))).epsilon(0.02));
  CHECK(modes.frequency_at(0) < 1e-3);
}

TEST_CASE("a step multiplies each mode by R(h mu), and takes as many forces as stages") {
  const Vec k = (Vec(3) << 1, 400, 1e4).finished();
  const Mat K = Dense(k.asDiagonal()).sparseView();
  Everything::Data data{Mass(Vec::Ones(3)), K, 0.05 * K};
  data.rayleigh = Rayleigh{.stiffness = 0.05};
  data.start = {0, random_vector(3, 5), random_vector(3, 6)};
  const Everything problem(data);
  for (const auto& [name, family] : {std::pair{"rkc2", Polynomials::chebyshev},
                                     {"rkl2", Polynomials::legendre},
                                     {"rock2", Polynomials::weighted},
                                     {"rock4", Polynomials::weighted4}}) {
    INFO(name);
    const Recurrence method =
        make_recurrence(family, 14, family == Polynomials::chebyshev ? usual_epsilon : 0);
    AnyIntegrator integrator = IntegratorRegistry::instance().make(name, {{"stages", 14L}});
    const CountedProblem counted(problem);
    const double h = 0.1;
    integrator->init(counted, h);
    State u = problem.start();
    REQUIRE(integrator->step(u).ok());
    CHECK(counted.work().force == 14);
    CHECK(counted.work().factorize == 0);
    for (Eigen::Index i = 0; i < 3; ++i) {
      const auto [p, q] = roots(0.05 * k[i], k[i]);
      // x = a e^(pt) + b e^(qt), x' = p a e^(pt) + q b e^(qt).
      const Complex a = (data.start.v[i] - q * data.start.x[i]) / (p - q), b = data.start.x[i] - a;
      const Complex Rp = method.stability(h * p), Rq = method.stability(h * q);
      CHECK(u.x[i] == Approx((a * Rp + b * Rq).real()).epsilon(1e-11).margin(1e-10));
      CHECK(u.v[i] == Approx((p * a * Rp + q * b * Rq).real()).epsilon(1e-11).margin(1e-9));
    }
    REQUIRE(integrator->step(u).ok());
    CHECK(counted.work().force == 28);
    CHECK(counted.work().one_time_setups == 1);
    CHECK(std::get<long>(integrator->reported().at("most_stages")) == 14);
  }
}

TEST_CASE(
    "chosen steps evaluate the force once for each stage, and for the estimate once at most") {
  const auto problem =
      ProblemRegistry::instance().make("duffing_chain", {{"damping", 0.3}, {"end_time", 2.0}});
  for (const char* name : {"rkc2", "rock2", "rock4"}) {
    AnyIntegrator method = IntegratorRegistry::instance().make(
        name, {{"adaptive", true}, {"rtol", 1e-5}, {"stages", 5L}});
    const CountedProblem counted(*problem);
    method->init(counted, 2);
    State u = problem->start();
    REQUIRE(method->step(u).ok());
    const long accepted = method->steps_taken(),
               rejected = std::get<long>(method->reported().at("rejected_steps"));
    // Two are for the size of the first step. rkc2 starts where its last step ended, with the force
    // of the estimate; a repeated step starts with the force of the rejected one.
    const bool is_rkc = std::string(name) == "rkc2";
    CHECK(counted.work().force ==
          2 + (is_rkc ? 1 + 5 * (accepted + rejected) : 5 * accepted + 4 * rejected));
  }
}

TEST_CASE("a step that no number of stages makes stable is refused, and moves nothing") {
  const Eigen::Index n = 6;
  const Mat K = with_eigenvalues(Vec::LinSpaced(n, 0, 9).array().exp());
  const Everything problem = body(K, with_eigenvalues(Vec::LinSpaced(n, 0, 1), 9));
  AnyIntegrator method = IntegratorRegistry::instance().make("rkc2");
  REQUIRE(method->why_not_applicable(problem).empty());
  const CountedProblem counted(problem);
  method->init(counted, 1);
  State u = problem.start();
  const Outcome outcome = method->step(u);
  CHECK(outcome.status == Status::diverged);
  CHECK_THAT(outcome.reason, Contains("shorter steps or more stages"));
  CHECK(u.x == problem.start().x);
  CHECK(counted.work().force == 0);
  method->init(counted, 1e-3);
  CHECK(method->step(u).ok());
}

TEST_CASE("stabilised methods name what is out of their scope") {
  const auto why = [](const char* problem, const Settings& settings) {
    return IntegratorRegistry::instance().make("rkc2")->why_not_applicable(
        *ProblemRegistry::instance().make(problem, settings));
  };
  CHECK_THAT(why("duffing_chain", {}), Contains("all modes oscillate"));
  CHECK_THAT(why("damped_oscillator", {}), Contains("in proportion to the mass"));
  CHECK_THAT(why("sliding_block", {}), Contains("symmetric K and D"));
  CHECK(why("duffing_chain", {{"damping", 0.1}}).empty());
  CHECK_THROWS_WITH(IntegratorRegistry::instance().make("rkc2", {{"stages", 1L}}),
                    Contains("2 stages or more"));
  CHECK_THROWS_WITH(IntegratorRegistry::instance().make("rock2", {{"stages", 3L}}),
                    Contains("4 stages or more"));
  CHECK_THROWS_WITH(IntegratorRegistry::instance().make("rock4", {{"stages", 4L}}),
                    Contains("5 stages or more"));
  CHECK_THROWS_WITH(IntegratorRegistry::instance().make("rock4", {{"most_stages", 61L}}),
                    Contains("at most 60 stages"));
  CHECK_THROWS_WITH(IntegratorRegistry::instance().make("rkl2", {{"stages", 300L}}),
                    Contains("at most most_stages"));
}

TEST_CASE("the estimates of stabilised methods have the constants of their formulas",
          "[adaptive]") {
  // Of y' = A y with R(z) = 1 + z + z^2/2 + c z^3 the estimate of rkc2 is (1/5 - 4c/5) (h A)^3 y,
  // and c tends to 1/10. That of Bogacki and Shampine is (h A)^3 y / 48. All have one controller,
  // and an oscillator has |A y| = omega |y| in the energy norm.
  constexpr double omega = 3, rtol = 1e-8;
  const auto problem = ProblemRegistry::instance().make(
      "damped_oscillator",
      {{"omega", omega}, {"zeta", 0.01}, {"x0", 1.0}, {"v0", 0.0}, {"end_time", 2.0}});
  const auto steps = [&](const char* name, Settings settings) {
    settings.insert({{"adaptive", true}, {"rtol", rtol}});
    AnyIntegrator method = IntegratorRegistry::instance().make(name, settings);
    const CountedProblem counted(*problem);
    method->init(counted, 2);
    State u = problem->start();
    REQUIRE(method->step(u).ok());
    return static_cast<double>(method->steps_taken());
  };
  const double known = steps("bogacki_shampine", {});

  const double third =
      0.2 - 0.8 * series(make_recurrence(Polynomials::chebyshev, 20, usual_epsilon), 3);
  CHECK(third == Approx(0.12).epsilon(0.02));
  CHECK(steps("rkc2", {{"stages", 20L}}) / known == Approx(std::cbrt(48 * third)).epsilon(0.03));

  const auto stages = make_recurrence(Polynomials::weighted, 6, 0).stages;
  const double second = std::abs(stages[5].of_before * (stages[3].time - stages[4].time));
  CHECK(steps("rock2", {{"stages", 6L}}) / known ==
        Approx(std::sqrt(second / rtol) * std::cbrt(48 * rtol)).epsilon(0.1));
}

}  // namespace stabilised_tests
