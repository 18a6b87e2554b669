#include "integrators/phi/phi.hpp"
#include "integrators/phi/spectrum.hpp"
#include "tests/integrators/phi/phi_oracle.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <catch2/catch.hpp>

namespace chebyshev_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace {

phi::Phi chebyshev(double tolerance = 1e-12) {
  phi::Phi back_end;
  back_end.choice = "chebyshev";
  back_end.options.tolerance = tolerance;
  return back_end;
}

/// phi_1(hJ) b in both parts.
phi::Request one_product() { return {{{true}}, {{{{0, 1, 1, 1}}, true}}}; }

}  // namespace

TEST_CASE("a spectrum that outgrows the Chebyshev interval is noticed and met again") {
  const Eigen::Index n = 40;
  const Vec first = Vec::LinSpaced(n, 0, 1000);
  const auto up = [&] {  // one eigenvalue leaves upwards, far and near
    std::vector<Vec> all;
    for (double highest : {1100.0, 4000.0}) {
      Vec e = first;
      e[n - 1] = highest;
      all.push_back(e);
    }
    return all;
  }();
  auto down = first;
  down[0] = -40;
  std::vector<Vec> later{3 * first, down};
  later.insert(later.end(), up.begin(), up.end());
  for (const Vec& eigenvalues : later) {
    const double h = 0.5;
    const Everything before({consistent_mass(n), with_eigenvalues(first)});
    const Mat K = with_eigenvalues(eigenvalues);
    const CountedProblem counted(before);
    auto back_end = chebyshev();
    back_end.init(counted, h);
    const int request = back_end.add(one_product());
    Mat K0;
    before.stiffness({}, K0);
    std::vector<phi::Pair> in{{random_vector(n, 1) / 30, random_vector(n, 2)}}, out(1);
    REQUIRE(back_end.linearise(K0, {}).ok());
    REQUIRE(back_end.evaluate(request, in, out).ok());
    CHECK(counted.work().one_time_setups == 1);
    REQUIRE(back_end.linearise(K0, {}).ok());
    REQUIRE(back_end.evaluate(request, in, out).ok());
    CHECK(counted.work().one_time_setups == 1);  // kept from step to step

    REQUIRE(back_end.linearise(K, {}).ok());
    REQUIRE(back_end.evaluate(request, in, out).ok());
    INFO("eigenvalues of K from " << eigenvalues.minCoeff() << " to " << eigenvalues.maxCoeff());
    CHECK(counted.work().one_time_setups > 1);
    const auto truth = phi_oracle(before.mass().matrix(), K, {}, 1, h, in[0]);
    const double growth = std::max(1.0, truth.v.lpNorm<Eigen::Infinity>());
    CHECK((out[0].x - truth.x).lpNorm<Eigen::Infinity>() < 1e-11 * growth);
    CHECK((out[0].v - truth.v).lpNorm<Eigen::Infinity>() < 1e-10 * growth);
  }
}

TEST_CASE("eigenvalues that no interval holds end as a status, not as numbers") {
  // K with a skew part: Lanczos takes it for symmetric and finds real bounds, and the vectors of
  // the recurrence grow within them all the same.
  const Eigen::Index n = 40;
  Mat K(n, n);
  for (Eigen::Index i = 0; i < n; i += 2) {
    K.insert(i, i) = K.insert(i + 1, i + 1) = 500;
    K.insert(i, i + 1) = 400;
    K.insert(i + 1, i) = -400;
  }
  K.makeCompressed();
  const Everything problem({Mass(Vec(Vec::Ones(n))), K});
  const CountedProblem counted(problem);
  auto back_end = chebyshev();
  back_end.init(counted, 2);
  const int request = back_end.add(one_product());
  std::vector<phi::Pair> in{{random_vector(n, 1) / 30, random_vector(n, 2)}}, out(1);
  REQUIRE(back_end.linearise(K, {}).ok());
  const Outcome outcome = back_end.evaluate(request, in, out);
  INFO(outcome.reason);
  CHECK(outcome.status == Status::krylov_stagnated);
  CHECK_THAT(outcome.reason, Contains("still grow") && Contains("5th estimate"));
}

