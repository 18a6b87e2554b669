#include "integrators/phi/half_size/krylov.hpp"
#include "tests/integrators/phi/phi_oracle.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace half_size_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace {

phi::Phi made(const std::string& name, double tolerance) {
  phi::Phi back_end;
  back_end.choice = name;
  back_end.options.tolerance = tolerance;
  return back_end;
}

phi::Request one_product(int k = 1) { return {{{true}}, {{{{0, k, 1, 1}}, true}}}; }

/// cos(h sqrt(A)), from velocities to velocities.
phi::HalfSizeRequest cosine(double h = 1) {
  phi::HalfSizeRequest request{{phi::Part::velocity}, {phi::Part::velocity}, {{0, 0, h, 1}}, {}};
  request.functions = [h](const Eigen::ArrayXd& lambda, phi::HalfSizeRequest::Table& table) {
    table.values = (h * lambda.abs().sqrt()).cos();
    table.scale = Eigen::ArrayXd::Ones(1);
  };
  return request;
}

/// result = f(A) b for the only input and output of a request.
Outcome apply(phi::HalfSizeFunctions& functions, int handle, const Vec& b, Vec& result) {
  const Vec* from[] = {&b};
  Vec* to[] = {&result};
  return functions.evaluate(handle, from, to);
}

Everything diagonal_problem(const Vec& eigenvalues) {
  Mat K(eigenvalues.size(), eigenvalues.size());
  K = Mat(eigenvalues.asDiagonal());
  return Everything({Mass(Vec(Vec::Ones(eigenvalues.size()))), K});
}

}  // namespace

TEST_CASE("half-size back ends agree with each other within their tolerance") {
  const Eigen::Index n = 60;
  for (const auto& damping : {std::optional<Rayleigh>{}, std::optional(Rayleigh{2, 1e-4})}) {
    Everything::Data data{consistent_mass(n), with_eigenvalues(Vec::LinSpaced(n, 1, 1e4))};
    data.rayleigh = damping;
    if (damping) data.D = damping->mass * data.mass.matrix() + damping->stiffness * data.K;
    const Everything problem(std::move(data));
    Mat K, D;
    problem.stiffness({}, K);
    problem.damping({}, D);
    for (double tolerance : {1e-4, 1e-9}) {
      std::vector<phi::Pair> all;
      const phi::Pair b{random_vector(n, 1) / 100, random_vector(n, 2)};
      for (const auto& name : phi::half_size_names()) {
        const CountedProblem counted(problem);
        auto back_end = made(name, tolerance);
        REQUIRE(back_end.why_not_applicable(problem).empty());
        back_end.init(counted, 0.5);
        const int request = back_end.add(one_product());
        std::vector<phi::Pair> in{b}, out(1);
        REQUIRE(back_end.linearise(K, D).ok());
        REQUIRE(back_end.evaluate(request, in, out).ok());
        INFO(name << ", estimate " << back_end.report().error_estimate);
        CHECK(back_end.report().error_estimate <= 10 * tolerance);
        all.push_back(out[0]);
      }
      const double norm = std::sqrt(b.x.dot(K * b.x) + b.v.dot(problem.mass().matrix() * b.v));
      for (const auto& one : all)
        for (const auto& other : all) {
          const Vec x = one.x - other.x, v = one.v - other.v;
          CHECK(std::sqrt(x.dot(K * x) + v.dot(problem.mass().matrix() * v)) <
                20 * tolerance * norm);
        }
    }
  }
}

TEST_CASE("an unusable pole is indefinite, not another factorization") {
  const Eigen::Index n = 40;
  Vec eigenvalues = Vec::LinSpaced(n, 1, 1e4);
  eigenvalues[0] = -500;
  const Everything problem({Mass(Vec(Vec::Ones(n))), with_eigenvalues(eigenvalues)});
  Mat K;
  problem.stiffness({}, K);
  for (const double h : {0.1, 1.0}) {  // gamma = 0.1 h: 1 - 500 gamma^2 is 0.95, then -4
    const CountedProblem counted(problem);
    auto back_end = made("rational_lanczos", 1e-8);
    back_end.init(counted, h);
    back_end.add(one_product());
    const Outcome outcome = back_end.linearise(K, {});
    INFO(outcome.reason);
    CHECK(outcome.ok() == (h < 0.5));
    if (!outcome.ok()) {
      CHECK(outcome.status == Status::indefinite);
      CHECK_THAT(outcome.reason, Contains("pole"));
    }
    CHECK(counted.work().factorize == 1);
  }
}

