#include "integrators/phi/half_size/chebyshev_recurrence.hpp"
#include "tests/integrators/instruction_set_guard.hpp"
#include "tests/integrators/kernels/linear/random_blocks.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <catch2/catch.hpp>

namespace recurrence_tests {

using namespace stiffbench;
using namespace stiffbench::test;

namespace {

/// What a recurrence of this degree ends with, and its work.
struct Result {
  Vec energies, norms;
  std::vector<Vec> sums, last;
  long products = 0;
};

Result run(Cloned<phi::ChebyshevRecurrence> recurrence, const CountedProblem& problem, const Mat& K,
           const phi::Expansion& expansion, const std::vector<Vec>& inputs, Eigen::Index outputs,
           int degree) {
  const Eigen::Index count = std::ssize(inputs);
  Result result{Vec(count), Vec(count), std::vector<Vec>(outputs), std::vector<Vec>(count)};
  const long before = problem.work().stiffness_products;
  recurrence->set_stiffness(K);
  std::vector<const Vec*> in;
  for (const Vec& input : inputs) in.push_back(&input);
  for (int pass = 0; pass < 2; ++pass) {  // what the first left must not matter to the second
    recurrence->start(0, in, outputs);
    recurrence->energies(result.energies);
    for (int k = 0; k < degree; k += 7)
      recurrence->advance(expansion, {-9, 30}, k, std::min(7, degree - k));
    if (degree % 2 == 0) recurrence->add_last(expansion, degree);
  }
  recurrence->norms(result.norms);
  for (Eigen::Index o = 0; o < outputs; ++o) recurrence->sum(o, result.sums[o]);
  for (Eigen::Index i = 0; i < count; ++i) recurrence->vector(i, result.last[i]);
  result.products = problem.work().stiffness_products - before;
  return result;
}

double difference(const Vec& a, const Vec& b) { return (a - b).norm() / b.norm(); }

}  // namespace

TEST_CASE("the fused recurrence is the plain one to 1e-12, in every instruction set") {
  std::mt19937 random(2);
  constexpr int nodes = 600, n = 3 * nodes;
  // Masses: all one, one in each row of blocks, one in each row.
  const Vec ones = Vec::Ones(n), rows = lumped_mass(n).diagonal();
  Vec blocks = rows;
  for (Eigen::Index i = 0; i < n; ++i) blocks[i] = rows[i / 3 * 3];
  for (const Vec& mass : {ones, blocks, rows})
    for (const bool skew : {false, true})
      for (const int inputs : {1, 2, 3, 6})
        for (const int outputs : {1, 2, 5}) {
          const int degree = 40 + inputs;
          const Mat K = random_blocks(nodes, 5, skew, random);
          const Everything problem({.mass = Mass(mass), .K = K, .block_size = 3});
          const CountedProblem counted(problem);
          phi::Expansion expansion;
          expansion.shares.setRandom(degree + 1, inputs * outputs);
          std::vector<Vec> in;
          for (int i = 0; i < inputs; ++i)
            in.push_back(random_vector(n, static_cast<unsigned>(i + 1)));
          const Result plain =
              run(phi::plain_recurrence(counted), counted, K, expansion, in, outputs, degree);
          for (const std::string& set : instruction_sets()) {
            CAPTURE(set, skew, inputs, outputs, mass[0], mass[1]);
            const InstructionSetGuard guard(set);
            const Result fused =
                run(phi::fused_recurrence(counted), counted, K, expansion, in, outputs, degree);
            CHECK(fused.products == plain.products);
            CHECK(difference(fused.energies, plain.energies) < 1e-12);
            CHECK(difference(fused.norms, plain.norms) < 1e-12);
            for (int o = 0; o < outputs; ++o)
              CHECK(difference(fused.sums[o], plain.sums[o]) < 1e-12);
            for (int i = 0; i < inputs; ++i)
              CHECK(std::min(difference(fused.last[i], plain.last[i]),
                             difference(-fused.last[i], plain.last[i])) < 1e-12);
          }
        }
}

}  // namespace recurrence_tests
