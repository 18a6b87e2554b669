#include "integrators/kernels/iterative/conjugate_gradients.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/registry.hpp"
#include "tests/base/thread_guard.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <memory>

namespace conjugate_gradients_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

constexpr long plenty = 10000;

/// The matrix M + h^2 K of a problem at its start, and a right-hand side that has all modes.
struct System {
  System(const std::string& name, const Settings& settings, double h) {
    const auto problem = ProblemRegistry::instance().make(name, settings);
    Mat K;
    projected_stiffness(*problem, problem->start(), K);
    const Term terms[] = {{&problem->mass().matrix(), 1}, {&K, h * h}};
    S = SparseSum().assemble(problem->dof(), terms);
    block_size = problem->block_size();
    b = Vec::LinSpaced(S.rows(), 0, 1e4).array().sin();
    Work work;
    LinearSolver direct;
    REQUIRE(direct.factorize_definite(S, work).ok());
    direct.solve(b, exact, work);
  }
  double norm(const Vec& x) const { return std::sqrt(x.dot(S * x)); }

  Columns S;
  int block_size;
  Vec b, exact;
};

System cube() { return {"rotating_cube", {{"cells", 4L}}, 1. / 30}; }

Columns diagonal(const Vec& entries) {
  Columns S(entries.size(), entries.size());
  for (int i = 0; i < entries.size(); ++i) S.insert(i, i) = entries[i];
  S.makeCompressed();
  return S;
}

}  // namespace

TEST_CASE("conjugate gradients stop at the accuracy, in the energy norm", "[pcg]") {
  const auto [name, settings, h] = GENERATE(table<std::string, Settings, double>(
      {{"rotating_cube", {{"cells", 4L}}, 1. / 30},
       {"rotating_cube", {{"cells", 4L}, {"poisson", 0.49}}, 1. / 30},
       {"beam", {}, 0.1},  // consistent masses
       {"fput", {{"m", 100L}}, 0.5}}));
  const System system(name, settings, h);
  const auto preconditioner = GENERATE(Preconditioner::block_jacobi, Preconditioner::block_ic);
  const bool is_ic = preconditioner == Preconditioner::block_ic;
  if (is_ic && system.block_size == 1) return;
  ConjugateGradients gradients;
  gradients.init(preconditioner);
  REQUIRE(gradients.assign(system.S, system.block_size).ok());
  long before = 0;
  const bool absolute = GENERATE(false, true);
  for (const double accuracy : {1e-2, 1e-4, 1e-8}) {
    INFO(name << ", accuracy " << accuracy);
    Work work;
    Vec x;
    const double size = system.norm(system.exact);
    const Accuracy enough = absolute ? Accuracy{0, accuracy * size} : Accuracy{accuracy, 0};
    REQUIRE(gradients.solve(system.b, enough, plenty, x, work).ok());
    const auto error = [&] { return system.norm(x - system.exact) / size; };
    CHECK(error() <= 2 * accuracy);
    CHECK(gradients.error() <= accuracy * size);
    // An estimate that is too cautious costs products.
    long least = 0;
    do {
      REQUIRE(least < 500);  // a wrong step would never reach the accuracy
      Work unused;
      CHECK_FALSE(gradients.solve(system.b, {}, ++least, x, unused).ok());
    } while (error() > accuracy);
    CHECK(work.stiffness_products <= 1.3 * double(least) + 2);
    CHECK(work.stiffness_products > before);
    if (!is_ic) CHECK(work.factorize + work.solve == 0);
    before = work.stiffness_products;
  }
}

