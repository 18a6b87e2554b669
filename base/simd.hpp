#pragma once

#include <Eigen/Core>

#include <array>
#include <cmath>
#include <cstring>

#ifdef __SSE2__
#include <immintrin.h>
#endif

/// Inlines all calls in the function that it precedes, so that operands stay in registers. Has no
/// effect in builds with sanitizers: these check every access, and the compiler would need
/// gigabytes of memory for such a function.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define STIFFBENCH_FLATTEN
#else
#define STIFFBENCH_FLATTEN [[gnu::flatten]]
#endif

namespace stiffbench {

/// Eight doubles processed together with SIMD instructions. Lanes is the scalar type of Eigen's
/// matrices where one formula is applied to eight elements at a time. Such a formula calls select()
/// instead of branching; select() also takes plain numbers, so one template serves both:
///
///     const Scalar root = select(x < y, sqrt(x), Scalar(0));
class Lanes {
 public:
  static constexpr int count = 8;
  using Vector [[gnu::vector_size(64)]] = double;
  /// One condition for each lane. All bits of a lane are set if its condition holds.
  class Mask {
   public:
    using Vector [[gnu::vector_size(64)]] = long long;
    [[gnu::always_inline]] explicit Mask(const Vector& all) : v(all) {}
    [[gnu::always_inline]] bool operator[](int lane) const { return v[lane] != 0; }
    [[gnu::always_inline]] friend Mask operator&(const Mask& a, const Mask& b) {
      return Mask(a.v & b.v);
    }
    [[gnu::always_inline]] friend Mask operator!(const Mask& a) { return Mask(~a.v); }
    Vector v;
  };

  Lanes() = default;
  [[gnu::always_inline]] Lanes(double all) : v(all - Vector{}) {}
  [[gnu::always_inline]] explicit Lanes(const Vector& all) : v(all) {}
  /// Returns the numbers value(0) to value(7).
  template <class Value>
  [[gnu::always_inline]] static Lanes of(Value&& value) {
    return Lanes(
        Vector{value(0), value(1), value(2), value(3), value(4), value(5), value(6), value(7)});
  }
  [[gnu::always_inline]] double operator[](int lane) const { return v[lane]; }
  [[gnu::always_inline]] void set(int lane, double number) { v[lane] = number; }

  [[gnu::always_inline]] Lanes operator-() const { return Lanes(-v); }
  [[gnu::always_inline]] friend Lanes operator+(const Lanes& a, const Lanes& b) {
    return Lanes(a.v + b.v);
  }
  [[gnu::always_inline]] friend Lanes operator-(const Lanes& a, const Lanes& b) {
    return Lanes(a.v - b.v);
  }
  [[gnu::always_inline]] friend Lanes operator*(const Lanes& a, const Lanes& b) {
    return Lanes(a.v * b.v);
  }
  [[gnu::always_inline]] friend Lanes operator/(const Lanes& a, const Lanes& b) {
    return Lanes(a.v / b.v);
  }
  [[gnu::always_inline]] Lanes& operator+=(const Lanes& b) { return *this = *this + b; }
  [[gnu::always_inline]] Lanes& operator-=(const Lanes& b) { return *this = *this - b; }
  [[gnu::always_inline]] Lanes& operator*=(const Lanes& b) { return *this = *this * b; }
  [[gnu::always_inline]] Lanes& operator/=(const Lanes& b) { return *this = *this / b; }

  [[gnu::always_inline]] friend Mask operator<(const Lanes& a, const Lanes& b) {
    return Mask(a.v < b.v);
  }
  [[gnu::always_inline]] friend Mask operator<=(const Lanes& a, const Lanes& b) {
    return Mask(a.v <= b.v);
  }
  [[gnu::always_inline]] friend Mask operator>(const Lanes& a, const Lanes& b) { return b < a; }
  [[gnu::always_inline]] friend Mask operator>=(const Lanes& a, const Lanes& b) { return b <= a; }
  [[gnu::always_inline]] friend Mask operator==(const Lanes& a, const Lanes& b) {
    return Mask(a.v == b.v);
  }

