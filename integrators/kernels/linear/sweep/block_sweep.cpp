#include "integrators/kernels/linear/sweep/block_sweep.hpp"

#include "base/system/instruction_set.hpp"

// This file is compiled once for each instruction set. The baseline, without wide registers, is
// correct but slow; symmetric_product.cpp has a faster way there.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "integrators/kernels/linear/sweep/block_sweep.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Vector arguments of inlined functions do not affect the binary interface.
#pragma GCC diagnostic ignored "-Wpsabi"

HWY_BEFORE_NAMESPACE();
namespace stiffbench::HWY_NAMESPACE {
namespace {

/// Four numbers of one vector, or of each of two vectors.
using Four = double __attribute__((vector_size(32)));
using Eight = double __attribute__((vector_size(64)));

/// The numbers of one row of blocks, of all vectors.
template <class Register, int count>
struct Lanes {
  Register part[count];
};

HWY_INLINE Four rotated(const Four& a) { return __builtin_shufflevector(a, a, 1, 2, 0, 3); }
HWY_INLINE Eight rotated(const Eight& a) {
  return __builtin_shufflevector(a, a, 1, 2, 0, 3, 5, 6, 4, 7);
}
HWY_INLINE Four rotated_back(const Four& a) { return __builtin_shufflevector(a, a, 2, 0, 1, 3); }
HWY_INLINE Eight rotated_back(const Eight& a) {
  return __builtin_shufflevector(a, a, 2, 0, 1, 3, 6, 4, 5, 7);
}

/// Loads a register from memory that need not be aligned.
template <class Register>
HWY_INLINE Register loose(const double* from) {
  Register a;
  __builtin_memcpy(&a, from, sizeof a);
  return a;
}

HWY_INLINE void repeat(const double* from, Four& to) { to = loose<Four>(from); }
HWY_INLINE void repeat(const double* from, Eight& to) {
#if HWY_TARGET == HWY_AVX3
  // GCC 12 compiles the intrinsic function to two instructions, a load and a shuffle.
  asm("vbroadcastf64x4 %1, %0" : "=v"(to) : "m"(*reinterpret_cast<const double(*)[4]>(from)));
#else
  const Four a = loose<Four>(from);
  to = __builtin_shufflevector(a, a, 0, 1, 2, 3, 0, 1, 2, 3);
#endif
}
/// Returns vector `vector` of the registers, repeated for every output.
HWY_INLINE Four spread(const Four* parts, int vector) { return parts[vector]; }
HWY_INLINE Eight spread(const Eight* parts, int vector) {
  const Eight a = parts[vector / 2];
  return vector % 2 == 0 ? __builtin_shufflevector(a, a, 0, 1, 2, 3, 0, 1, 2, 3)
                         : __builtin_shufflevector(a, a, 4, 5, 6, 7, 4, 5, 6, 7);
}

template <class Register, int count>
HWY_INLINE Lanes<Register, count> load(const double* from) {
  Lanes<Register, count> a;
  for (int i = 0; i < count; ++i) a.part[i] = reinterpret_cast<const Register*>(from)[i];
  return a;
}

/// The diagonals of a block, repeated for as many vectors as a register holds.
template <class Register, bool symmetric>
struct Diagonals {
  Register main, next, last;
  HWY_INLINE explicit Diagonals(const double* block) {
    repeat(block, main);
    repeat(block + 3, next);
    if constexpr (symmetric)
      last = rotated(next);
    else
      repeat(block + 6, last);
  }
};

template <class Register, int count>
HWY_INLINE void add_outputs(const BlockSweep& s, const Lanes<Register, count>& x,
                            const Lanes<Register, count>& y, int row) {
  constexpr int wide = sizeof(Register) / sizeof(Four), vectors = wide * count;
  Register from[2 * vectors];
  for (int i = 0; i < vectors; ++i) {
    from[i] = spread(x.part, i);
    from[vectors + i] = spread(y.part, i);
  }
  double* sums = s.sums + 4 * s.outputs * row;
  for (int o = 0; o < s.outputs; o += wide) {
    const double* shares = s.shares + 16 * vectors * (o / 2) + 4 * (o % 2);
    auto& sum = *reinterpret_cast<Register*>(sums + 4 * o);
    Register a = sum;
    for (int i = 0; i < 2 * vectors; ++i) a += from[i] * loose<Register>(shares + 8 * i);
    sum = a;
  }
}

template <class Register, int count, bool symmetric>
void sweep_rows(const BlockSweep& s, int first, int last) {
  constexpr int stride = sizeof(Register) / sizeof(double) * count, size = symmetric ? 6 : 9;
  using Row = Lanes<Register, count>;
  const int* column = s.K.columns + (first == 0 ? 0 : s.K.ends[first - 1]);
  const double* block = s.K.values + size * static_cast<long>(column - s.K.columns);
  for (int row = first; row < last; ++row) {
    const Row x = load<Register, count>(s.x + stride * row);
    Row scaled, turned, turned_back, own, own_next, own_last;
    {
      const Diagonals<Register, symmetric> d(block);
      for (int i = 0; i < count; ++i) {
        scaled.part[i] = s.scale * x.part[i];
        turned.part[i] = rotated(scaled.part[i]);
        turned_back.part[i] = rotated_back(scaled.part[i]);
        own.part[i] = (d.main - s.shift) * x.part[i];
        own_next.part[i] = d.next * x.part[i];
        own_last.part[i] = d.last * x.part[i];
      }
    }
    const int* const end = s.K.columns + s.K.ends[row];
    for (++column, block += size; column < end; ++column, block += size) {
      __builtin_prefetch(block + 192);
      const Diagonals<Register, symmetric> d(block);
      const auto* from = reinterpret_cast<const Register*>(s.x + stride * *column);
      auto* other = reinterpret_cast<Register*>(s.y + stride * *column);
      for (int i = 0; i < count; ++i) {
        const Register a = from[i];
        own.part[i] += d.main * a;
        own_next.part[i] += d.next * a;
        own_last.part[i] += d.last * a;
        other[i] +=
            d.main * scaled.part[i] + d.next * turned_back.part[i] + d.last * turned.part[i];
      }
    }
    auto* to = reinterpret_cast<Register*>(s.y + stride * row);
    Row y;
    for (int i = 0; i < count; ++i)
      to[i] = y.part[i] = to[i] + s.scale * (own.part[i] + rotated(own_next.part[i]) +
                                             rotated_back(own_last.part[i]));
    if (s.outputs > 0) add_outputs(s, x, y, row);
  }
}

template <class Register, int count>
void sweep_vectors(const BlockSweep& s, int first, int last) {
  s.K.symmetric ? sweep_rows<Register, count, true>(s, first, last)
                : sweep_rows<Register, count, false>(s, first, last);
}

#if HWY_TARGET == HWY_AVX3
using Pair = Lanes<Eight, 1>;
#else
using Pair = Lanes<Four, 2>;
#endif

template <class Register, int count>
void sweep_pairs(const Lanes<Register, count>&, const BlockSweep& s, int first, int last) {
  s.vectors == 2 ? sweep_vectors<Register, count>(s, first, last)
                 : sweep_vectors<Register, 2 * count>(s, first, last);
}

void sweep_all(const BlockSweep& s, int first, int last) {
  s.vectors == 1 ? sweep_vectors<Four, 1>(s, first, last) : sweep_pairs(Pair(), s, first, last);
}

}  // namespace
}  // namespace stiffbench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stiffbench {

HWY_EXPORT(sweep_all);

void sweep_blocks(const BlockSweep& sweep, int first, int last) {
  HWY_DYNAMIC_DISPATCH(sweep_all)(sweep, first, last);
}

}  // namespace stiffbench
#endif