TEST_CASE("Chebyshev work is counted, is near h omega / 2, and a loose tolerance makes it less") {
  const Eigen::Index n = 60;
  const double omega = 100, h = 1;
  const Everything problem(
      {Mass(Vec(Vec::Ones(n))), with_eigenvalues(Vec::LinSpaced(n, 1, omega * omega))});
  Mat K;
  problem.stiffness({}, K);
  auto cost = [&](double tolerance) {
    const CountedProblem counted(problem);
    auto back_end = chebyshev(tolerance);
    back_end.init(counted, h);
    const int request = back_end.add(one_product());
    std::vector<phi::Pair> in{{random_vector(n, 1) / omega, random_vector(n, 2)}}, out(1);
    REQUIRE(back_end.linearise(K, {}).ok());
    const Work before = counted.work();
    CHECK(before.one_time_setups == 1);
    CHECK(before.stiffness_products == before.krylov_vectors);
    REQUIRE(back_end.evaluate(request, in, out).ok());
    const long products = counted.work().stiffness_products - before.stiffness_products;
    CHECK(counted.work().krylov_vectors - before.krylov_vectors == products + 2);  // two T_0
    const auto truth = phi_oracle(problem.mass().matrix(), K, {}, 1, h, in[0]);
    CHECK((out[0].v - truth.v).lpNorm<Eigen::Infinity>() < std::max(10 * tolerance, 1e-11));
    CHECK((out[0].x - truth.x).lpNorm<Eigen::Infinity>() < std::max(10 * tolerance, 1e-11));
    return static_cast<double>(products) / 2;
  };
  const double tight = cost(1e-12), loose = cost(1e-5);
  CHECK(tight > h * omega / 2);
  CHECK(tight < h * omega / 2 + 7.5 * std::cbrt(h * omega / 2) + 27);
  CHECK(loose < tight - 8);
}

TEST_CASE("weights that cancel at small h cost no Chebyshev vectors and are no stagnation") {
  // The weights of pexprb43: 32.4 phi_3(0) = 129.6 phi_4(0), so what is left is far below either.
  // The tolerance allows errors relative to the sum of |weight|/k! |b|, whatever cancels; a tighter
  // one keeps more digits, down to those of the weighted functions themselves.
  const Eigen::Index n = 30;
  const Everything problem({Mass(Vec(Vec::Ones(n))), with_eigenvalues(Vec::LinSpaced(n, 0, 100))});
  Mat K;
  problem.stiffness({}, K);
  for (double tolerance : {1e-12, 1e-15})
    for (double h : {1e-2, 1e-4, 1e-6}) {
      const CountedProblem counted(problem);
      auto back_end = chebyshev(tolerance);
      back_end.init(counted, h);
      const int request = back_end.add({{{false}}, {{{{0, 3, 1, 32.4}, {0, 4, 1, -129.6}}, true}}});
      std::vector<phi::Pair> in{{Vec(), random_vector(n, 2)}}, out(1);
      REQUIRE(back_end.linearise(K, {}).ok());
      const long before = counted.work().stiffness_products;
      const Outcome outcome = back_end.evaluate(request, in, out);
      INFO("h = " << h << ": " << outcome.reason);
      REQUIRE(outcome.ok());
      CHECK(counted.work().stiffness_products - before <= 6);
      const phi::Pair b{Vec::Zero(n), in[0].v};
      const auto three = phi_oracle(problem.mass().matrix(), K, {}, 3, h, b),
                 four = phi_oracle(problem.mass().matrix(), K, {}, 4, h, b);
      const double error = (out[0].v - (32.4 * three.v - 129.6 * four.v)).norm();
      CHECK(error <= std::max(tolerance * (32.4 / 6 + 129.6 / 24) * b.v.norm(), 1e-13));
    }
}

