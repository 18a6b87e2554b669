#include "base/error.hpp"
#include "integrators/kernels/linear/sweep/wavefront.hpp"
#include "integrators/kernels/linear/vectors/padded_vectors.hpp"
#include "tests/base/thread_guard.hpp"
#include "tests/integrators/instruction_set_guard.hpp"
#include "tests/integrators/kernels/linear/random_blocks.hpp"

#include <catch2/catch.hpp>

#include <array>

namespace block_sweep_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace {

PaddedVectors padded(const Eigen::MatrixXd& X) {
  PaddedVectors all;
  all.resize(X.rows(), static_cast<int>(X.cols()));
  for (int j = 0; j < X.cols(); ++j) all.set(j, X.col(j));
  return all;
}

Eigen::MatrixXd matrix(const PaddedVectors& vectors, Eigen::Index count) {
  Eigen::MatrixXd X(vectors.size(), count);
  for (int j = 0; j < count; ++j) vectors.get(j, X.col(j));
  return X;
}

/// The numbers of all vectors, bit by bit.
std::vector<double> numbers(const PaddedVectors& v) {
  return {v.data(), v.data() + 4 * v.places() * (v.size() / 3)};
}

}  // namespace

TEST_CASE(
    "a sweep is scale (K - shift) x, with sums that grow by shares, in every instruction set") {
  std::mt19937 random(5);
  constexpr int nodes = 40, n = 3 * nodes;
  const Vec scale = Vec::LinSpaced(n, 0.5, 1.5);  // its own in every row
  for (const std::string& set : instruction_sets())
    for (const bool skew : {false, true})
      for (const bool scaled : {false, true})
        for (const int m : {1, 2, 4})
          for (const int outputs : {2, 4}) {
            CAPTURE(set, skew, scaled, m, outputs);
            const InstructionSetGuard guard(set);
            const Mat K = random_blocks(nodes, 12, skew, random);
            HalfBlocks half;
            half.assign(K, scaled ? &scale : nullptr);
            CHECK(half.rows().symmetric == (!skew && !scaled));
            Eigen::MatrixXd A = K;
            if (scaled) A = scale.asDiagonal() * A * scale.asDiagonal();
            const Eigen::MatrixXd X = Eigen::MatrixXd::Random(n, m),
                                  Y = Eigen::MatrixXd::Random(n, m),
                                  S = Eigen::MatrixXd::Random(n, outputs),
                                  own = Eigen::MatrixXd::Random(m, outputs),
                                  next = Eigen::MatrixXd::Random(m, outputs);
            const PaddedVectors x = padded(X);
            PaddedVectors y = padded(Y), sums = padded(S);
            std::vector<double> shares;
            for (int pair = 0; pair < outputs; pair += 2)
              for (const auto* part : {&own, &next})
                for (int i = 0; i < m; ++i)
                  for (int output = pair; output < pair + 2; ++output)
                    shares.insert(shares.end(), 4, (*part)(i, output));
            const BlockSweep sweep{half.rows(), m,       x.data(),      y.data(),   -0.7,
                                   0.3,         outputs, shares.data(), sums.data()};
            sweep_blocks(sweep, 0, 17);
            sweep_blocks(sweep, 17, nodes);
            const Eigen::MatrixXd result = Y - 0.7 * (A * X - 0.3 * X);
            CHECK((matrix(y, m) - result).cwiseAbs().maxCoeff() < 1e-13);
            CHECK((matrix(sums, outputs) - (S + X * own + result * next)).cwiseAbs().maxCoeff() <
                  1e-13);
          }
}

TEST_CASE("instruction sets with wide registers give the same digits") {
  constexpr int nodes = 40, n = 3 * nodes, outputs = 2;
  for (const bool skew : {false, true})
    for (const int m : {1, 2, 4}) {
      std::mt19937 random(7);
      HalfBlocks half;
      half.assign(random_blocks(nodes, 12, skew, random));
      const Eigen::MatrixXd X = Eigen::MatrixXd::Random(n, m), Y = Eigen::MatrixXd::Random(n, m);
      const std::vector<double> shares(static_cast<std::size_t>(8 * outputs * m), 0.01);
      const PaddedVectors x = padded(X);
      std::vector<std::vector<double>> results;
      for (const std::string& set : instruction_sets()) {
        if (set == "baseline") continue;
        CAPTURE(set, skew, m);
        const InstructionSetGuard guard(set);
        PaddedVectors y = padded(Y), sums = padded(Eigen::MatrixXd::Zero(n, outputs));
        sweep_blocks(
            {half.rows(), m, x.data(), y.data(), -0.7, 0.3, outputs, shares.data(), sums.data()}, 0,
            nodes);
        results.push_back(numbers(y));
        results.push_back(numbers(sums));
        if (results.size() < 3) continue;
        CHECK(results.end()[-2] == results[0]);
        CHECK(results.end()[-1] == results[1]);
      }
    }
}

TEST_CASE("sweeps in a wavefront are sweeps one after the other, digit by digit, on any threads") {
  std::mt19937 random(11);
  constexpr int nodes = 1500, n = 3 * nodes, m = 2;  // several groups of rows
  constexpr int edge = 257;  // with it the first group reaches just beyond the second
  for (const int band : {20, edge, 700}) {
    HalfBlocks half;
    half.assign(random_blocks(nodes, band, false, random));
    if (band == edge) REQUIRE(half.reach(255) == 512);
    const Eigen::MatrixXd X = Eigen::MatrixXd::Random(n, m), Y = Eigen::MatrixXd::Random(n, m);
    const std::vector<double> shares(static_cast<std::size_t>(8 * 2 * m), 0.01);
    const auto sweep_of = [&](int j, std::array<PaddedVectors, 2>& v, PaddedVectors& sums) {
      return BlockSweep{
          half.rows(),   m,          v[j % 2].data(), v[(j + 1) % 2].data(), 0.1 * j - 0.1, 0.2, 2,
          shares.data(), sums.data()};
    };
    for (const int count : {1, 2, 3, 4, 5, 7, most_sweeps}) {
      std::array<PaddedVectors, 2> plain{padded(X), padded(Y)};
      PaddedVectors plain_sums = padded(0 * X);
      for (int j = 0; j < count; ++j) sweep_blocks(sweep_of(j, plain, plain_sums), 0, nodes);
      for (const int threads : {1, 2, 3}) {
        CAPTURE(band, count, threads);
        const ThreadGuard guard(threads);
        std::array<PaddedVectors, 2> wave{padded(X), padded(Y)};
        PaddedVectors wave_sums = padded(0 * X);
        std::vector<BlockSweep> sweeps;
        for (int j = 0; j < count; ++j) sweeps.push_back(sweep_of(j, wave, wave_sums));
        sweep_in_turns(half, sweeps);
        CHECK(numbers(plain[0]) == numbers(wave[0]));
        CHECK(numbers(plain[1]) == numbers(wave[1]));
        CHECK(numbers(plain_sums) == numbers(wave_sums));
      }
    }
  }
}

TEST_CASE("an instruction set that is not here is refused, with those that are") {
  CHECK_THROWS_WITH(use_instruction_set("mmx"),
                    Contains(instruction_sets().front()) && Contains("mmx"));
  CHECK(instruction_set() == instruction_sets().front());
  CHECK(instruction_sets().back() == "baseline");  // in a build for one CPU, too
}

}  // namespace block_sweep_tests
