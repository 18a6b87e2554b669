// Tests of fill-reducing orders, and of the counts of factorizations.

#include "integrators/kernels/linear/linear_solver.hpp"
#include "integrators/kernels/linear/symbolic/ordering.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

namespace ordering_tests {

using namespace stiffbench;

namespace {

Mat stiffness(const std::string& name, const Settings& settings) {
  return ProblemRegistry::instance().make(name, settings)->linear_stiffness();
}

}  // namespace

TEST_CASE("an order names every row once, and keeps the rows of a block together", "[linear]") {
  for (const auto& [name, settings, size] :
       {std::tuple("rotating_cube", Settings{{"cells", 5L}}, 3),
        std::tuple("fput", Settings{{"m", 50L}}, 1)}) {
    const Mat K = stiffness(name, settings);
    const BlockGraph graph(K);
    CHECK(graph.size == size);
    std::vector<int> order = fill_reducing_order(graph);
    for (std::size_t k = 0; k < order.size(); k += graph.size)
      for (int i = 0; i < graph.size; ++i) CHECK(order[k + i] == order[k] + i);
    std::ranges::sort(order);
    std::vector<int> all(K.rows());
    std::iota(all.begin(), all.end(), 0);
    CHECK(order == all);
  }
}

TEST_CASE("the entries of a factor are counted before they are computed", "[linear]") {
  const Mat K = stiffness("rotating_cube", {{"cells", 10L}});
  Columns S = K;
  for (int i = 0; i < S.rows(); ++i) S.coeffRef(i, i) *= 2;  // definite
  LinearSolver solver;
  Work work;
  REQUIRE(solver.factorize_definite(S, work).ok());
  const BlockGraph graph(K);
  const auto counted = [&](FactorOrder order) { return count_factor(graph, order).entries; };
  CHECK(counted(FactorOrder::best) == Approx(solver.entries()).epsilon(0.1));
  CHECK(counted(FactorOrder::minimum_degree) <= 2 * solver.entries());
  // Nested dissection is what halves the factors of bodies; it is asked for.
  CHECK(solver.entries() < 0.95 * counted(FactorOrder::minimum_degree));
}

}  // namespace ordering_tests
