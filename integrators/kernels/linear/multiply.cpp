#include "integrators/kernels/linear/multiply.hpp"

#include "base/error.hpp"
#include "base/system/threads.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

using Two = Eigen::Array<double, 2, 1>;
using Three = Eigen::Array<double, 3, 1>;

template <class Array>
auto load(const double* from) {
  return Eigen::Map<const Array>(from);
}

/// Multiplies three rows of `length` entries each, starting at `row`. Blocks are processed in
/// pairs: six doubles are three whole packets on every 64-bit machine, three doubles are not. Nine
/// running sums keep the additions independent of each other.
Three three_rows(const double* row, const int* columns, int length, const double* x) {
  Two sums[3][3];
  for (auto& sum : sums)
    for (auto& part : sum) part.setZero();
  int k = 0;
  for (; k + 6 <= length; k += 6) {
    const double *a = x + columns[k], *b = x + columns[k + 3];
    const Two head = load<Two>(a), middle(a[2], b[0]), tail = load<Two>(b + 1);
    for (int i = 0; i < 3; ++i) {
      const double* entries = row + i * length + k;
      sums[i][0] += load<Two>(entries) * head;
      sums[i][1] += load<Two>(entries + 2) * middle;
      sums[i][2] += load<Two>(entries + 4) * tail;
    }
  }
  Three y;
  for (int i = 0; i < 3; ++i) {
    y[i] = (sums[i][0] + sums[i][1] + sums[i][2]).sum();
    if (k < length) y[i] += (load<Three>(row + i * length + k) * load<Three>(x + columns[k])).sum();
  }
  return y;
}

}  // namespace

void require_blocks(const Mat& K, int block_size) {
  if (block_size != 3 || K.rows() % 3 != 0 || !K.isCompressed())
    throw Error("a block product is for block size 3 and a compressed matrix of whole blocks",
                fmt::format("block size {}, {} rows", block_size, K.rows()),
                "let block_size() be 1, or compress K");
  const int* start = K.outerIndexPtr();
  for (int i = 0; i < K.rows(); i += 3) {
    const int length = start[i + 1] - start[i];
    if (start[i + 2] - start[i + 1] != length || start[i + 3] - start[i + 2] != length ||
        length % 3 != 0)
      throw Error("a block size of 3 needs rows that share their columns in threes",
                  fmt::format("rows from {} that do not", i), "let block_size() be 1");
  }
}

void multiply(const Mat& K, int block_size, const Vec& x, Vec& y, Work& work) {
  ++work.stiffness_products;
  if (block_size == 1) {
    y.noalias() = K * x;
    return;
  }
  require_blocks(K, block_size);
  y.resize(K.rows());
  const int* start = K.outerIndexPtr();
  constexpr long least = 1000;  // rows of blocks; fewer are finished before a thread has started
  on_ranges(K.rows() / 3, least, [&](long first, long last) {
    for (long i = 3 * first; i < 3 * last; i += 3)
      Eigen::Map<Three>(y.data() + i) = three_rows(
          K.valuePtr() + start[i], K.innerIndexPtr() + start[i], start[i + 1] - start[i], x.data());
  });
}

}  // namespace stiffbench
