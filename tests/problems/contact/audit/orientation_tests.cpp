// Exact signs against determinants in rational numbers, and intersections against CGAL's.

#include "problems/contact/audit/edge_triangle.hpp"
#include "problems/contact/audit/orientation.hpp"
#include "tests/problems/contact/pairs.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch.hpp>

#if __has_include(<CGAL/MP_Float.h>)  // Debian's libcgal-dev; this part of it is under the LGPL
#include <CGAL/Intersections_3/Segment_3_Triangle_3.h>
#include <CGAL/MP_Float.h>
#include <CGAL/Segment_3.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/Triangle_3.h>
#define STIFFBENCH_CGAL
#endif

#include <algorithm>
#include <cmath>

namespace orientation_tests {

using namespace stiffbench;
using namespace stiffbench::test;

namespace {

using Rational = boost::multiprecision::cpp_rational;

/// The sign of the determinant of a matrix, by Laplace's expansion along the first row.
template <int n>
Rational determinant(const std::array<std::array<Rational, n>, n>& rows) {
  if constexpr (n == 1) {
    return rows[0][0];
  } else {
    Rational sum = 0;
    for (std::size_t k = 0; k < n; ++k) {
      std::array<std::array<Rational, n - 1>, n - 1> minor;
      for (std::size_t i = 1; i < n; ++i)
        for (std::size_t j = 0, m = 0; j < n; ++j)
          if (j != k) minor[i - 1][m++] = rows[i][j];
      sum += (k % 2 ? -1 : 1) * rows[0][k] * determinant<n - 1>(minor);
    }
    return sum;
  }
}

int exact(const Points<4>& x) {
  std::array<std::array<Rational, 4>, 4> rows;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < 3; ++k)
      rows[i][k] = Rational(x(static_cast<int>(k), static_cast<int>(i)));
    rows[i][3] = 1;
  }
  return determinant<4>(rows).sign();
}

int exact_in_plane(const Points<4>& x) {
  std::array<std::array<Rational, 3>, 3> rows;
  for (std::size_t i = 0; i < 3; ++i)
    rows[i] = {Rational(x(0, static_cast<int>(i))), Rational(x(1, static_cast<int>(i))), 1};
  return determinant<3>(rows).sign();
}

int exact_side(const Points<4>& x) {
  Rational sum = -Rational(x(0, 2));
  for (int k = 0; k < 3; ++k) sum += Rational(x(k, 0)) * Rational(x(k, 1));
  return sum.sign();
}

/// Compares all three signs. Returns that of the volume.
int judge(const Points<4>& x) {
  const int volume = exact(x);
  CHECK(orientation(Eigen::Vector3d(x.col(0)), Eigen::Vector3d(x.col(1)), Eigen::Vector3d(x.col(2)),
                    Eigen::Vector3d(x.col(3))) == volume);
  CHECK(orientation(Eigen::Vector2d(x.block<2, 1>(0, 0)), Eigen::Vector2d(x.block<2, 1>(0, 1)),
                    Eigen::Vector2d(x.block<2, 1>(0, 2))) == exact_in_plane(x));
  CHECK(side_of_plane(x.col(0), x(0, 2), x.col(1)) == exact_side(x));
  return volume;
}

/// Moves coordinates by some units in the last place.
template <int n>
void nudge(Points<n>& x, RandomPairs& random) {
  for (auto& coordinate : x.reshaped())
    coordinate *= 1 + 0x1p-52 * std::round(random.uniform(-2, 2));
}

Points<5> columns(const std::array<Eigen::Vector3d, 5>& x) {
  Points<5> points;
  points << x[0], x[1], x[2], x[3], x[4];
  return points;
}

/// Compares the answer for all orders of the vertices, which cannot change it, with this one.
void check_all_orders(Points<5> x, bool meets) {
  for (int i = 0; i < 6; ++i) {
    CHECK(edge_meets_triangle(x) == meets);
    x.col(0).swap(x.col(1));
    CHECK(edge_meets_triangle(x) == meets);
    x.col(2 + i % 3).swap(x.col(2 + (i + 1) % 3));
  }
}

}  // namespace

TEST_CASE("signs are those of exact determinants", "[audit]") {
  RandomPairs random(41);
  int flat = 0;
  for (int i = 0; i < 1500; ++i) {
    Points<4> x = i % 2 ? random.on_lattice<4>() : random.anywhere<4>();
    if (i % 4 == 0) {  // nearly in one plane, far away
      x.col(3) = 0.3 * x.col(0) + 0.5 * x.col(1) + 0.2 * x.col(2);
      x.colwise() += (i % 8 ? 1e3 : 0) * random.direction();
    }
    if (i % 3) nudge(x, random);
    flat += judge(x) == 0;
    judge(random.power(-150, 90) * x);
    judge(x.array() * random.anywhere<4>().array().pow(31));  // of all magnitudes
  }
  CHECK(flat > 100);
}

