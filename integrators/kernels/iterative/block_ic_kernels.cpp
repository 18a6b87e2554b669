#include "integrators/kernels/iterative/block_ic_kernels.hpp"

#include "base/system/instruction_set.hpp"

#include <algorithm>

// This file is compiled once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "integrators/kernels/iterative/block_ic_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Vector arguments of inlined functions do not affect the binary interface.
#pragma GCC diagnostic ignored "-Wpsabi"

HWY_BEFORE_NAMESPACE();
namespace stiffbench::HWY_NAMESPACE {
namespace {

/// The three numbers of a row of blocks, and a zero.
using Four = float __attribute__((vector_size(16)));

HWY_INLINE Four rotated(const Four& a) { return __builtin_shufflevector(a, a, 1, 2, 0, 3); }
HWY_INLINE Four rotated_back(const Four& a) { return __builtin_shufflevector(a, a, 2, 0, 1, 3); }

/// Loads a register from memory that need not be aligned.
HWY_INLINE Four loose(const float* from) {
  Four a;
  __builtin_memcpy(&a, from, sizeof a);
  return a;
}

/// A pivot below this fraction of its diagonal entry is round-off of single precision.
constexpr float least_pivot = 1e-5F;
constexpr int size = 12;  // of a FloatBlocks

/// The positions of the entries of a block, row by row, among its cyclic diagonals.
constexpr int place_of[9] = {0, 4, 8, 6, 1, 5, 3, 7, 2};

/// Inverts a symmetric block; false where a pivot is not above its least value, a fraction of
/// `own`.
bool invert(const Four* rows, const float* own, float* inverse) {
  const float a = rows[0][0], b = rows[0][1], c = rows[0][2], d = rows[1][1], e = rows[1][2],
              f = rows[2][2];
  if (!(a > least_pivot * own[0])) return false;
  const float l1 = b / a, l2 = c / a, d1 = d - l1 * b, rest = e - l2 * b;
  if (!(d1 > least_pivot * own[1])) return false;
  const float l3 = rest / d1, d2 = f - l2 * c - l3 * rest;
  if (!(d2 > least_pivot * own[2])) return false;
  // The inverse is L'^-1 diag(a, d1, d2)^-1 L^-1 with the unit lower triangle L of l1, l2, l3.
  const float m = l1 * l3 - l2, i22 = 1 / d2, i12 = -l3 * i22, i02 = m * i22,
              i11 = 1 / d1 - l3 * i12, i01 = -l1 / d1 - l3 * i02, i00 = 1 / a - l1 * i01 - l2 * i02;
  const float all[9] = {i00, i11, i22, i02, i01, i12, i01, i12, i02};
  __builtin_memcpy(inverse, all, sizeof all);
  return true;
}

/// Subtracts from the present row the product of the transposed block `u` of U with each of these
/// blocks of D U that has a place there.
HWY_INLINE void subtract(const float* u, const Four* from, const int* columns, int count,
                         const int* places, Four* blocks) {
  Four weight[9];
  for (int i = 0; i < 9; ++i) weight[i] = Four{} + u[place_of[i]];
  for (int k = 0; k < count; ++k, from += 3) {
    const int place = places[columns[k]];
    if (place < 0) continue;
    Four* to = blocks + 3 * static_cast<long>(place);
    for (int i = 0; i < 3; ++i)
      to[i] -= weight[i] * from[0] + weight[3 + i] * from[1] + weight[6 + i] * from[2];
  }
}

/// Sets the row of factors from completed blocks.
HWY_INLINE bool finish(const Four* blocks, int count, const float* own, float* factor) {
  if (!invert(blocks, own, factor)) return false;
  Four inverse[3];
  for (int i = 0; i < 3; ++i)
    inverse[i] =
        Four{factor[place_of[3 * i]], factor[place_of[3 * i + 1]], factor[place_of[3 * i + 2]], 0};
  for (int k = 1; k < count; ++k) {
    const Four* b = blocks + 3 * k;
    float* to = factor + 9 * k;
    for (int i = 0; i < 3; ++i) {
      const Four row = inverse[i][0] * b[0] + inverse[i][1] * b[1] + inverse[i][2] * b[2];
      for (int j = 0; j < 3; ++j) to[place_of[3 * i + j]] = row[j];
    }
  }
  return true;
}

int first_block(const FactorRows& f, int row) { return row == 0 ? 0 : f.ends[row - 1]; }

bool factorize_range(float* values, const FactorRows& f, const FactorScratch& s, RowRange rows) {
  auto* blocks = reinterpret_cast<Four*>(values);
  const auto await = [&](int row) {  // enters the row into the list of its next column
    if (s.pending[row] == f.ends[row]) return;
    const int column = f.columns[s.pending[row]];
    if (column >= rows.last) return;  // of the separator
    s.next[row] = s.first[column];
    s.first[column] = row;
  };
  for (int row = rows.first, begin = first_block(f, row); row < rows.last; ++row) {
    const int end = f.ends[row];
    const float* diagonal = values + size * static_cast<long>(begin);
    const float own[3] = {diagonal[0], diagonal[5], diagonal[10]};
    for (int at = begin; at < end; ++at) s.places[f.columns[at]] = at;
    for (int earlier = s.first[row], after; earlier >= 0; earlier = after) {
      after = s.next[earlier];
      const int at = s.pending[earlier]++;
      subtract(f.values + 9 * static_cast<long>(at), blocks + 3 * static_cast<long>(at),
               f.columns + at, f.ends[earlier] - at, s.places, blocks);
      await(earlier);
    }
    if (!finish(blocks + 3 * static_cast<long>(begin), end - begin, own,
                f.values + 9 * static_cast<long>(begin)))
      return false;
    for (int at = begin; at < end; ++at) s.places[f.columns[at]] = -1;
    s.pending[row] = begin + 1;
    await(row);
    begin = end;
  }
  return true;
}

/// Sets y = D^-1 (I + U)'^-1 y in these rows for m vectors y, of which a row's numbers are
/// neighbours, and subtracts from `passed` in the separator.
template <int m>
HWY_INLINE void sweep_forward(const FactorRows& f, RowRange rows, Four* y, Four* passed) {
  const float* block = f.values + 9 * static_cast<long>(first_block(f, rows.first));
  const int* column = f.columns + first_block(f, rows.first);
  for (int row = rows.first; row < rows.last; ++row) {
    Four own[m], turned[m], turned_back[m];
    for (int j = 0; j < m; ++j) {
      Four& here = y[m * row + j];
      own[j] = here;
      turned[j] = rotated(here);
      turned_back[j] = rotated_back(here);
      here = loose(block) * own[j] + rotated(loose(block + 3) * own[j]) +
             rotated_back(loose(block + 6) * own[j]);
    }
    const auto subtract_from = [&](Four* to) {
      for (int j = 0; j < m; ++j)
        to[j] -= loose(block) * own[j] + loose(block + 3) * turned_back[j] +
                 loose(block + 6) * turned[j];
    };
    const int* const end = f.columns + f.ends[row];
    for (++column, block += 9; column < end && *column < rows.last; ++column, block += 9)
      subtract_from(y + m * *column);
    for (; column < end; ++column, block += 9) subtract_from(passed + m * (*column - f.separator));
  }
}

/// Sets y = (I + U)^-1 y in these rows, and z and r' z from it.
template <int m>
HWY_INLINE void sweep_back(const FactorRows& f, RowRange rows, const Substitution* sides, Four* y,
                           double* products) {
  double sums[m] = {};  // in registers: threads write to neighbouring products
  const float* block = f.values + 9 * static_cast<long>(first_block(f, rows.last));
  const int* column = f.columns + first_block(f, rows.last);
  for (int row = rows.last - 1; row >= rows.first; --row) {
    const int* const begin = f.columns + first_block(f, row);
    Four main[m] = {}, next[m] = {}, last[m] = {};
    for (--column, block -= 9; column > begin; --column, block -= 9)
      for (int j = 0; j < m; ++j) {
        const Four from = y[m * *column + j];
        main[j] += loose(block) * from;
        next[j] += loose(block + 3) * from;
        last[j] += loose(block + 6) * from;
      }
    for (int j = 0; j < m; ++j) {
      Four& own = y[m * row + j];
      own -= main[j] + rotated(next[j]) + rotated_back(last[j]);
      for (int i = 0; i < 3; ++i) {
        const double value = sides[j].rescale * static_cast<double>(own[i]);
        sides[j].z[3 * f.order[row] + i] = value;
        sums[j] += value * sides[j].r[3 * f.order[row] + i];
      }
    }
  }
  std::copy_n(sums, m, products);
}

template <int m>
HWY_INLINE void forward(const FactorRows& f, RowRange rows, const Substitution* sides, Four* y,
                        Four* passed, int domains) {
  for (int row = rows.first; row < rows.last; ++row)
    for (int j = 0; j < m; ++j) {
      const double *from = sides[j].r + 3 * f.order[row], scale = sides[j].scale;
      y[m * row + j] =
          Four{static_cast<float>(scale * from[0]), static_cast<float>(scale * from[1]),
               static_cast<float>(scale * from[2]), 0};
    }
  const long between = static_cast<long>(m) * (f.rows - f.separator);
  if (domains == 0) std::fill_n(passed, between, Four{});
  for (int domain = 0; domain < domains; ++domain, passed += between)
    for (long i = 0; i < between; ++i) y[m * f.separator + i] += passed[i];
  sweep_forward<m>(f, rows, y, passed);
}

void forward_any(const FactorRows& f, RowRange rows, const Substitution* sides, int count,
                 float* work, float* passed, int domains) {
  auto *y = reinterpret_cast<Four*>(work), *to = reinterpret_cast<Four*>(passed);
  if (count == 1)
    forward<1>(f, rows, sides, y, to, domains);
  else
    forward<2>(f, rows, sides, y, to, domains);
}
void back_any(const FactorRows& f, RowRange rows, const Substitution* sides, int count, float* work,
              double* products) {
  auto* y = reinterpret_cast<Four*>(work);
  if (count == 1)
    sweep_back<1>(f, rows, sides, y, products);
  else
    sweep_back<2>(f, rows, sides, y, products);
}

}  // namespace
}  // namespace stiffbench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stiffbench {

HWY_EXPORT(factorize_range);
HWY_EXPORT(forward_any);
HWY_EXPORT(back_any);

bool factorize_rows(float* blocks, const FactorRows& factor, const FactorScratch& scratch,
                    RowRange rows) {
  return HWY_DYNAMIC_DISPATCH(factorize_range)(blocks, factor, scratch, rows);
}

void enter_separator(const FactorRows& factor, const FactorScratch& scratch) {
  for (int row = 0; row < factor.separator; ++row) {
    if (scratch.pending[row] == factor.ends[row]) continue;
    const int column = factor.columns[scratch.pending[row]];
    scratch.next[row] = scratch.first[column];
    scratch.first[column] = row;
  }
}

void substitute_forward(const FactorRows& factor, RowRange rows, const Substitution* sides,
                        int count, float* work, float* passed, int domains) {
  HWY_DYNAMIC_DISPATCH(forward_any)(factor, rows, sides, count, work, passed, domains);
}

void substitute_back(const FactorRows& factor, RowRange rows, const Substitution* sides, int count,
                     float* work, double* products) {
  HWY_DYNAMIC_DISPATCH(back_any)(factor, rows, sides, count, work, products);
}

}  // namespace stiffbench
#endif
