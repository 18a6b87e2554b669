#include "problems/forces/blocks/block_pattern.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace stiffbench {

Mat block_pattern(int vertices, const std::vector<std::array<int, 2>>& pairs) {
  std::vector<std::vector<int>> columns(static_cast<std::size_t>(vertices));
  for (int v = 0; v < vertices; ++v) columns[static_cast<std::size_t>(v)] = {v};
  for (const auto& [a, b] : pairs) {
    columns[static_cast<std::size_t>(a)].push_back(b);
    columns[static_cast<std::size_t>(b)].push_back(a);
  }
  Eigen::Index blocks = 0;
  for (auto& row : columns) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    blocks += static_cast<Eigen::Index>(row.size());
  }
  Mat pattern(3 * vertices, 3 * vertices);
  pattern.resizeNonZeros(9 * blocks);
  int* outer = pattern.outerIndexPtr();
  int* inner = pattern.innerIndexPtr();
  for (const auto& row : columns)
    for (int i = 0; i < 3; ++i) {
      outer[1] = outer[0] + 3 * static_cast<int>(row.size());
      ++outer;
      for (const int column : row)
        for (int j = 0; j < 3; ++j) *inner++ = 3 * column + j;
    }
  pattern.coeffs().setZero();
  return pattern;
}

int find_block(const Mat& pattern, int row, int column) {
  const int* begin = pattern.innerIndexPtr() + pattern.outerIndexPtr()[3 * row];
  const int* end = begin + block_stride(pattern, row);
  const int* entry = std::lower_bound(begin, end, 3 * column);
  if (entry == end || *entry != 3 * column) return -1;
  return static_cast<int>(entry - pattern.innerIndexPtr());
}

int block_slot(const Mat& pattern, int row, int column) {
  if (const int slot = find_block(pattern, row, column); slot >= 0) return slot;
  throw Error("a force term writes only into its pattern", fmt::format("block {}, {}", row, column),
              "make the pattern from every pair of vertices that a term joins");
}

void put_blocks(const Mat& part, int first, Mat& K) {
  for (int row = 0; row < part.rows(); ++row) {
    int to = K.outerIndexPtr()[first + row];
    for (int from = part.outerIndexPtr()[row]; from < part.outerIndexPtr()[row + 1]; ++from) {
      while (K.innerIndexPtr()[to] < first + part.innerIndexPtr()[from]) ++to;
      K.valuePtr()[to] = part.valuePtr()[from];
    }
  }
}

void add_block(const Eigen::Matrix3d& block, int row, int column, Mat& K) {
  add_block(block, block_stride(K, row), K.valuePtr() + block_slot(K, row, column));
}

namespace {

/// Calls visit(row, slot, column) for every block left of the diagonal; rows and columns are those
/// of K.
template <class Visit>
void each_left(const Mat& K, Visit&& visit) {
  for (int row = 0; row < K.rows(); row += 3)
    for (int slot = K.outerIndexPtr()[row]; K.innerIndexPtr()[slot] < row; slot += 3)
      visit(row, slot, K.innerIndexPtr()[slot]);
}

}  // namespace

MirroredBlocks::MirroredBlocks(const Mat& pattern) {
  each_left(pattern, [&](int row, int, int column) {
    right_.push_back(block_slot(pattern, column / 3, row / 3));
  });
}

// In the order of what is written. What is read lies far apart, and is asked for ahead.
void MirroredBlocks::mirror(Mat& K) const {
  constexpr int ahead = 12;
  const int *right = right_.data(), *end = right + right_.size();
  each_left(K, [&](int row, int slot, int column) {
    const int from = block_stride(K, column / 3), to = block_stride(K, row / 3);
    if (end - right > ahead)
      for (int i = 0; i < 3; ++i)  // rows nearby are about as long
        __builtin_prefetch(K.valuePtr() + right[ahead] + i * from);
    const double* read = K.valuePtr() + *right++;
    double* write = K.valuePtr() + slot;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) write[i * to + j] = read[j * from + i];
  });
}

}  // namespace stiffbench
