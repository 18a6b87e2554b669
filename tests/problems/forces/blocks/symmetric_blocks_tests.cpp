#include "base/error.hpp"
#include "problems/forces/blocks/block_pattern.hpp"
#include "problems/forces/blocks/symmetric_blocks.hpp"

#include <catch2/catch.hpp>

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
    for (int lane = 0; lane < 4; ++lane)
      batch[static_cast<std::size_t>(entry)][lane] = 1 + entry + 10 * lane;
  return batch;
}

}  // namespace

TEST_CASE("four elements add their blocks, and K gets the sums on both sides of the diagonal") {
  // Rows of different lengths.
  const Mat pattern = block_pattern(4, {{0, 1}, {0, 3}, {2, 3}});
  const SymmetricBlocks blocks(pattern);
  const std::array<std::array<int, 2>, 4> places = {{{0, 3}, {2, 2}, {2, 3}, {0, 3}}};
  std::array<int, 4> line;
  for (std::size_t i = 0; i < 4; ++i) line[i] = blocks.line(pattern, places[i][0], places[i][1]);

  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(12, 12);
  const auto add = [&](int lane, double times) {
    const auto [row, column] = places[static_cast<std::size_t>(lane)];
    expected.block<3, 3>(3 * row, 3 * column) += times * block_of(lane);
    if (row != column) expected.block<3, 3>(3 * column, 3 * row) += times * block_of(lane);
  };
  add(0, 1);
  for (const int lane : {1, 2, 3}) add(lane, 2);

  Mat K = pattern;
  for (const double before : {0.5, 7.0}) {  // what K has had leaves no trace
    K.coeffs().setConstant(before);
    blocks.assemble(K, [&](SymmetricBlocks::Rows& rows) {
      CHECK(rows.meet(0, 0));
      CHECK(rows.meet(3, 3));
      CHECK_FALSE(rows.meet(4, 9));
      rows.add(batch(), line.data());
      const std::array<int, 4> without = {-1, line[1], line[2], line[3]};  // a block that K lacks
      rows.add(batch(), without.data());
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