  Vector v;
};

/// Returns, lane by lane, `a` where the condition holds and `b` elsewhere. Both are evaluated.
[[gnu::always_inline]] inline Lanes select(const Lanes::Mask& condition, const Lanes& a,
                                           const Lanes& b) {
  return Lanes(condition.v ? a.v : b.v);
}
template <class Scalar>
Scalar select(bool condition, const Scalar& a, const Scalar& b) {
  return condition ? a : b;
}

/// Returns true if the condition holds in any lane.
[[gnu::always_inline]] inline bool any(const Lanes::Mask& condition) {
  const auto& v = condition.v;
  const auto four =
      __builtin_shufflevector(v, v, 0, 1, 2, 3) | __builtin_shufflevector(v, v, 4, 5, 6, 7);
  const auto two =
      __builtin_shufflevector(four, four, 0, 1) | __builtin_shufflevector(four, four, 2, 3);
  return (two[0] | two[1]) != 0;
}
inline bool any(bool condition) { return condition; }

[[gnu::always_inline]] inline Lanes abs(const Lanes& a) { return select(a < 0, -a, a); }
/// Returns |a| with the sign of b. Both zeros count as positive.
[[gnu::always_inline]] inline Lanes copysign(const Lanes& a, const Lanes& b) {
  const Lanes size = abs(a);
  return select(b < 0, -size, size);
}
/// Returns the larger number of each lane, or `a` where one of the two is NaN.
[[gnu::always_inline]] inline Lanes max(const Lanes& a, const Lanes& b) {
  return select(a < b, b, a);
}
/// Returns the smaller number of each lane, or `a` where one of the two is NaN.
[[gnu::always_inline]] inline Lanes min(const Lanes& a, const Lanes& b) {
  return select(b < a, b, a);
}

/// Returns square roots that are correct to the last bit. The fast square roots of Eigen's arrays
/// are not.
[[gnu::always_inline]] inline Lanes sqrt(const Lanes& a) {
#if defined(__AVX512F__)
  return Lanes(Lanes::Vector(_mm512_sqrt_pd(a.v)));
#elif defined(__SSE2__)
  Lanes root;
  for (int lane = 0; lane < Lanes::count; lane += 2) {
    const __m128d two = _mm_sqrt_pd(__m128d{a.v[lane], a.v[lane + 1]});
    root.v[lane] = two[0];
    root.v[lane + 1] = two[1];
  }
  return root;
#else
  return Lanes::of([&](int lane) { return std::sqrt(a[lane]); });
#endif
}
[[gnu::always_inline]] inline Lanes log(const Lanes& a) {
  Eigen::Array<double, Lanes::count, 1> values;
  std::memcpy(values.data(), &a.v, sizeof a.v);
  values = values.log().eval();
  Lanes result;
  std::memcpy(&result.v, values.data(), sizeof result.v);
  return result;
}
/// Returns the logarithm of 1 + x without loss of digits for small x: the rounding error of the sum
/// 1 + x cancels in the quotient (Kahan).
[[gnu::always_inline]] inline Lanes log1p(const Lanes& x) {
  const Lanes sum = 1 + x;
  return select(sum == 1, x, x * (log(sum) / (sum - 1)));
}

/// Returns the sum over all lanes, added in the order of the lanes.
inline double sum(const Lanes& a) {
  double total = 0;
  for (int lane = 0; lane < Lanes::count; ++lane) total += a[lane];
  return total;
}

/// Transposes an 8 x 8 matrix in registers: lane i of result j is lane j of rows[i]. The algorithm
/// exchanges single numbers, then pairs, then groups of four.
[[gnu::always_inline]] inline std::array<Lanes, 8> transposed(const std::array<Lanes, 8>& rows) {
  Lanes::Vector pairs[8], fours[8];
  std::array<Lanes, 8> columns;
  for (std::size_t i = 0; i < 8; i += 2) {
    const Lanes::Vector &a = rows[i].v, &b = rows[i + 1].v;
    pairs[i] = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
    pairs[i + 1] = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (const std::size_t i : {0, 1, 4, 5}) {
    const Lanes::Vector &a = pairs[i], &b = pairs[i + 2];
    fours[i] = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
    fours[i + 2] = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const Lanes::Vector &a = fours[i], &b = fours[i + 4];
    columns[i].v = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
    columns[i + 4].v = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
  }
  return columns;
}

/// Returns the matrix of one lane, with its entries converted to `Scalar`.
template <class Scalar, class Derived>
auto lane_of(const Eigen::MatrixBase<Derived>& A, int lane) {
  return A.unaryExpr([lane](const Lanes& entry) { return static_cast<Scalar>(entry[lane]); })
      .eval();
}
/// Writes a matrix of doubles to one lane of A.
template <class Into, class From>
void set_lane(Eigen::MatrixBase<Into>& A, int lane, const Eigen::MatrixBase<From>& values) {
  for (Eigen::Index j = 0; j < A.cols(); ++j)
    for (Eigen::Index i = 0; i < A.rows(); ++i) A(i, j).set(lane, values(i, j));
}

}  // namespace stiffbench

// Doxygen 1.9.4 fails on a specialization in a namespace that it has not read.
/// \cond
template <>
struct Eigen::NumTraits<stiffbench::Lanes> : Eigen::GenericNumTraits<stiffbench::Lanes> {
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = 1,
    AddCost = 1,
    MulCost = 1
  };
};
/// \endcond
