#include "problems/contact/audit/orientation.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <climits>

#include <algorithm>
#include <array>
#include <cmath>

namespace stiffbench {
namespace {

using Integer = boost::multiprecision::cpp_int;

/// Returns finite numbers as integers, all divided by the same power of two.
template <std::size_t n>
std::array<Integer, n> integers(const std::array<double, n>& numbers) {
  constexpr int digits = 53;
  std::array<long long, n> mantissa{};
  std::array<int, n> exponent{};
  int least = INT_MAX;
  for (std::size_t i = 0; i < n; ++i) {
    mantissa[i] = static_cast<long long>(std::ldexp(std::frexp(numbers[i], &exponent[i]), digits));
    if (mantissa[i] != 0) least = std::min(least, exponent[i]);
  }
  std::array<Integer, n> all;
  for (std::size_t i = 0; i < n; ++i) {
    all[i] = mantissa[i];
    if (mantissa[i] != 0) all[i] <<= exponent[i] - least;
  }
  return all;
}

/// Returns the sign of a value whose round-off is at most `bound` times `size`, the sum of the
/// magnitudes of its terms; 2 if round-off, overflow or underflow leaves it open.
int certain_sign(double value, double bound, double size) {
  constexpr double least_size = 1e-270;
  if (size > least_size && std::abs(value) > bound * size && std::isfinite(size))
    return value > 0 ? 1 : -1;
  return 2;
}

int exact_orientation(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                      const Eigen::Vector3d& d) {
  const auto x =
      integers<12>({a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], d[0], d[1], d[2]});
  std::array<Integer, 9> e;
  for (std::size_t i = 0; i < 9; ++i) e[i] = x[i] - x[9 + i % 3];
  const Integer volume = e[0] * (e[4] * e[8] - e[5] * e[7]) + e[3] * (e[7] * e[2] - e[8] * e[1]) +
                         e[6] * (e[1] * e[5] - e[2] * e[4]);
  return volume.sign();
}

int exact_orientation(const Eigen::Vector2d& a, const Eigen::Vector2d& b,
                      const Eigen::Vector2d& c) {
  const auto x = integers<6>({a[0], a[1], b[0], b[1], c[0], c[1]});
  const Integer area = (x[0] - x[4]) * (x[3] - x[5]) - (x[1] - x[5]) * (x[2] - x[4]);
  return area.sign();
}

int exact_side(const Eigen::Vector3d& normal, double offset, const Eigen::Vector3d& x) {
  // The unit 1 is a fourth coordinate of x, so that all terms are products of two integers.
  const auto n = integers<4>({normal[0], normal[1], normal[2], offset});
  const auto p = integers<4>({x[0], x[1], x[2], 1});
  const Integer height = n[0] * p[0] + n[1] * p[1] + n[2] * p[2] - n[3] * p[3];
  return height.sign();
}

}  // namespace

int orientation(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                const Eigen::Vector3d& d) {
  constexpr double bound = 7.8e-16;  // (7 + 56 u) u, u = 2^-53
  const Eigen::Vector3d p = a - d, q = b - d, r = c - d;
  const double xy[] = {q[0] * r[1], r[0] * q[1], r[0] * p[1],
                       p[0] * r[1], p[0] * q[1], q[0] * p[1]};
  const double volume = p[2] * (xy[0] - xy[1]) + q[2] * (xy[2] - xy[3]) + r[2] * (xy[4] - xy[5]);
  const double size = std::abs(p[2]) * (std::abs(xy[0]) + std::abs(xy[1])) +
                      std::abs(q[2]) * (std::abs(xy[2]) + std::abs(xy[3])) +
                      std::abs(r[2]) * (std::abs(xy[4]) + std::abs(xy[5]));
  const int sign = certain_sign(volume, bound, size);
  return sign != 2 ? sign : exact_orientation(a, b, c, d);
}

int orientation(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
  constexpr double bound = 3.4e-16;  // (3 + 16 u) u
  const double left = (a[0] - c[0]) * (b[1] - c[1]), right = (a[1] - c[1]) * (b[0] - c[0]);
  const int sign = certain_sign(left - right, bound, std::abs(left) + std::abs(right));
  return sign != 2 ? sign : exact_orientation(a, b, c);
}

int side_of_plane(const Eigen::Vector3d& normal, double offset, const Eigen::Vector3d& x) {
  constexpr double bound = 5e-16;  // four roundings
  const Eigen::Array3d terms = normal.array() * x.array();
  const int sign = certain_sign(terms.sum() - offset, bound, terms.abs().sum() + std::abs(offset));
  return sign != 2 ? sign : exact_side(normal, offset, x);
}

}  // namespace stiffbench