TEST_CASE("spectrum estimates hold the spectrum, and see what is negative") {
  const Eigen::Index n = 80;
  for (double lowest : {0.0, -500.0}) {
    Vec eigenvalues = Vec::LinSpaced(n, 0, 1e4);
    eigenvalues[0] = lowest;
    const Everything problem({Mass(Vec(Vec::Ones(n))), with_eigenvalues(eigenvalues)});
    const CountedProblem counted(problem);
    Mat K;
    problem.stiffness({}, K);
    const auto interval = phi::estimate_spectrum(counted, K, random_vector(n, 500));
    CHECK(interval.high >= 1e4);
    CHECK(interval.high < 1.1e4);
    CHECK(interval.low <= 0.99 * lowest);
    CHECK(interval.low >= 1.05 * lowest - 50);
  }
}

TEST_CASE("a spectrum estimate ends at an invariant subspace, whatever round-off leaves there") {
  const Eigen::Index n = 60;
  const int distinct = GENERATE(1, 5, 16);
  Vec eigenvalues(n);
  for (Eigen::Index i = 0; i < n; ++i) eigenvalues[i] = 100 + 300 * (i % distinct);
  const Everything problem({Mass(Vec(Vec::Ones(n))), with_eigenvalues(eigenvalues)});
  Mat K;
  problem.stiffness({}, K);
  for (int start = 101; start <= 140; ++start) {
    const CountedProblem counted(problem);
    const auto interval = phi::estimate_spectrum(counted, K, random_vector(n, start));
    CHECK(counted.work().krylov_vectors == distinct);
    CHECK(interval.high >= eigenvalues.maxCoeff());
    CHECK(interval.high < 1.02 * eigenvalues.maxCoeff());
  }
}

// The soft part is ten decades below the stiff one: Lanczos ends before it knows it, and h^2 times
// its negative eigenvalues is far below 1.
TEST_CASE("Chebyshev is precise where the spectrum estimate does not resolve a soft part") {
  const Eigen::Index n = 40;
  Vec eigenvalues = Vec::LinSpaced(n, -5, 4);
  eigenvalues.head(n / 2).setConstant(1e10);
  const double h = 1e-3;
  const Everything problem({Mass(Vec(Vec::Ones(n))), with_eigenvalues(eigenvalues)});
  const CountedProblem counted(problem);
  Mat K;
  problem.stiffness({}, K);
  const auto interval = phi::estimate_spectrum(counted, K, random_vector(n, 500));
  CHECK(counted.work().krylov_vectors == 2);
  CHECK(interval.high >= 1e10);
  CHECK(interval.low > -5);
  auto back_end = chebyshev();
  back_end.init(counted, h);
  const int request = back_end.add(one_product());
  std::vector<phi::Pair> in{{random_vector(n, 1) / 1e5, random_vector(n, 2)}}, out(1);
  REQUIRE(back_end.linearise(K, {}).ok());
  REQUIRE(back_end.evaluate(request, in, out).ok());
  const auto truth = phi_oracle(problem.mass().matrix(), K, {}, 1, h, in[0]);
  CHECK((out[0].x - truth.x).norm() < 1e-10 * truth.x.norm());
  CHECK((out[0].v - truth.v).norm() < 1e-10 * truth.v.norm());
}

TEST_CASE("Chebyshev refuses damping") {
  const Mat identity = with_eigenvalues(Vec::Ones(3));
  CHECK_THAT(chebyshev().why_not_applicable(Everything({lumped_mass(3), identity, identity})),
             Contains("undamped"));
  CHECK(chebyshev().why_not_applicable(Everything({lumped_mass(3), identity})).empty());
}

}  // namespace chebyshev_tests
