#include "integrators/phi/first_order/square_root.hpp"
#include "integrators/phi/phi.hpp"
#include "integrators/phi/sweeps.hpp"
#include "tests/integrators/phi/phi_oracle.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <catch2/catch.hpp>

namespace first_order_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace {

using phi::Formulation;
using phi::InnerProduct;
using phi::RootMethod;

const InnerProduct inner_products[] = {InnerProduct::scaled, InnerProduct::energy,
                                       InnerProduct::euclidean};

std::vector<std::string> processes() {
  std::vector<std::string> names = phi::backend_names();
  std::erase_if(names,
                [](const auto& name) { return !phi::make_backend(name)->facts().first_order; });
  return names;
}

phi::Phi process(const std::string& name, InnerProduct inner_product = InnerProduct::automatic,
                 double tolerance = 1e-9, Formulation formulation = Formulation::position) {
  phi::Phi back_end;
  back_end.choice = name;
  back_end.options.inner_product = inner_product;
  back_end.options.tolerance = tolerance;
  back_end.options.formulation = formulation;
  return back_end;
}

/// The energy norm; K definite.
double norm(const Everything& problem, const phi::Pair& b) {
  return std::sqrt(b.x.dot(problem.linear_stiffness() * b.x) +
                   b.v.dot(problem.mass().matrix() * b.v));
}

/// What the oracle says to a request, and what phi::Options measures errors of the outputs by.
struct Truth {
  std::vector<phi::Pair> outputs;
  std::vector<double> scales;
};

Truth truth_of(const Everything& problem, double h, const phi::Request& request,
               const std::vector<phi::Pair>& in) {
  const Mat &K = problem.linear_stiffness(), &M = problem.mass().matrix();
  Truth truth;
  for (const auto& output : request.outputs) {
    phi::Pair sum{Vec::Zero(K.rows()), Vec::Zero(K.rows())};
    double scale = 0;
    for (const auto& term : output.terms) {
      phi::Pair b = in[term.input];
      if (!request.inputs[term.input].position) b.x.setZero(K.rows());
      if (norm(problem, b) == 0) continue;
      const auto part = phi_oracle(M, K, problem.D(), term.k, term.c * h, b);
      sum.x += term.weight * part.x;
      sum.v += term.weight * part.v;
      scale += std::abs(term.weight) / std::tgamma(term.k + 1) * norm(problem, b);
    }
    truth.outputs.push_back(std::move(sum));
    truth.scales.push_back(scale);
  }
  return truth;
}

/// phi_0 to phi_4 together, several stops, a vector (0, r), and one that is zero.
phi::Request everything() {
  return {{{true}, {false}, {true}},
          {{{{0, 0, 1, 1}}, true},
           {{{0, 1, 1, 0.5}}, true},
           {{{0, 1, 0.25, 0.25}}, true},
           {{{0, 1, 0.75, 1}, {1, 3, 0.75, -6}, {1, 4, 0.75, 20}}, true},
           {{{0, 2, 1, 3}, {2, 2, 1, 5}, {1, 3, 1, 2}, {1, 4, 1, -7}}, true}}};
}

std::vector<phi::Pair> inputs(Eigen::Index n, double omega, double size) {
  return {{size / omega * random_vector(n, 1), size * random_vector(n, 2)},
          {Vec(), size * random_vector(n, 4)},
          {Vec::Zero(n), Vec::Zero(n)}};
}

}  // namespace

TEST_CASE("first-order Krylov processes keep their tolerance through many substeps") {
  // |b| from 1e-8 to 1e8: their papers' tests are absolute, and one product was once enough.
  const Eigen::Index n = 16;
  for (const bool consistent : {false, true})
    for (const bool damped : {false, true})
      for (const double h : {0.01, 0.2}) {
        Everything::Data data{consistent ? consistent_mass(n) : lumped_mass(n),
                              with_eigenvalues(Vec::LinSpaced(n, 1, 1e6))};
        if (damped) data.D = with_eigenvalues(Vec::LinSpaced(n, 0, 30), 90);
        const Everything problem(std::move(data));
        Mat K, D;
        problem.stiffness({}, K);
        problem.damping({}, D);
        const Truth truth = truth_of(problem, h, everything(), inputs(n, 1e3, 1));
        for (const auto& name : processes())
          for (const InnerProduct product : inner_products)
            for (const double size : {1e-8, 1e8}) {
              const CountedProblem counted(problem);
              auto back_end = process(name, product);
              back_end.init(counted, h);
              const int handle = back_end.add(everything());
              REQUIRE(back_end.linearise(K, D).ok());
              const auto in = inputs(n, 1e3, size);
              std::vector<phi::Pair> out(everything().outputs.size());
              const Outcome outcome = back_end.evaluate(handle, in, out);
              INFO(name << " " << name_of(product) << ", damped " << damped << ", consistent "
                        << consistent << ", h " << h << ": " << outcome.reason);
              if (product != InnerProduct::euclidean) CHECK(outcome.ok());
              if (!outcome.ok()) continue;
              CHECK(back_end.report().error_estimate < 1e-8);
              for (std::size_t o = 0; o < out.size(); ++o) {
                const phi::Pair& exact = truth.outputs[o];
                const phi::Pair rest{out[o].x / size - exact.x, out[o].v / size - exact.v};
                CHECK(norm(problem, rest) < 1e-8 * truth.scales[o]);
              }
            }
      }
}

