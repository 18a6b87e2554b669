#include "integrators/kernels/linear/half_blocks.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

/// Kernels read past the end of the last block.
constexpr std::size_t slack = 8;

/// The row of each number of a block; its column is its place modulo three.
constexpr int row_of[9] = {0, 1, 2, 2, 0, 1, 1, 2, 0};

/// Stores the diagonals of the block whose rows begin `stride` apart; false where six numbers do
/// not suffice.
template <int size>
bool store(const double* row, int stride, double* block) {
  const auto entry = [=](int i) { return row[row_of[i] * stride + i % 3]; };
  for (int i = 0; i < size; ++i) block[i] = entry(i);
  return size == 9 || (entry(3) == entry(8) && entry(4) == entry(6) && entry(5) == entry(7));
}

/// Whether each three numbers that belong to one row of blocks are equal.
bool is_of_blocks(const Vec& numbers) {
  for (Eigen::Index i = 0; i < numbers.size(); i += 3)
    if (numbers[i] != numbers[i + 1] || numbers[i] != numbers[i + 2]) return false;
  return true;
}

}  // namespace

void HalfBlocks::assign(const Mat& K, const Vec* scale) {
  // A symmetric block that is scaled stays so only where its three rows have one scale.
  symmetric_ = (!scale || is_of_blocks(*scale)) && copy<6>(K);
  if (!symmetric_) copy<9>(K);
  if (scale) symmetric_ ? apply<6>(*scale) : apply<9>(*scale);
  cut();
}

void HalfBlocks::cut() {
  constexpr int parts = 8, least = 256;
  const int rows = row_count(), size = std::max(least, (rows + parts - 1) / parts);
  part_ends_.clear();
  for (int end = 0, next = 0; end < rows; end = next) {
    // Beyond all that the part before adds to.
    next = std::min(rows, std::max(end + size, end == 0 ? 0 : reach(end - 1) + 1));
    part_ends_.push_back(next);
  }
}

template <int size>
void HalfBlocks::apply(const Vec& scale) {
  double* block = values_.data();
  const int* column = columns_.data();
  for (int row = 0; row < row_count(); ++row)
    for (const double* left = scale.data() + 3 * row; column < columns_.data() + ends_[row];
         ++column, block += size) {
      const double* right = scale.data() + 3 * *column;
      for (int i = 0; i < size; ++i) block[i] *= left[row_of[i]] * right[i % 3];
    }
}

template <int size>
bool HalfBlocks::copy(const Mat& K) {
  const int n = static_cast<int>(K.rows() / 3);
  // A symmetric pattern has as many blocks left as right of the diagonal; each row may lack its
  // diagonal block, which is stored all the same.
  const auto most = static_cast<std::size_t>((K.nonZeros() / 9 + n) / 2 + n + 1);
  ends_.resize(static_cast<std::size_t>(n));
  reach_.resize(static_cast<std::size_t>(n));
  if (columns_.size() < most) columns_.resize(most);
  if (values_.size() < size * most + slack) values_.resize(size * most + slack);
  int* column = columns_.data();
  double* block = values_.data();
  int farthest = 0;
  for (int row = 0; row < n; ++row) {
    const int start = K.outerIndexPtr()[3 * row], length = K.outerIndexPtr()[3 * row + 1] - start;
    const int *begin = K.innerIndexPtr() + start, *end = begin + length;
    const int* from = std::lower_bound(begin, end, 3 * row);
    if (from == end || *from != 3 * row) {
      *column++ = row;
      block = std::fill_n(block, size, 0.0);
    }
    for (; from < end; from += 3, block += size) {
      *column++ = *from / 3;
      if (!store<size>(K.valuePtr() + start + (from - begin), length, block)) return false;
    }
    farthest = std::max(farthest, column[-1]);
    reach_[static_cast<std::size_t>(row)] = farthest;
    ends_[static_cast<std::size_t>(row)] = static_cast<int>(column - columns_.data());
  }
  std::fill_n(block, slack, 0.0);
  return true;
}

}  // namespace stiffbench
