#include "integrators/kernels/linear/symmetric_product.hpp"

#include "base/system/instruction_set.hpp"
#include "integrators/kernels/linear/multiply.hpp"
#include "integrators/kernels/linear/sweep/wavefront.hpp"

#include <algorithm>

// Columns of blocks are used where block_sweep.hpp has no wide registers. Processors with AVX alone
// have a separate version, which is chosen when the program starts and gives the same digits.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define ALSO_FOR_AVX __attribute__((target_clones("avx", "default")))
#else
#define ALSO_FOR_AVX
#endif

namespace stiffbench {

void SymmetricProduct::assign(const Mat& K, int block_size) {
  size_ = K.rows();
  plain_ = block_size == 1 ? &K : nullptr;
  if (plain_) return;
  require_blocks(K, block_size);
  wide_ = has_wide_registers();
  wide_ ? blocks_.assign(K) : assign_columns(K);
}

void SymmetricProduct::assign(const BlockSum& sum) {
  size_ = sum.K->rows();
  plain_ = nullptr;
  wide_ = has_wide_registers();
  if (wide_) return blocks_.assign(sum);
  Mat K = sum.k * *sum.K;
  if (sum.D) K += sum.d * *sum.D;
  assign_columns(K);
  for (int row = 0; sum.diagonal && row < static_cast<int>(end_.size()); ++row)
    for (int i = 0; i < 3; ++i)
      values_[first_value(row) + 4 * i] += sum.m * (*sum.diagonal)[3 * row + i];
}

Eigen::Matrix3d SymmetricProduct::diagonal_block(int row) const {
  return wide_ ? blocks_.diagonal_block(row)
               : Eigen::Matrix3d(
                     Eigen::Map<const Eigen::Matrix3d>(values_.data() + first_value(row)));
}

void SymmetricProduct::copy_to(FloatBlocks& to, double scale) const {
  if (wide_) return blocks_.copy_to(to, scale);
  to.ends = end_;
  make_room(to.columns, columns_.size());
  make_room(to.values, FloatBlocks::size * columns_.size());
  for (std::size_t at = 0; at < columns_.size(); ++at) {
    to.columns[at] = columns_[at] / 3;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 4; ++j)
        to.values[FloatBlocks::size * at + 4 * i + j] =
            j == 3 ? 0 : static_cast<float>(scale * values_[9 * at + 3 * j + i]);
  }
}

void SymmetricProduct::assign_columns(const Mat& K) {
  // A symmetric pattern has as many blocks left as right of the diagonal.
  const auto most = static_cast<std::size_t>((K.nonZeros() / 9 + size_ / 3) / 2 + 1);
  end_.clear();
  columns_.clear();
  values_.clear();
  end_.reserve(static_cast<std::size_t>(size_ / 3));
  columns_.reserve(most);
  values_.reserve(9 * most);
  for (int row = 0; row < size_; row += 3) {
    const int start = K.outerIndexPtr()[row], length = K.outerIndexPtr()[row + 1] - start;
    const int *begin = K.innerIndexPtr() + start, *end = begin + length;
    const int* from = std::lower_bound(begin, end, row);
    columns_.push_back(row);  // the diagonal block comes first, even if K lacks it
    if (from == end || *from != row) values_.insert(values_.end(), 9, 0.0);
    for (; from < end; from += 3) {
      if (*from != row) columns_.push_back(*from);
      const double* value = K.valuePtr() + start + (from - begin);
      for (int j = 0; j < 3; ++j, ++value)
        for (int i = 0; i < 3; ++i) values_.push_back(value[i * length]);
    }
    end_.push_back(static_cast<int>(columns_.size()));
  }
}

