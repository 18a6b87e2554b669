#include "problems/contact/audit/orientation.hpp"

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stiffbench {
namespace {

/// Integers of any size, and integers of 512 bits, which are several times faster.
using Integer = boost::multiprecision::cpp_int;
using ShortInteger = boost::multiprecision::int512_t;

/// Finite numbers as integers times one power of two.
template <std::size_t n>
struct Scaled {
  explicit Scaled(const std::array<double, n>& numbers) {
    constexpr int digits = 53;
    int least = std::numeric_limits<int>::max(), most = std::numeric_limits<int>::min();
    for (std::size_t i = 0; i < n; ++i) {
      mantissa[i] = static_cast<long long>(std::ldexp(std::frexp(numbers[i], &shift[i]), digits));
      if (mantissa[i] == 0) continue;
      least = std::min(least, shift[i]);
      most = std::max(most, shift[i]);
    }
    for (std::size_t i = 0; i < n; ++i) shift[i] = mantissa[i] == 0 ? 0 : shift[i] - least;
    bits = most < least ? 0 : digits + most - least;
  }
  template <class Int>
  std::array<Int, n> as() const {
    std::array<Int, n> all;
    for (std::size_t i = 0; i < n; ++i) {
      all[i] = mantissa[i];
      all[i] <<= shift[i];
    }
    return all;
  }
  std::array<long long, n> mantissa{};
  std::array<int, n> shift{};
  int bits;  // of the largest integer
};

/// Returns the sign that `evaluate` finds with short integers if products of three differences of
/// these numbers fit, else with long ones.
template <std::size_t n, class Evaluate>
int exact_sign(const std::array<double, n>& numbers, const Evaluate& evaluate) {
  const Scaled<n> scaled(numbers);
  constexpr int most = (512 - 4) / 3 - 1;
  return scaled.bits <= most ? evaluate(scaled.template as<ShortInteger>())
                             : evaluate(scaled.template as<Integer>());
}

constexpr int open = 2;

/// Returns the sign of a value whose round-off is at most `bound` times `size`, the sum of the
/// magnitudes of its terms, or `open` if round-off, overflow or underflow may have changed it.
int certain_sign(double value, double bound, double size) {
  constexpr double least_size = 1e-270;
  if (size > least_size && std::abs(value) > bound * size && std::isfinite(size))
    return value > 0 ? 1 : -1;
  return open;
}

}  // namespace

int orientation(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                const Eigen::Vector3d& d) {
  constexpr double bound = 7.8e-16;  // (7 + 56 u) u, u = 2^-53
  const Eigen::Vector3d p = a - d, q = b - d, r = c - d;
  // Faces of bodies are often flat and normal to an axis. Differences are exact where they vanish.
  if (((p.array() == 0) && (q.array() == 0) && (r.array() == 0)).any()) return 0;
  const double xy[] = {q[0] * r[1], r[0] * q[1], r[0] * p[1],
                       p[0] * r[1], p[0] * q[1], q[0] * p[1]};
  const double volume = p[2] * (xy[0] - xy[1]) + q[2] * (xy[2] - xy[3]) + r[2] * (xy[4] - xy[5]);
  const double size = std::abs(p[2]) * (std::abs(xy[0]) + std::abs(xy[1])) +
                      std::abs(q[2]) * (std::abs(xy[2]) + std::abs(xy[3])) +
                      std::abs(r[2]) * (std::abs(xy[4]) + std::abs(xy[5]));
  const int sign = certain_sign(volume, bound, size);
  if (sign != open) return sign;
  return exact_sign<12>({a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], d[0], d[1], d[2]},
                        []<class Int>(const std::array<Int, 12>& x) {
                          std::array<Int, 9> e;
                          for (std::size_t i = 0; i < 9; ++i) e[i] = x[i] - x[9 + i % 3];
                          const Int all = e[0] * (e[4] * e[8] - e[5] * e[7]) +
                                          e[3] * (e[7] * e[2] - e[8] * e[1]) +
                                          e[6] * (e[1] * e[5] - e[2] * e[4]);
                          return all.sign();
                        });
}

int orientation(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
  constexpr double bound = 3.4e-16;  // (3 + 16 u) u
  const Eigen::Vector2d p = a - c, q = b - c;
  if (((p.array() == 0) && (q.array() == 0)).any()) return 0;
  const double left = p[0] * q[1], right = p[1] * q[0];
  const int sign = certain_sign(left - right, bound, std::abs(left) + std::abs(right));
  if (sign != open) return sign;
  return exact_sign<6>(
      {a[0], a[1], b[0], b[1], c[0], c[1]}, []<class Int>(const std::array<Int, 6>& x) {
        const Int all = (x[0] - x[4]) * (x[3] - x[5]) - (x[1] - x[5]) * (x[2] - x[4]);
        return all.sign();
      });
}

int side_of_plane(const Eigen::Vector3d& normal, double offset, const Eigen::Vector3d& x) {
  constexpr double bound = 5e-16;  // four roundings
  const Eigen::Array3d terms = normal.array() * x.array();
  const int sign = certain_sign(terms.sum() - offset, bound, terms.abs().sum() + std::abs(offset));
  if (sign != open) return sign;
  // The offset times 1, in the units of the coordinates, makes all terms products of two integers.
  const auto n = Scaled<4>({normal[0], normal[1], normal[2], offset}).as<Integer>();
  const auto p = Scaled<4>({x[0], x[1], x[2], 1}).as<Integer>();
  const Integer height = n[0] * p[0] + n[1] * p[1] + n[2] * p[2] - n[3] * p[3];
  return height.sign();
}

}  // namespace stiffbench
