#include "integrators/kernels/linear/supernodal/supernodal_solve.hpp"

#include "base/system/instruction_set.hpp"

#include <cmath>

// This file is compiled once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "integrators/kernels/linear/supernodal/supernodal_solve.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Vector arguments of inlined functions do not affect the binary interface.
#pragma GCC diagnostic ignored "-Wpsabi"

HWY_BEFORE_NAMESPACE();
namespace stiffbench::HWY_NAMESPACE {
namespace {

template <class Real>
struct Register;
template <>
struct Register<double> {
  using type = double __attribute__((vector_size(64)));
};
template <>
struct Register<float> {
  using type = float __attribute__((vector_size(64)));
};

/// `width` columns of a supernode, from one row on, side by side.
template <class Real, int width>
struct Panel {
  using Lane = typename Register<Real>::type;
  static constexpr int lanes = sizeof(Lane) / sizeof(Real);

  const Real* column[width];

  HWY_INLINE Panel(const Real* first, long stride) {
    for (int i = 0; i < width; ++i) column[i] = first + i * stride;
  }
  static HWY_INLINE Lane load(const Real* from) {
    Lane a;
    __builtin_memcpy(&a, from, sizeof a);
    return a;
  }
  /// Subtracts the columns times x from t, in these rows.
  HWY_INLINE void subtract(const Real* x, Real* t, int rows) const {
    int row = 0;
    for (; row + lanes <= rows; row += lanes) {
      Lane sum = load(t + row);
      for (int i = 0; i < width; ++i) sum -= load(column[i] + row) * x[i];
      __builtin_memcpy(t + row, &sum, sizeof sum);
    }
    for (; row < rows; ++row)
      for (int i = 0; i < width; ++i) t[row] -= column[i][row] * x[i];
  }
  /// Subtracts the products of the columns with t, in these rows, from x.
  HWY_INLINE void subtract_products(const Real* t, Real* x, int rows) const {
    Lane sums[width] = {};
    int row = 0;
    for (; row + lanes <= rows; row += lanes) {
      const Lane from = load(t + row);
      for (int i = 0; i < width; ++i) sums[i] += load(column[i] + row) * from;
    }
    for (int i = 0; i < width; ++i) {
      Lane& sum = sums[i];
      for (int half = lanes / 2; half > 0; half /= 2)
        for (int lane = 0; lane < half; ++lane) sum[lane] += sum[lane + half];
      Real rest = sum[0];
      for (int tail = row; tail < rows; ++tail) rest += column[i][tail] * t[tail];
      x[i] -= rest;
    }
  }
};

/// Solves with `width` columns, from column j of a supernode on; t holds its rows.
template <int width, class Real>
HWY_INLINE void forward(const Real* values, int rows, int j, Real* t) {
  const Panel<Real, width> c(values + static_cast<long>(j) * rows, rows);
  for (int i = 0; i < width; ++i) {
    for (int k = 0; k < i; ++k) t[j + i] -= c.column[k][j + i] * t[j + k];
    t[j + i] /= c.column[i][j + i];
  }
  const int after = j + width;
  const Panel<Real, width> below(values + static_cast<long>(j) * rows + after, rows);
  below.subtract(t + j, t + after, rows - after);
}

template <int width, class Real>
HWY_INLINE void back(const Real* values, int rows, int j, Real* t) {
  const Panel<Real, width> c(values + static_cast<long>(j) * rows, rows);
  const int after = j + width;
  const Panel<Real, width> below(values + static_cast<long>(j) * rows + after, rows);
  below.subtract_products(t + after, t + j, rows - after);
  for (int i = width - 1; i >= 0; --i) {
    for (int k = i + 1; k < width; ++k) t[j + i] -= c.column[i][j + k] * t[j + k];
    t[j + i] /= c.column[i][j + i];
  }
}

template <class Real>
void solve_all(const Supernodes& L, const Real* values, Real* x, Real* t) {
  for (int k = 0; k < L.count; ++k) {
    const int first = L.super[k], columns = L.super[k + 1] - first, rows = L.pi[k + 1] - L.pi[k];
    const Real* own = values + L.px[k];
    const int* row = L.s + L.pi[k];
    for (int i = 0; i < rows; ++i) t[i] = i < columns ? x[first + i] : 0;
    int j = 0;
    for (; j + 4 <= columns; j += 4) forward<4>(own, rows, j, t);
    for (; j < columns; ++j) forward<1>(own, rows, j, t);
    for (int i = 0; i < columns; ++i) x[first + i] = t[i];
    for (int i = columns; i < rows; ++i) x[row[i]] += t[i];
  }
  for (int k = L.count - 1; k >= 0; --k) {
    const int first = L.super[k], columns = L.super[k + 1] - first, rows = L.pi[k + 1] - L.pi[k];
    const Real* own = values + L.px[k];
    const int* row = L.s + L.pi[k];
    for (int i = 0; i < rows; ++i) t[i] = x[row[i]];
    int j = columns;
    for (; j % 4 != 0; --j) back<1>(own, rows, j - 1, t);
    for (; j > 0; j -= 4) back<4>(own, rows, j - 4, t);
    for (int i = 0; i < columns; ++i) x[first + i] = t[i];
  }
}

void solve_double(const Supernodes& L, const double* values, double* x, double* work) {
  solve_all(L, values, x, work);
}
void solve_float(const Supernodes& L, const float* values, float* x, float* work) {
  solve_all(L, values, x, work);
}

}  // namespace
}  // namespace stiffbench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stiffbench {

HWY_EXPORT(solve_double);
HWY_EXPORT(solve_float);

double energy_norm(const Supernodes& L, const double* values, const double* x) {
  double sum = 0;
  for (int k = 0; k < L.count; ++k) {
    const int columns = L.super[k + 1] - L.super[k], rows = L.pi[k + 1] - L.pi[k];
    const int* row = L.s + L.pi[k];
    for (int j = 0; j < columns; ++j) {
      const double* column = values + L.px[k] + static_cast<long>(j) * rows;
      double product = 0;
      for (int i = j; i < rows; ++i) product += column[i] * x[row[i]];
      sum += product * product;
    }
  }
  return std::sqrt(sum);
}

void solve_supernodes(const Supernodes& L, const double* values, double* x, double* work) {
  HWY_DYNAMIC_DISPATCH(solve_double)(L, values, x, work);
}
void solve_supernodes(const Supernodes& L, const float* values, float* x, float* work) {
  HWY_DYNAMIC_DISPATCH(solve_float)(L, values, x, work);
}

}  // namespace stiffbench
#endif