TEST_CASE("a request becomes as few sweeps as its solutions allow") {
  // exprb42: two fractions of one solution, phi_1 of the same slope
  const auto stages =
      phi::make_sweeps({{{true}}, {{{{0, 1, 1, 0.1}}, true}, {{{0, 1, 0.75, 0.075}}, false}}});
  REQUIRE(stages.size() == 1);
  REQUIRE(stages[0].stops.size() == 2);
  CHECK(stages[0].stops[0].c == 0.75);
  CHECK(stages[0].stops[1].c == 1);
  CHECK(stages[0].loads.size() == 1);
  // phi_3 with weights that do not go with c^3 as phi_1's go with c
  CHECK(phi::make_sweeps(
            {{{true}},
             {{{{0, 1, 1, 1}, {0, 3, 1, 1}}, true}, {{{0, 1, 0.5, 0.5}, {0, 3, 0.5, 0.5}}, true}}})
            .size() == 2);
  // weights that cancel leave nothing to do
  CHECK(phi::make_sweeps({{{true}}, {{{{0, 1, 1, 1}, {0, 1, 1, -1}}, true}}}).empty());
}

TEST_CASE("a second stop costs a first-order process next to nothing") {
  const Eigen::Index n = 60;
  const Everything problem({lumped_mass(n), with_eigenvalues(Vec::LinSpaced(n, 1, 1e6))});
  Mat K;
  problem.stiffness({}, K);
  for (const auto& name : processes()) {
    auto products = [&](const phi::Request& request) {
      const CountedProblem counted(problem);
      auto back_end = process(name);
      back_end.init(counted, 0.2);
      const int handle = back_end.add(request);
      REQUIRE(back_end.linearise(K, {}).ok());
      std::vector<phi::Pair> out(request.outputs.size());
      const std::vector<phi::Pair> one{inputs(n, 1e3, 1)[0]};
      REQUIRE(back_end.evaluate(handle, one, out).ok());
      CHECK(back_end.report().vectors > 100);
      return back_end.report().products;
    };
    const long single = products({{{true}}, {{{{0, 1, 1, 1}}, true}}});
    const long two = products({{{true}}, {{{{0, 1, 1, 1}}, true}, {{{0, 1, 0.75, 0.75}}, true}}});
    INFO(name << ": " << single << " and " << two << " products");
    CHECK(two < 1.1 * single);
  }
}

TEST_CASE("the energy inner product refuses an indefinite K, and the others take it") {
  const Eigen::Index n = 20;
  Vec eigenvalues = Vec::LinSpaced(n, 10, 1000);
  eigenvalues[0] = -40;
  const Everything problem({consistent_mass(n), with_eigenvalues(eigenvalues)});
  Mat K;
  problem.stiffness({}, K);
  const phi::Request request{{{true}}, {{{{0, 1, 1, 1}}, true}}};
  for (const auto& name : processes())
    for (const InnerProduct product : inner_products) {
      const CountedProblem counted(problem);
      auto back_end = process(name, product);
      back_end.init(counted, 0.3);
      const int handle = back_end.add(request);
      Outcome outcome = back_end.linearise(K, {});
      const std::vector<phi::Pair> in{{random_vector(n, 1) / 30, random_vector(n, 2)}};
      std::vector<phi::Pair> out(1);
      if (outcome.ok()) outcome = back_end.evaluate(handle, in, out);
      INFO(name << " " << name_of(product) << ": " << outcome.reason);
      if (product == InnerProduct::energy) {
        CHECK(outcome.status == Status::indefinite);
        continue;
      }
      REQUIRE(outcome.ok());
      const auto wanted = phi_oracle(problem.mass().matrix(), K, {}, 1, 0.3, in[0]);
      CHECK((out[0].v - wanted.v).lpNorm<Eigen::Infinity>() < 1e-7);
    }
}

TEST_CASE("a tolerance below round-off is stagnation, and said with numbers") {
  const Eigen::Index n = 30;
  const Everything problem({lumped_mass(n), with_eigenvalues(Vec::LinSpaced(n, 1, 1e8))});
  Mat K;
  problem.stiffness({}, K);
  for (const auto& name : processes()) {
    const CountedProblem counted(problem);
    auto back_end = process(name, InnerProduct::automatic, 1e-15);
    back_end.init(counted, 0.1);
    const int handle = back_end.add({{{true}}, {{{{0, 0, 1, 1}}, true}}});
    REQUIRE(back_end.linearise(K, {}).ok());
    std::vector<phi::Pair> out(1);
    const std::vector<phi::Pair> one{inputs(n, 1e4, 1)[0]};
    const Outcome outcome = back_end.evaluate(handle, one, out);
    CHECK(outcome.status == Status::krylov_stagnated);
    CHECK_THAT(outcome.reason, Contains("vectors") && Contains("round-off"));
    CHECK_FALSE(back_end.report().converged);
  }
}

