#include "problems/forces/blocks/block_pattern.hpp"
#include "problems/forces/blocks/general_blocks.hpp"

#include <catch2/catch.hpp>

namespace general_blocks_tests {

using namespace stiffbench;

namespace {

Eigen::Matrix3d block_of(int lane) {
  Eigen::Matrix3d block;
  block << 1, 2, 3, 4, 5, 6, 7, 8, 9;
  return block.array() + 10 * lane;
}

GeneralBlocks::Batch batch() {
  GeneralBlocks::Batch batch;
  for (int entry = 0; entry < 9; ++entry)
    for (int lane = 0; lane < 8; ++lane)
      batch[static_cast<std::size_t>(entry)].set(lane, block_of(lane)(entry));
  return batch;
}

}  // namespace

TEST_CASE("eight elements add blocks of any kind, and K gets the transposes left of the diagonal") {
  // Rows of different lengths.
  const Mat pattern = block_pattern(4, {{0, 1}, {0, 3}, {2, 3}});
  const GeneralBlocks blocks(pattern);
  const std::array<std::array<int, 2>, 8> places = {
      {{0, 3}, {2, 2}, {2, 3}, {0, 3}, {0, 0}, {0, 1}, {3, 3}, {2, 2}}};
  std::array<int, 8> line;
  for (std::size_t i = 0; i < 8; ++i) line[i] = blocks.line(pattern, places[i][0], places[i][1]);

  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(12, 12);
  const auto add = [&](int row, int column, const Eigen::Matrix3d& block) {
    expected.block<3, 3>(3 * row, 3 * column) += block;
    if (row != column) expected.block<3, 3>(3 * column, 3 * row) += block.transpose();
  };
  for (int lane = 0; lane < 8; ++lane) {
    const auto [row, column] = places[static_cast<std::size_t>(lane)];
    add(row, column, (lane == 0 ? 1 : 2) * block_of(lane));
  }
  Eigen::Matrix3d single = Eigen::Matrix3d::Zero();
  single(1, 2) = 100;
  single(2, 2) = 200;  // the last entry, which is apart
  add(2, 3, single);

  Mat K = pattern;
  for (const double before : {0.5, 7.0}) {  // what K has had leaves no trace
    K.coeffs().setConstant(before);
    blocks.assemble(K, [&](GeneralBlocks::Rows& rows) {
      CHECK(rows.meet(0, 0));
      CHECK(rows.meet(3, 3));
      CHECK_FALSE(rows.meet(4, 9));
      rows.add(batch(), line.data());
      std::array<int, 8> without = line;
      without[0] = -1;  // a block that K lacks
      rows.prefetch(without.data());
      rows.add(batch(), without.data());
      rows.add(100, line[2], 1, 2);
      rows.add(200, line[2], 2, 2);
      rows.add(300, -1, 2, 2);
    });
    CHECK(Eigen::MatrixXd(K) == expected);
  }
}

}  // namespace general_blocks_tests
