#include "problems/forces/blocks/block_pattern.hpp"
#include "problems/forces/blocks/general_blocks.hpp"

#include <catch2/catch.hpp>

using namespace stiffbench;

TEST_CASE("eight elements add their blocks to their lines, and lines to K") {
  const Mat pattern = block_pattern(4, {{0, 1}, {0, 3}, {2, 3}});
  const std::array<std::array<int, 2>, 8> places = {
      {{0, 3}, {2, 2}, {2, 3}, {0, 3}, {0, 0}, {0, 1}, {3, 3}, {2, 2}}};
  const auto block = [](int lane) {
    Eigen::Matrix3d A;
    A << 1, 2, 3, 4, 5, 6, 7, 8, 9;
    return Eigen::Matrix3d(A.array() + 10 * lane);
  };
  GeneralBlocks::Batch batch;
  for (int entry = 0; entry < 9; ++entry)
    for (int lane = 0; lane < 8; ++lane)
      batch[static_cast<std::size_t>(entry)][lane] = block(lane)(entry);

  std::vector<int> slots = {-1};
  for (const auto& [row, column] : places) slots.push_back(block_slot(pattern, row, column));
  const GeneralBlocks blocks(slots, pattern);
  double* lines = blocks.zeros();
  std::array<int, 8> line;
  for (std::size_t i = 0; i < 8; ++i) line[i] = blocks.line(slots[i + 1]);
  blocks.add(batch, line.data(), lines);
  line[0] = blocks.line(-1);  // a block that K lacks
  blocks.add(batch, line.data(), lines);

  Mat K = pattern;
  K.coeffs().setConstant(0.5);
  blocks.add_to(lines, K);
  Eigen::MatrixXd expected = Eigen::MatrixXd(Mat(pattern.unaryExpr([](double) { return 0.5; })));
  for (int lane = 0; lane < 8; ++lane) {
    const auto [row, column] = places[static_cast<std::size_t>(lane)];
    expected.block<3, 3>(3 * row, 3 * column) += (lane == 0 ? 1 : 2) * block(lane);
  }
  CHECK(Eigen::MatrixXd(K) == expected);

  lines = blocks.zeros();
  Mat same = K;
  blocks.add_to(lines, same);
  CHECK(Eigen::MatrixXd(same) == expected);
}

TEST_CASE("lines begin at zero each time") {
  const Mat pattern = block_pattern(1, {});
  const GeneralBlocks blocks({0}, pattern);
  double* lines = blocks.zeros();
  lines[blocks.line(0)] = 7;
  lines[blocks.line(-1)] = 7;
  lines = blocks.zeros();
  CHECK(lines[blocks.line(0)] == 0);
  CHECK(lines[blocks.line(-1)] == 0);
}