TEST_CASE("edges that pass, touch or miss a triangle", "[audit]") {
  const Eigen::Vector3d a(0, 0, 0), b(4, 0, 0), c(0, 4, 0), in(1, 1, 0), up(0, 0, 1);
  const auto check = [&](const Eigen::Vector3d& p, const Eigen::Vector3d& q, bool meets) {
    check_all_orders(columns({p, q, a, b, c}), meets);
  };
  check(in + up, in - up, true);
  check(in + up, in, true);  // a vertex in the face
  check(in + up, in + 1e-300 * up, false);
  check(b + up, b - up, true);                                       // an edge through a vertex
  check(Eigen::Vector3d(2, 2, 1), Eigen::Vector3d(2, 2, -1), true);  // through an edge
  check(Eigen::Vector3d(2, 2 + 4e-16, 1), Eigen::Vector3d(2, 2 + 4e-16, -1), false);
  check(Eigen::Vector3d(5, 0, 1), Eigen::Vector3d(5, 0, -1), false);
  check(in, Eigen::Vector3d(1.5, 1, 0), true);                        // within the face
  check(in, Eigen::Vector3d(9, 9, 0), true);                          // out of the face
  check(Eigen::Vector3d(-1, 1, 0), Eigen::Vector3d(9, 1, 0), true);   // across the face
  check(Eigen::Vector3d(-1, 5, 0), Eigen::Vector3d(5, -1, 0), true);  // along an edge
  check(Eigen::Vector3d(-1, 5.5, 0), Eigen::Vector3d(5.5, -1, 0), false);
  check(Eigen::Vector3d(5, 0, 0), Eigen::Vector3d(9, 0, 0), false);  // on the line of an edge
  check(Eigen::Vector3d(4, 0, 0), Eigen::Vector3d(9, 0, 0), true);
}

TEST_CASE("edges without length and triangles without area", "[audit]") {
  const Eigen::Vector3d a(0, 0, 0), b(4, 4, 4), c(1, 1, 1), up(0, 0, 1);
  const auto check = [&](const Eigen::Vector3d& p, const Eigen::Vector3d& q, bool meets) {
    check_all_orders(columns({p, q, a, b, c}), meets);
  };
  check(c, c, true);
  check(c + up, c + up, false);
  check(2 * b, 2 * b, false);
  check(3 * c + up, 3 * c - up, true);
  check(5 * c + up, 5 * c - up, false);
  check(3 * c, 9 * c, true);
  check(5 * c, 9 * c, false);
  check(Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(0, 1, 1), true);
  check(Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(0, 1, 1 + 4e-16), false);
  check_all_orders(columns({c, c, c, c, c}), true);
  check_all_orders(columns({c, b, a, a, a}), false);
  check_all_orders(columns({-c, b, a, a, a}), true);
}

TEST_CASE("intersections are those of CGAL in exact arithmetic", "[audit]") {
#ifndef STIFFBENCH_CGAL
  WARN("skipped: CGAL is missing");
#else
  using Kernel = CGAL::Simple_cartesian<CGAL::MP_Float>;
  RandomPairs random(42);
  int meeting = 0, flat = 0;
  for (int i = 0; i < 20000; ++i) {
    Points<5> x = i % 2 ? random.on_lattice<5>() : random.anywhere<5>();
    if (i % 8 == 0) x.col(0) = 0.5 * (x.col(2) + x.col(3));  // nearly on an edge
    if (i % 8 == 4) x.col(1) = 0.25 * x.col(2) + 0.25 * x.col(3) + 0.5 * x.col(4);
    if (i % 3 == 0) nudge(x, random);
    std::array<Kernel::Point_3, 5> at;
    for (int k = 0; k < 5; ++k) at[static_cast<std::size_t>(k)] = {x(0, k), x(1, k), x(2, k)};
    const Kernel::Segment_3 edge(at[0], at[1]);
    const Kernel::Triangle_3 triangle(at[2], at[3], at[4]);
    if (edge.is_degenerate() || triangle.is_degenerate()) continue;
    const bool meets = edge_meets_triangle(x);
    if (meets != CGAL::do_intersect(edge, triangle)) FAIL_CHECK("not as CGAL:\n" << x);
    meeting += meets;
    flat +=
        CGAL::coplanar(at[0], at[2], at[3], at[4]) && CGAL::coplanar(at[1], at[2], at[3], at[4]);
  }
  CHECK(meeting > 3000);
  CHECK(flat > 200);
#endif
}

}  // namespace orientation_tests