/// Processes m of `stride` interleaved columns; x and y point to the first of them.
template <int m>
ALSO_FOR_AVX void SymmetricProduct::add_columns(const double* x, Eigen::Index stride,
                                                double* y) const {
  using Lanes = Eigen::Array<double, m, 1>;
  using Place = Eigen::Map<Lanes>;
  const auto load = [](const double* from) -> Lanes { return Eigen::Map<const Lanes>(from); };
  const double* block = values_.data();
  const int* column = columns_.data();
  for (const int end : end_) {
    double* own = y + *column * stride;
    const double* from = x + *column * stride;
    const Lanes x0 = load(from), x1 = load(from + stride), x2 = load(from + 2 * stride);
    Lanes sum0 = block[0] * x0 + block[3] * x1 + block[6] * x2;
    Lanes sum1 = block[1] * x0 + block[4] * x1 + block[7] * x2;
    Lanes sum2 = block[2] * x0 + block[5] * x1 + block[8] * x2;
    const int* const last = columns_.data() + end;
    for (++column, block += 9; column < last; ++column, block += 9) {
      from = x + *column * stride;
      const Lanes a = load(from), b = load(from + stride), c = load(from + 2 * stride);
      sum0 += block[0] * a + block[3] * b + block[6] * c;
      sum1 += block[1] * a + block[4] * b + block[7] * c;
      sum2 += block[2] * a + block[5] * b + block[8] * c;
      // All are read before the first is written: the compiler cannot know that y is not x.
      double* other = y + *column * stride;
      const Lanes y0 = load(other) + (block[0] * x0 + block[1] * x1 + block[2] * x2),
                  y1 = load(other + stride) + (block[3] * x0 + block[4] * x1 + block[5] * x2),
                  y2 = load(other + 2 * stride) + (block[6] * x0 + block[7] * x1 + block[8] * x2);
      Place{other} = y0;
      Place{other + stride} = y1;
      Place{other + 2 * stride} = y2;
    }
    Place{own} += sum0;
    Place{own + stride} += sum1;
    Place{own + 2 * stride} += sum2;
  }
}

void SymmetricProduct::sweep() {
  y_.resize(x_.size(), x_.places());
  y_.set_zero();
  sweep_in_parts(blocks_, {blocks_.rows(), x_.places(), x_.data(), y_.data()});
}

void SymmetricProduct::times(const Vec& x, Vec& y, Work& work) {
  ++work.stiffness_products;
  if (plain_) {
    y.noalias() = *plain_ * x;
  } else if (wide_) {
    x_.resize(size_, 1);
    x_.set(0, x);
    sweep();
    y.resize(size_);
    y_.get(0, y);
  } else {
    y.setZero(size_);
    add_columns<1>(x.data(), 1, y.data());
  }
}

void SymmetricProduct::times(const ComplexVec& x, ComplexVec& y, Work& work) {
  if (plain_ || !wide_) {
    times(x.re, y.re, work);
    return times(x.im, y.im, work);
  }
  work.stiffness_products += 2;
  x_.resize(size_, 2);
  x_.set(0, x.re);
  x_.set(1, x.im);
  sweep();
  y.re.resize(size_);
  y.im.resize(size_);
  y_.get(0, y.re);
  y_.get(1, y.im);
}

void SymmetricProduct::times(const Vectors& X, Vectors& Y, Work& work) {
  const int count = static_cast<int>(X.cols());
  work.stiffness_products += count;
  Y.resize(size_, count);
  if (plain_)
    Y.noalias() = *plain_ * X;
  else if (!wide_)
    sweep_columns(X, Y);
  else
    for (int first = 0; first < count; first += 4) {
      const int end = std::min(first + 4, count);
      x_.resize(size_, end - first);
      for (int j = first; j < end; ++j) x_.set(j - first, X.col(j));
      sweep();
      for (int j = first; j < end; ++j) y_.get(j - first, Y.col(j));
    }
}

void SymmetricProduct::sweep_columns(const Vectors& X, Vectors& Y) const {
  const Eigen::Index count = X.cols();
  Y.setZero();
  for (Eigen::Index j = 0; j < count; j += 4) {
    const double* x = X.data() + j;
    double* y = Y.data() + j;
    switch (count - j) {
      case 1:
        add_columns<1>(x, count, y);
        break;
      case 2:
        add_columns<2>(x, count, y);
        break;
      case 3:
        add_columns<3>(x, count, y);
        break;
      default:
        add_columns<4>(x, count, y);
    }
  }
}

}  // namespace stiffbench
