#include "integrators/kernels/multiply.hpp"

#include "problems/error.hpp"

namespace stiffbench {
namespace {

using Six = Eigen::Array<double, 6, 1>;
using Three = Eigen::Array<double, 3, 1>;

template <class Array>
auto load(const double* from) {
  return Eigen::Map<const Array>(from);
}

/// Three rows of `length` entries each, starting at `row`: two blocks at a time, since six doubles
/// are whole packets on every instruction set where three are not.
Three three_rows(const double* row, const int* columns, int length, const double* x) {
  const double *row0 = row, *row1 = row + length, *row2 = row + 2 * length;
  Six sum0 = Six::Zero(), sum1 = Six::Zero(), sum2 = Six::Zero();
  int k = 0;
  for (; k + 6 <= length; k += 6) {
    const double *a = x + columns[k], *b = x + columns[k + 3];
    Six both;
    both << a[0], a[1], a[2], b[0], b[1], b[2];
    sum0 += load<Six>(row0 + k) * both;
    sum1 += load<Six>(row1 + k) * both;
    sum2 += load<Six>(row2 + k) * both;
  }
  Three y(sum0.sum(), sum1.sum(), sum2.sum());
  if (k < length) {
    const Three last = load<Three>(x + columns[k]);
    y += Three((load<Three>(row0 + k) * last).sum(), (load<Three>(row1 + k) * last).sum(),
               (load<Three>(row2 + k) * last).sum());
  }
  return y;
}

void multiply_blocks(const Mat& K, const double* x, double* y) {
  const int* start = K.outerIndexPtr();
  for (int i = 0; i < K.rows(); i += 3) {
    const int length = start[i + 1] - start[i];
    if (start[i + 2] - start[i + 1] != length || start[i + 3] - start[i + 2] != length ||
        length % 3 != 0)
      throw Error("a block size of 3 needs rows that share their columns in threes",
                  "rows from " + std::to_string(i) + " that do not", "let block_size() be 1");
    Eigen::Map<Three>(y + i) =
        three_rows(K.valuePtr() + start[i], K.innerIndexPtr() + start[i], length, x);
  }
}

}  // namespace

void multiply(const Mat& K, int block_size, const Vec& x, Vec& y, Work& work) {
  ++work.stiffness_times;
  if (block_size == 1) {
    y.noalias() = K * x;
    return;
  }
  if (block_size != 3 || K.rows() % 3 != 0 || !K.isCompressed())
    throw Error(
        "a block product is for block size 3 and a compressed matrix of whole blocks",
        "block size " + std::to_string(block_size) + ", " + std::to_string(K.rows()) + " rows",
        "let block_size() be 1, or compress K");
  y.resize(K.rows());
  multiply_blocks(K, x.data(), y.data());
}

}  // namespace stiffbench
