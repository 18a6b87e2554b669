#include "base/error.hpp"
#include "problems/forces/blocks/block_pattern.hpp"
#include "problems/forces/blocks/symmetric_blocks.hpp"

#include <catch2/catch.hpp>

namespace symmetric_blocks_tests {

using namespace stiffbench;

namespace {

/// Block (row, column) with what the line holds after one addition of the batch below.
Eigen::Matrix3d block_of(int lane) {
  Eigen::Matrix3d block;
  block << 1, 2, 4, 2, 3, 5, 4, 5, 6;
  return block.array() + 10 * lane;
}

SymmetricBlocks::Batch batch() {
  SymmetricBlocks::Batch batch;
  for (int entry = 0; entry < 6; ++entry)
    for (int lane = 0; lane < Lanes::count; ++lane)
      batch[static_cast<std::size_t>(entry)].set(lane, 1 + entry + 10 * lane);
  return batch;
}

}  // namespace

TEST_CASE("eight elements add their blocks, and K gets the sums on both sides of the diagonal") {
  // Rows of different lengths.
  const Mat pattern = block_pattern(4, {{0, 1}, {0, 3}, {2, 3}});
  const SymmetricBlocks blocks(pattern);
  const std::array<std::array<int, 2>, Lanes::count> places = {
      {{0, 3}, {2, 2}, {2, 3}, {0, 3}, {0, 0}, {3, 3}, {0, 1}, {1, 1}}};
  std::array<int, Lanes::count> line;
  for (std::size_t i = 0; i < line.size(); ++i)
    line[i] = blocks.line(pattern, places[i][0], places[i][1]);

  // The first element's block is one that K lacks the second time, the last is taken away again.
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(12, 12);
  for (int lane = 0; lane < Lanes::count; ++lane) {
    const auto [row, column] = places[static_cast<std::size_t>(lane)];
    const double times = lane == 0 ? 1 : lane < Lanes::count - 1 ? 2 : 0;
    expected.block<3, 3>(3 * row, 3 * column) += times * block_of(lane);
    if (row != column) expected.block<3, 3>(3 * column, 3 * row) += times * block_of(lane);
  }

  Mat K = pattern;
  for (const double before : {0.5, 7.0}) {  // what K has had leaves no trace
    K.coeffs().setConstant(before);
    blocks.assemble(K, [&](SymmetricBlocks::Rows& rows) {
      CHECK(rows.meet(0, 0));
      CHECK(rows.meet(3, 3));
      CHECK_FALSE(rows.meet(4, 9));
      const SymmetricBlocks::Turned turned = SymmetricBlocks::turned(batch());
      for (std::size_t i = 0; i < line.size(); ++i) {
        rows.add(turned[i], line[i]);
        i + 1 < line.size() ? rows.add(turned[i], i == 0 ? -1 : line[i])
                            : rows.subtract(turned[i], line[i]);
      }
    });
    CHECK(Eigen::MatrixXd(K) == expected);
  }
}

TEST_CASE("a line is that of a block in the pattern") {
  const Mat pattern = block_pattern(3, {{{0, 2}}});
  const SymmetricBlocks blocks(pattern);
  CHECK(blocks.line(pattern, 0, 0) == 0);
  CHECK(blocks.line(pattern, 0, 2) == 1);
  CHECK(blocks.line(pattern, 1, 1) == 2);
  CHECK(blocks.line(pattern, 2, 2) == 3);
  CHECK_THROWS_WITH(blocks.line(pattern, 0, 1), Catch::Contains("pattern"));
}

}  // namespace symmetric_blocks_tests