TEST_CASE("a plateau of rational Lanczos is krylov_stagnated, and so is a cap on its solves") {
  const Eigen::Index n = 900;
  const Everything problem = diagonal_problem(Vec::LinSpaced(n, 1, 1e3).array().square());
  const Mat& K = problem.linear_stiffness();
  const CountedProblem counted(problem);
  auto back_end = made("rational_lanczos", 1e-4);
  back_end.init(counted, 1);
  const int request = back_end.add(one_product(0));
  std::vector<phi::Pair> in{{Vec::Zero(n), Vec::Ones(n)}}, out(1);
  REQUIRE(back_end.linearise(K, {}).ok());
  const Outcome outcome = back_end.evaluate(request, in, out);
  CHECK(outcome.status == Status::krylov_stagnated);
  CHECK(counted.work().solve == phi::rational_limit);
  CHECK(back_end.report().error_estimate > 1e-3);

  auto capped = phi::make_half_size("rational_lanczos");
  capped->init(counted, 1e-4);
  const int handle = capped->add(cosine());
  REQUIRE(capped->set_stiffness(K).ok());
  const Vec b = Vec::Ones(n);
  Vec result;
  for (const long most : {20, 23, 3}) {  // approximants are looked at after 12, 16, 20, 25
    capped->limit_vectors(most);
    const long before = counted.work().solve;
    CHECK(apply(*capped, handle, b, result).status == Status::krylov_stagnated);
    CHECK(counted.work().solve - before == (most == 3 ? 0 : 20));
  }
}

TEST_CASE("polynomial Lanczos that runs out of vectors is krylov_stagnated, and says how far off") {
  const Eigen::Index n = 400;
  const double omega = 1000;  // and h = 1: it takes 500 vectors
  const Everything problem = diagonal_problem(Vec::LinSpaced(n, 1, omega).array().square());
  const CountedProblem counted(problem);
  auto functions = phi::make_half_size("lanczos");
  functions->init(counted, 1e-6);
  const int handle = functions->add(cosine());
  REQUIRE(functions->set_stiffness(problem.linear_stiffness()).ok());
  const Vec b = random_vector(n, 3);
  Vec result;
  functions->limit_vectors(200);
  const long before = counted.work().stiffness_products;
  const Outcome outcome = apply(*functions, handle, b, result);
  CHECK(outcome.status == Status::krylov_stagnated);
  CHECK_THAT(outcome.reason, Contains("Lanczos vectors the error is still") &&
                                 Contains("take a smaller step, or chebyshev"));
  CHECK(functions->error_estimate() > 0.1);
  CHECK(counted.work().stiffness_products - before <= 200);
  CHECK(counted.work().stiffness_products - before > 200 * 3 / 4);
  functions->limit_vectors(phi::lanczos_limit);
  CHECK(apply(*functions, handle, b, result).ok());
}

TEST_CASE("the error estimate of Lanczos is a bound, and not far above the error") {
  // Slow modes side by side, and so little in stiff ones that nothing but they is seen for long:
  // approximants then hardly move and have far to go.
  const Eigen::Index n = 200, slow = 20;
  const double omega = 1000;
  std::vector<double> pessimism;
  for (const char* name : {"lanczos", "rational_lanczos"})
    for (const double slowest : {1.0, 30.0})
      for (const double gap : {0.05, 0.3})
        for (const double h : {0.01, 0.3, 1.0})
          for (const double tolerance : {1e-2, 1e-4, 1e-6})
            for (const double stiff_part : {1.0, 0.1, 0.03, 1e-3}) {
              Vec frequencies(n), b = Vec::Constant(n, stiff_part * tolerance);
              if (stiff_part == 1) b.setOnes();
              b.head(slow).setOnes();
              for (Eigen::Index i = 0; i < slow; ++i)
                frequencies[i] = slowest * (1 + static_cast<double>(i) / slow);
              frequencies.tail(n - slow).setLinSpaced(gap * omega, omega);
              const Everything problem = diagonal_problem(frequencies.array().square());
              const CountedProblem counted(problem);
              auto functions = phi::make_half_size(name);
              functions->init(counted, tolerance);
              const int handle = functions->add(cosine(h));
              REQUIRE(functions->set_stiffness(problem.linear_stiffness()).ok());
              Vec result;
              const Outcome outcome = apply(*functions, handle, b, result);
              INFO(name << ", slowest " << slowest << ", gap " << gap << ", h " << h
                        << ", tolerance " << tolerance << ", stiff part " << stiff_part << ": "
                        << outcome.reason);
              if (!outcome.ok()) {  // where stiff modes hold more than the tolerance
                CHECK(name == std::string("rational_lanczos"));
                CHECK(stiff_part == 1);
                continue;
              }
              const Vec exact = (h * frequencies).array().cos() * b.array();
              const double error = (result - exact).norm() / b.norm(),
                           estimate = functions->error_estimate();
              CHECK(error <= estimate);
              CHECK(estimate <= 1.1 * tolerance);
              if (error > 1e-10) pessimism.push_back(estimate / error);
            }
  REQUIRE(pessimism.size() > 100);
  std::nth_element(pessimism.begin(), pessimism.begin() + 50, pessimism.end());
  CHECK(pessimism[50] == Approx(1.7).epsilon(0.3));
}