TEST_CASE("Arnoldi in (x, v) with the energy inner product is Arnoldi in (Omega x, v)") {
  const Eigen::Index n = 40;
  const double omega = 1e5, h = 4 / omega;
  const Vec eigenvalues = Vec::LinSpaced(n, 0, std::log(1e10)).array().exp();
  for (const bool consistent : {false, true}) {
    const Mass mass = consistent ? consistent_mass(n) : Mass(Vec(Vec::Constant(n, 0.7)));
    const Everything problem({mass, with_eigenvalues(eigenvalues)});
    Mat K;
    problem.stiffness({}, K);
    const phi::Request request{{{true}}, {{{{0, 0, 1, 1}}, true}, {{{0, 1, 1, 1}}, true}}};
    for (const auto& name : processes()) {
      std::vector<std::vector<phi::Pair>> results;
      const std::vector<phi::Pair> in{{random_vector(n, 1) / omega, random_vector(n, 2)}};
      for (const auto formulation : {Formulation::position, Formulation::sqrt}) {
        const CountedProblem counted(problem);
        const bool root = formulation == Formulation::sqrt;
        auto back_end =
            process(name, root ? InnerProduct::euclidean : InnerProduct::energy, 1e-8, formulation);
        back_end.init(counted, h);
        const int handle = back_end.add(request);
        Outcome outcome = back_end.linearise(K, {});
        results.emplace_back(2);
        if (outcome.ok()) outcome = back_end.evaluate(handle, in, results.back());
        INFO(name << " " << name_of(formulation) << ": " << outcome.reason);
        REQUIRE(outcome.ok());
      }
      for (std::size_t o = 0; o < 2; ++o) {
        const Vec dx = results[0][o].x - results[1][o].x, dv = results[0][o].v - results[1][o].v;
        const double size =
            std::sqrt(in[0].x.dot(K * in[0].x) + in[0].v.dot(mass.matrix() * in[0].v));
        CHECK(std::sqrt(dx.dot(K * dx) + dv.dot(mass.matrix() * dv)) <= 1e-9 * size);
      }
    }
  }
}

TEST_CASE("Newton's square root loses the digits that the other two keep") {
  const Eigen::Index n = 30;
  for (const double condition : {4.0, 1e4, 1e10}) {
    const Mat K = with_eigenvalues(Vec::LinSpaced(n, 0, std::log(condition)).array().exp());
    const Eigen::MatrixXd A = K;
    for (const auto method : {RootMethod::eigen, RootMethod::denman_beavers, RootMethod::newton}) {
      phi::SquareRoot root;
      const Outcome outcome = phi::square_root(A, method, root);
      INFO(name_of(method) << " at condition " << condition << ": residual " << root.residual << " "
                           << outcome.reason);
      const bool newton = method == RootMethod::newton;
      if (newton && condition > 1e3) {
        CHECK((!outcome.ok() || root.residual > 1e-7));
        continue;
      }
      REQUIRE(outcome.ok());
      CHECK(root.residual < 1e-9);
    }
    const Everything problem({Mass(Vec(Vec::Ones(n))), K});
    const CountedProblem counted(problem);
    auto back_end = process("kiops", InnerProduct::automatic, 1e-8, Formulation::sqrt);
    back_end.options.square_root = RootMethod::newton;
    back_end.init(counted, 1 / std::sqrt(condition));
    const int handle = back_end.add({{{true}}, {{{{0, 1, 1, 1}}}}});
    Outcome outcome = back_end.linearise(K, {});
    const std::vector<phi::Pair> in{{Vec::Ones(n), Vec::Ones(n)}};
    std::vector<phi::Pair> out(1);
    if (outcome.ok()) outcome = back_end.evaluate(handle, in, out);
    CHECK(outcome.ok() == (condition < 10));
    if (!outcome.ok()) CHECK(outcome.status == Status::krylov_stagnated);
  }
}

TEST_CASE("what the first-order options cannot do is refused") {
  const Mat identity = with_eigenvalues(Vec::Ones(3));
  const Everything problem({lumped_mass(3), identity});
  CHECK_THAT(
      process("kiops", InnerProduct::energy, 1e-6, Formulation::sqrt).why_not_applicable(problem),
      Contains("euclidean"));
  auto back_end = process("phipm");
  back_end.options.square_root = RootMethod::newton;
  CHECK_THAT(back_end.why_not_applicable(problem), Contains("formulation = sqrt"));
  // zero modes: Omega has no inverse
  const Everything singular({lumped_mass(3), with_eigenvalues(Vec::LinSpaced(3, 0, 2))});
  const CountedProblem counted(singular);
  auto root = process("phipm_simul_iom2", InnerProduct::automatic, 1e-6, Formulation::sqrt);
  root.init(counted, 0.1);
  CHECK(root.linearise(singular.linear_stiffness(), {}).status == Status::indefinite);
}

}  // namespace first_order_tests