TEST_CASE("conjugate gradients start from the best vector in the span of a basis", "[pcg]") {
  const System system = cube();
  ConjugateGradients gradients;
  gradients.init(Preconditioner::block_jacobi);
  REQUIRE(gradients.assign(system.S, 3).ok());
  const auto products = [&](std::span<const Vec> basis, double accuracy) {
    Work work;
    Vec x;
    REQUIRE(gradients.solve(system.b, {accuracy, 0}, plenty, x, work, basis).ok());
    CHECK(system.norm(x - system.exact) <= 2 * accuracy * system.norm(system.exact));
    return work.stiffness_products;
  };
  const long without = products({}, 1e-4);
  const Vec other = Vec::Random(system.b.size());
  const std::vector<Vec> span{system.exact + other, other};
  CHECK(products(span, 1e-4) == without);  // the first one shows what a start from zero takes
  // One product for each vector of the basis, and the five that an estimate of the error takes.
  CHECK(products(span, 1e-4) == 7);
  const std::vector<Vec> near{system.exact + 1e-2 * other};
  CHECK(products(near, 1e-4) < without);
  // Vectors that depend on each other, of any length, and the zero vector are no obstacle.
  const std::vector<Vec> dependent{1e20 * other, 1e-20 * other, Vec(0 * other)};
  CHECK(products(dependent, 1e-4) <= without + 5);
  Work work;
  Vec x;
  REQUIRE(gradients.solve(Vec::Zero(other.size()), {1e-4, 0}, plenty, x, work, span).ok());
  CHECK(work.stiffness_products == 0);
  CHECK(x.isZero(0));
}

TEST_CASE("conjugate gradients have the same digits with any number of threads", "[pcg]") {
  const auto [name, settings, weight] = GENERATE(table<std::string, Settings, double>(
      {{"cloth", {{"cells", 70L}}, 1e-3},
       {"duffing_chain", {{"n", 25000L}}, 1000}}));  // 3x3 blocks, and none
  INFO(name);
  const auto problem = ProblemRegistry::instance().make(name, settings);
  Mat K;
  projected_stiffness(*problem, problem->start(), K);
  const Vec b = Vec::LinSpaced(problem->dof(), 0, 1e4).array().sin();
  REQUIRE(b.size() > 24000);  // two chunks for each of three threads
  test::with_any_threads([&, weight = weight] {
    const Term terms[] = {{&problem->mass().matrix(), 1}, {&K, weight}};
    const Columns S = SparseSum().assemble(b.size(), terms);
    ConjugateGradients gradients;
    gradients.init(Preconditioner::block_jacobi);
    REQUIRE(gradients.assign(S, problem->block_size()).ok());
    Work work;
    Vec x, aided;
    const std::vector<Vec> basis{b, b.reverse()};
    REQUIRE(gradients.solve(b, {1e-3, 0}, plenty, x, work, basis).ok());
    REQUIRE(work.stiffness_products > 16);  // from which on a basis is used
    REQUIRE(gradients.solve(b, {1e-2, 0}, plenty, aided, work, basis).ok());
    return std::vector<Vec>{S.coeffs().matrix(), x, aided};
  });
}

TEST_CASE("a sum of matrices is solved with as the assembled one", "[pcg]") {
  const auto problem = ProblemRegistry::instance().make("rotating_cube", {{"cells", 4L}});
  Mat K;
  projected_stiffness(*problem, problem->start(), K);
  const double h = 1. / 30;
  const System system = cube();
  ConjugateGradients assembled, summed;
  REQUIRE(assembled.assign(system.S, 3).ok());
  const Vec& mass = problem->mass().diagonal();
  REQUIRE(summed.assign({.K = &K, .k = h * h, .diagonal = &mass, .m = 1}).ok());
  Work a, b;
  Vec x, y;
  REQUIRE(assembled.solve(system.b, {1e-6, 0}, plenty, x, a).ok());
  REQUIRE(summed.solve(system.b, {1e-6, 0}, plenty, y, b).ok());
  CHECK(a.stiffness_products == b.stiffness_products);
  CHECK((x - y).norm() <= 1e-10 * x.norm());
  // Matrices without definite diagonal blocks, and those with numbers that are not finite, are
  // told.
  CHECK(summed.assign({.K = &K, .k = -h * h, .diagonal = &mass, .m = 1}).status ==
        Status::indefinite);
  K.coeffs()[0] = std::numeric_limits<double>::quiet_NaN();
  CHECK(summed.assign({.K = &K, .k = h * h, .diagonal = &mass, .m = 1}).status == Status::diverged);
}

