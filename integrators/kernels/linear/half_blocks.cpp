#include "integrators/kernels/linear/half_blocks.hpp"

#include "base/error.hpp"
#include "base/system/threads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

namespace stiffbench {
namespace {

/// The fewest rows of blocks, or blocks, per thread; fewer are finished before a thread has
/// started.
constexpr long least_rows = 1000, least_blocks = 8000;
/// Kernels read past the end of the last block.
constexpr std::size_t slack = 8;

/// The row of each stored number of a block; its column is its position modulo three.
constexpr int row_of[9] = {0, 1, 2, 2, 0, 1, 1, 2, 0};

/// The numbers of one matrix.
struct Entries {
  const double* values;
  double at(std::ptrdiff_t slot) const { return values[slot]; }
};
/// The numbers of a weighted sum of two matrices with one pattern.
struct WeightedEntries {
  const double *K, *D;
  double k, d;
  double at(std::ptrdiff_t slot) const { return k * K[slot] + d * D[slot]; }
};
struct ScaledEntries {
  const double* K;
  double k;
  double at(std::ptrdiff_t slot) const { return k * K[slot]; }
};

/// Not zero unless a block with these numbers is symmetric, so that six of them suffice. This needs
/// no branch, and the comparison also detects NaN, which differs from itself.
int asymmetry(const auto& entry) {
  return static_cast<int>(!(entry(3) == entry(8))) | static_cast<int>(!(entry(4) == entry(6))) |
         static_cast<int>(!(entry(5) == entry(7)));
}

/// Stores the diagonals of `count` blocks that lie side by side from this slot on, in rows that are
/// `stride` apart. The result is not zero where six numbers per block do not suffice.
template <int size>
int store(const auto& entries, std::ptrdiff_t first, int stride, long count, double* block) {
  const std::ptrdiff_t rows[3] = {first, first + stride, first + 2 * stride};
  int differences = 0;
  for (long at = 0; at < 3 * count; at += 3, block += size) {
    const auto entry = [&](int i) { return entries.at(rows[row_of[i]] + at + i % 3); };
    for (int i = 0; i < size; ++i) block[i] = entry(i);
    differences |= asymmetry(entry);
  }
  return size == 9 ? 0 : differences;
}

bool have_one_pattern(const Mat& a, const Mat& b) {
  return a.nonZeros() == b.nonZeros() &&
         std::equal(a.outerIndexPtr(), a.outerIndexPtr() + a.rows() + 1, b.outerIndexPtr()) &&
         std::equal(a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros(), b.innerIndexPtr());
}

/// True when the three numbers of each row of blocks are equal.
bool is_of_blocks(const Vec& numbers) {
  for (Eigen::Index i = 0; i < numbers.size(); i += 3)
    if (numbers[i] != numbers[i + 1] || numbers[i] != numbers[i + 2]) return false;
  return true;
}

}  // namespace

void HalfBlocks::assign(const Mat& K, const Vec* scale) {
  place(K);
  const Entries entries{K.valuePtr()};
  const auto scaled = [&]<int size>(int row) {
    if (scale) apply<size>(*scale, row);
    return true;
  };
  // A scaled symmetric block stays symmetric only where its three rows have the same scale.
  symmetric_ = (!scale || is_of_blocks(*scale)) && copy<6>(K, entries, scaled);
  if (!symmetric_) copy<9>(K, entries, scaled);
  cut();
}

void HalfBlocks::assign(const BlockSum& sum) {
  place(*sum.K);
  const bool has_one_pattern = sum.D && have_one_pattern(*sum.K, *sum.D);
  const Mat* some = has_one_pattern ? nullptr : sum.D;
  const auto add_rest = [&]<int size>(int row) {
    if (sum.diagonal) {
      double* block = values_.data() + static_cast<std::size_t>(size * begin_of(row));
      for (int i = 0; i < 3; ++i) block[i] += sum.m * (*sum.diagonal)[3 * row + i];
    }
    return !some || add<size>(*some, sum.d, row);
  };
  const auto copy_all = [&](const auto& entries) {
    symmetric_ = copy<6>(*sum.K, entries, add_rest);
    if (!symmetric_) copy<9>(*sum.K, entries, add_rest);
  };
  if (has_one_pattern)
    copy_all(WeightedEntries{sum.K->valuePtr(), sum.D->valuePtr(), sum.k, sum.d});
  else
    copy_all(ScaledEntries{sum.K->valuePtr(), sum.k});
  cut();
}

Eigen::Matrix3d HalfBlocks::diagonal_block(int row) const {
  const int size = symmetric_ ? 6 : 9;
  const double* b = values_.data() + static_cast<std::size_t>(size * begin_of(row));
  Eigen::Matrix3d block;
  for (int i = 0; i < size; ++i) block(row_of[i], i % 3) = b[i];
  if (symmetric_) block(0, 2) = b[3], block(1, 0) = b[4], block(2, 1) = b[5];
  return block;
}

void HalfBlocks::copy_to(FloatBlocks& to, double scale) const {
  to.ends = ends_;
  const auto count = static_cast<std::size_t>(ends_.empty() ? 0 : ends_.back());
  make_room(to.columns, count);
  std::copy_n(columns_.data(), count, to.columns.data());
  make_room(to.values, FloatBlocks::size * count);
  const auto copy_all = [&]<int size>() {
    on_ranges(static_cast<long>(count), least_blocks, [&](long first, long last) {
      const double* b = values_.data() + size * first;
      float* block = to.values.data() + FloatBlocks::size * first;
      for (; first < last; ++first, b += size, block += FloatBlocks::size) {
        for (int i = 0; i < size; ++i)
          block[4 * row_of[i] + i % 3] = static_cast<float>(scale * b[i]);
        if (size == 6) block[2] = block[8], block[4] = block[1], block[9] = block[6];
        block[3] = block[7] = block[11] = 0;
      }
    });
  };
  symmetric_ ? copy_all.operator()<6>() : copy_all.operator()<9>();
}

void HalfBlocks::cut() {
  constexpr int parts = 8, least = 256;
  const int rows = row_count(), size = std::max(least, (rows + parts - 1) / parts);
  part_ends_.clear();
  for (int end = 0, next = 0; end < rows; end = next) {
    // The part ends beyond all rows to which the previous part adds.
    next = std::min(rows, std::max(end + size, end == 0 ? 0 : reach(end - 1) + 1));
    part_ends_.push_back(next);
  }
}

void HalfBlocks::place(const Mat& K) {
  const auto n = static_cast<std::size_t>(K.rows() / 3);
  for (std::vector<int>* of_rows : {&ends_, &reach_, &slots_}) of_rows->resize(n);
  const auto on_rows = [n](const auto& work) {
    on_ranges(static_cast<long>(n), least_rows, [&](long first, long last) {
      for (auto row = static_cast<std::size_t>(first); row < static_cast<std::size_t>(last); ++row)
        work(row);
    });
  };
  on_rows([&](std::size_t row) {
    const int first = 3 * static_cast<int>(row);
    const int *begin = K.innerIndexPtr() + K.outerIndexPtr()[first],
              *end = K.innerIndexPtr() + K.outerIndexPtr()[first + 1];
    // Counting avoids the branches of a search, which are unpredictable.
    const int* from = begin + std::count_if(begin, end, [=](int at) { return at < first; });
    slots_[row] = static_cast<int>(from - K.innerIndexPtr());
    // A row may lack its diagonal block, which is stored all the same.
    const bool lacks = from == end || *from != first;
    ends_[row] = static_cast<int>((end - from) / 3) + static_cast<int>(lacks);
    reach_[row] = from == end ? static_cast<int>(row) : end[-1] / 3;
  });
  int count = 0, farthest = 0;
  bandwidth_ = 0;
  for (std::size_t row = 0; row < n; ++row) {
    ends_[row] = count += ends_[row];
    reach_[row] = farthest = std::max(farthest, reach_[row]);
    bandwidth_ = std::max(bandwidth_, farthest - static_cast<int>(row));
  }
  make_room(columns_, static_cast<std::size_t>(count));
  on_rows([&](std::size_t row) {
    const int begin = row == 0 ? 0 : ends_[row - 1];
    int* column = columns_.data() + ends_[row];
    for (int slot = K.outerIndexPtr()[3 * row + 1]; slot > slots_[row]; slot -= 3)
      *--column = K.innerIndexPtr()[slot - 3] / 3;
    if (column > columns_.data() + begin) *--column = static_cast<int>(row);
  });
}

/// Prefetches the first numbers of a row of blocks; its pieces are too short for the hardware
/// prefetcher.
void HalfBlocks::fetch(const Mat& K, std::size_t row) const {
  if (row >= slots_.size()) return;
  const int stride = K.outerIndexPtr()[3 * row + 1] - K.outerIndexPtr()[3 * row];
  const double* piece = K.valuePtr() + slots_[row];
  for (int i = 0; i < 3; ++i, piece += stride)
    for (int line = 0; line < 24; line += 8) __builtin_prefetch(piece + line);
}

template <int size>
bool HalfBlocks::copy(const Mat& K, const auto& entries, const auto& change) {
  const auto count = static_cast<std::size_t>(size * (ends_.empty() ? 0 : ends_.back()));
  make_room(values_, count + slack);
  std::fill_n(values_.data() + count, slack, 0.0);
  std::atomic<bool> fits = true;
  on_ranges(row_count(), least_rows, [&](long first, long last) {
    for (auto row = static_cast<std::size_t>(first); row < static_cast<std::size_t>(last); ++row) {
      const int start = K.outerIndexPtr()[3 * row], end = K.outerIndexPtr()[3 * row + 1],
                begin = begin_of(static_cast<int>(row)), there = (end - slots_[row]) / 3;
      double* block = values_.data() + static_cast<std::size_t>(size * begin);
      fetch(K, row + 4);
      // K may lack the diagonal block; zeros are stored for it.
      if (there < ends_[row] - begin) block = std::fill_n(block, size, 0.0);
      if (store<size>(entries, slots_[row], end - start, there, block) != 0 ||
          !change.template operator()<size>(static_cast<int>(row))) {
        fits = false;
        return;
      }
    }
  });
  return fits;
}

template <int size>
bool HalfBlocks::add(const Mat& D, double d, int row) {
  const int start = D.outerIndexPtr()[3 * row], stride = D.outerIndexPtr()[3 * row + 1] - start;
  const int* columns = D.innerIndexPtr() + start;
  int place = begin_of(row);
  for (int at = 0; at < stride; at += 3) {
    if (columns[at] < 3 * row) continue;
    const int end = ends_[static_cast<std::size_t>(row)];
    while (place < end && columns_[static_cast<std::size_t>(place)] != columns[at] / 3) ++place;
    if (place == end)
      throw Error("the first matrix of a sum needs every block of the second",
                  fmt::format("none at ({}, {})", row, columns[at] / 3), "assemble the sum");
    const auto entry = [&](int i) { return D.valuePtr()[start + row_of[i] * stride + at + i % 3]; };
    double* block = values_.data() + static_cast<std::size_t>(size * place);
    for (int i = 0; i < size; ++i) block[i] += d * entry(i);
    if (size == 6 && asymmetry(entry) != 0) return false;
  }
  return true;
}

template <int size>
void HalfBlocks::apply(const Vec& scale, int row) {
  const auto own = static_cast<std::size_t>(row);
  int place = begin_of(row);
  double* block = values_.data() + static_cast<std::size_t>(size * place);
  const double* left = scale.data() + 3 * row;
  for (; place < ends_[own]; ++place, block += size) {
    const double* right = scale.data() + 3 * columns_[static_cast<std::size_t>(place)];
    for (int i = 0; i < size; ++i) block[i] *= left[row_of[i]] * right[i % 3];
  }
}

}  // namespace stiffbench