TEST_CASE("a tolerance below round-off is said, not met in silence") {
  // x in the slowest mode, whose x' K x is 1e-12 of omega_max^2 x' M x
  const Eigen::Index n = 50;
  Vec eigenvalues = Vec::LinSpaced(n, 1e5, 1e6);
  eigenvalues[0] = 1e-6;
  const Mat K = Mat(eigenvalues.asDiagonal());
  const Everything problem({Mass(Vec(Vec::Ones(n))), K});
  for (const auto& name : phi::half_size_names())
    for (const double tolerance : {1e-6, 1e-13}) {
      const CountedProblem counted(problem);
      auto back_end = made(name, tolerance);
      back_end.init(counted, 0.05);
      const int request = back_end.add(one_product());
      Vec x = Vec::Zero(n);
      x[0] = 1;
      std::vector<phi::Pair> in{{x, Vec::Zero(n)}}, out(1);
      REQUIRE(back_end.linearise(K, {}).ok());
      const Outcome outcome = back_end.evaluate(request, in, out);
      INFO(name << " at " << tolerance << ": " << outcome.reason);
      CHECK(outcome.ok() == (tolerance > 1e-10));
      if (!outcome.ok()) CHECK_THAT(outcome.reason, Contains("round-off"));
    }
}

TEST_CASE("round-off in slow modes grows like the square of the step, and is said") {
  const Eigen::Index n = 50;
  Vec eigenvalues = Vec::LinSpaced(n, 1e5, 1e6);
  eigenvalues[0] = 1e-6;
  const Everything problem = diagonal_problem(eigenvalues);
  Vec b = Vec::Zero(n), result;
  b[0] = 1;
  for (const char* name : {"chebyshev", "dense"})
    for (const double h : {0.05, 2.0}) {  // (h omega_max)^2 roundings: 6e-13, 9e-10
      const CountedProblem counted(problem);
      auto functions = phi::make_half_size(name);
      functions->init(counted, 1e-12);
      const int handle = functions->add(cosine(h));
      REQUIRE(functions->set_stiffness(problem.linear_stiffness()).ok());
      const Outcome outcome = apply(*functions, handle, b, result);
      INFO(name << " with h = " << h << ": " << outcome.reason);
      CHECK(outcome.ok() == (h < 1));
      if (!outcome.ok()) CHECK_THAT(outcome.reason, Contains("round-off"));
    }
}

TEST_CASE("Chebyshev foretells its products") {
  const Eigen::Index n = 60;
  const Everything problem({Mass(Vec(Vec::Ones(n))), with_eigenvalues(Vec::LinSpaced(n, 1, 1e4))});
  const CountedProblem counted(problem);
  Mat K;
  problem.stiffness({}, K);
  auto functions = phi::make_half_size("chebyshev");
  functions->init(counted, 1e-8);
  const int handle = functions->add(cosine());
  REQUIRE(functions->set_stiffness(K).ok());
  const auto ahead = functions->products_ahead(handle);
  REQUIRE(ahead);
  const long before = counted.work().stiffness_products;
  const Vec b = random_vector(n, 3);
  Vec result;
  REQUIRE(apply(*functions, handle, b, result).ok());
  CHECK(counted.work().stiffness_products - before == *ahead);
}

}  // namespace half_size_tests