TEST_CASE("diagonal blocks alone are solved with at once", "[pcg]") {
  const auto cube = ProblemRegistry::instance().make("rotating_cube", {{"cells", 2L}});
  Mat K = cube->linear_stiffness();
  K.prune([](Eigen::Index row, Eigen::Index column, double) { return row / 3 == column / 3; });
  const Columns S = K;
  const Vec b = Vec::LinSpaced(S.rows(), 1, 2);
  for (const int block_size : {1, 3}) {
    ConjugateGradients gradients;
    REQUIRE(gradients.assign(block_size == 3 ? S : diagonal(Vec(S.diagonal())), block_size).ok());
    Work work;
    Vec x;
    REQUIRE(gradients.solve(b, {1e-12, 0}, plenty, x, work).ok());
    CHECK(work.stiffness_products <= 2);
    const Vec product = block_size == 3 ? Vec(S * x) : Vec(S.diagonal().cwiseProduct(x));
    CHECK((product - b).norm() <= 1e-12 * b.norm());
  }
}

TEST_CASE("a right-hand side of zero takes no product", "[pcg]") {
  const System system = cube();
  ConjugateGradients gradients;
  REQUIRE(gradients.assign(system.S, 3).ok());
  Work work;
  Vec x = system.b;
  REQUIRE(gradients.solve(0 * system.b, {}, plenty, x, work).ok());
  CHECK(x.isZero(0));
  CHECK(work.stiffness_products == 0);
  CHECK(gradients.error() == 0);
}

TEST_CASE("conjugate gradients fail aloud", "[pcg]") {
  ConjugateGradients gradients;
  Work work;
  Vec x;
  SECTION("a negative diagonal") {
    CHECK(gradients.assign(diagonal(Eigen::Vector3d(1, -1, 1)), 1).status == Status::indefinite);
  }
  SECTION("an indefinite diagonal block") {
    System system = cube();
    system.S.coeffRef(0, 1) = system.S.coeffRef(1, 0) = 2 * system.S.coeff(0, 0);
    CHECK(gradients.assign(system.S, 3).status == Status::indefinite);
  }
  SECTION("a direction of negative curvature") {
    Columns S = diagonal(Eigen::Vector3d(1, 1, 1));
    S.coeffRef(0, 1) = S.coeffRef(1, 0) = 2;
    S.makeCompressed();
    REQUIRE(gradients.assign(S, 1).ok());
    const Outcome outcome = gradients.solve(Eigen::Vector3d(1, -1, 0), {}, plenty, x, work);
    CHECK(outcome.status == Status::indefinite);
    CHECK_THAT(outcome.reason, Contains("negative curvature"));
  }
  SECTION("too few products") {
    const System system = cube();
    REQUIRE(gradients.assign(system.S, 3).ok());
    const Outcome outcome = gradients.solve(system.b, {1e-8, 0}, 7, x, work);
    CHECK(outcome.status == Status::krylov_stagnated);
    CHECK_THAT(outcome.reason, Contains("7 products") && Contains("1.0e-08"));
    CHECK(work.stiffness_products == 7);
  }
  SECTION("numbers that are not finite") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(gradients.assign(diagonal(Eigen::Vector3d(1, nan, 1)), 1).status == Status::diverged);
    REQUIRE(gradients.assign(diagonal(Eigen::Vector3d(1, 2, 1)), 1).ok());
    const Outcome outcome = gradients.solve(Eigen::Vector3d(1, nan, 1), {}, plenty, x, work);
    CHECK(outcome.status == Status::diverged);
  }
}

TEST_CASE("a copy of conjugate gradients has a matrix of its own", "[pcg]") {
  const System system("fput", {{"m", 20L}}, 0.1);
  auto first = std::make_unique<ConjugateGradients>();
  REQUIRE(first->assign(system.S, 1).ok());
  ConjugateGradients copy = *first;
  REQUIRE(first->assign(2 * system.S, 1).ok());
  first.reset();
  Work work;
  Vec x;
  REQUIRE(copy.solve(system.b, {1e-12, 0}, plenty, x, work).ok());
  CHECK(system.norm(x - system.exact) <= 1e-11 * system.norm(system.exact));
}

}  // namespace conjugate_gradients_tests
