// Distances and times of impact against those of FCL, the Flexible Collision Library (DOI
// 10.1109/ICRA.2012.6225337), which has its own algorithms for both.

#include "problems/contact/audit/edge_triangle.hpp"
#include "problems/contact/ccd/impact.hpp"
#include "problems/contact/distance/edge_edge.hpp"
#include "problems/contact/distance/point_triangle.hpp"
#include "tests/problems/contact/pairs.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <fcl/narrowphase/detail/primitive_shape_algorithm/triangle_distance.h>
#include <fcl/narrowphase/detail/traversal/collision/intersect.h>
#include <limits>
#include <numbers>
#include <optional>

namespace fcl_tests {

using namespace stiffbench;
using namespace stiffbench::test;

namespace {

using Vector = fcl::Vector3<double>;
using Intersect = fcl::detail::Intersect<double>;

/// Returns the columns of both, one after the other.
template <int m, int n>
Points<m + n> side_by_side(const Points<m>& a, const Points<n>& b) {
  Points<m + n> both;
  both << a, b;
  return both;
}

Points<2> edge(const Points<3>& triangle, int i) {
  Points<2> both;
  both << triangle.col(i), triangle.col((i + 1) % 3);
  return both;
}

bool intersect(const Points<3>& a, const Points<3>& b) {
  for (int i = 0; i < 3; ++i)
    if (edge_meets_triangle(side_by_side<2, 3>(edge(a, i), b)) ||
        edge_meets_triangle(side_by_side<2, 3>(edge(b, i), a)))
      return true;
  return false;
}

/// The distance of triangles that do not intersect: the least over their vertices and edges.
double distance(const Points<3>& a, const Points<3>& b) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    const Points<1> of_a = a.col(i), of_b = b.col(i);
    least = std::min({least, closest_point_triangle(side_by_side<1, 3>(of_a, b)).squared,
                      closest_point_triangle(side_by_side<1, 3>(of_b, a)).squared});
    for (int j = 0; j < 3; ++j)
      least =
          std::min(least, closest_edge_edge(side_by_side<2, 2>(edge(a, i), edge(b, j))).squared);
  }
  return std::sqrt(least);
}

/// Time at which FCL finds that the primitives meet.
std::optional<double> time_of_fcl(bool is_face, const Points<4>& x0, const Points<4>& x1) {
  const auto at = [](const Points<4>& x, int i) { return Vector(x.col(i)); };
  double time = -1;
  Vector where;
  const bool meet =
      is_face ? Intersect::intersect_VF(at(x0, 1), at(x0, 2), at(x0, 3), at(x0, 0), at(x1, 1),
                                        at(x1, 2), at(x1, 3), at(x1, 0), &time, &where)
              : Intersect::intersect_EE(at(x0, 0), at(x0, 1), at(x0, 2), at(x0, 3), at(x1, 0),
                                        at(x1, 1), at(x1, 2), at(x1, 3), &time, &where);
  return meet ? std::optional(time) : std::nullopt;
}

/// The distance of the primitives at a time from 0 to 1 of their motion.
double gap(bool is_face, const Points<4>& x0, const Points<4>& x1, double time) {
  const Points<4> x = x0 + time * (x1 - x0);
  return std::sqrt(is_face ? closest_point_triangle(x).squared : closest_edge_edge(x).squared);
}

/// The least distance at times within 1e-6 of this one, by golden sections.
double least_gap(bool is_face, const Points<4>& x0, const Points<4>& x1, double time) {
  const auto at = [&](double t) { return gap(is_face, x0, x1, t); };
  double first = std::max(0.0, time - 1e-6), last = std::min(1.0, time + 1e-6);
  while (last - first > 1e-12) {
    const double section = (last - first) / std::numbers::phi, left = last - section,
                 right = first + section;
    (at(left) < at(right) ? last : first) = at(left) < at(right) ? right : left;
  }
  return std::min(at(time), at(first));
}

}  // namespace

TEST_CASE("the distance of triangles is that of FCL") {
  RandomPairs random(1);
  int apart = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Points<3> a = random.anywhere<3>();
    Points<3> b = random.anywhere<3>();
    b.colwise() += 2 * random.direction();
    if (intersect(a, b)) continue;
    ++apart;
    const Vector first[3]{a.col(0), a.col(1), a.col(2)}, second[3]{b.col(0), b.col(1), b.col(2)};
    Vector p, q;
    const double theirs = fcl::detail::TriangleDistance<double>::triDistance(first, second, p, q);
    CHECK(distance(a, b) == Approx(theirs).epsilon(1e-10).margin(1e-12));
  }
  CHECK(apart > 15'000);
}

// FCL takes roots of a cubic polynomial, which round-off moves by up to 1e-6 where two nearly
// coincide, and counts primitives that pass each other at 1e-6 as impacts. One of its impacts
// counts here only where the primitives are closer than 1e-9 at a time that near. An impact of ours
// is true where they are closer than 1e-6 at its time, and it is the first one where none of FCL
// precedes it.
TEST_CASE("no time of impact is later than that of FCL, and at each the primitives meet") {
  RandomPairs random(2);
  int hits = 0, misses = 0, of_fcl = 0, same = 0, none = 0;
  for (int i = 0; i < 200'000; ++i) {
    const bool is_face = i % 2 == 0;
    const Points<4> x0 = random.anywhere<4>(), x1 = random.anywhere<4>();
    const auto ours = is_face ? point_triangle_impact(x0, x1, {.tolerance = 1e-9})
                              : edge_edge_impact(x0, x1, {.tolerance = 1e-9});
    auto theirs = time_of_fcl(is_face, x0, x1);
    if (theirs && least_gap(is_face, x0, x1, *theirs) > 1e-9) {
      ++none;
      theirs.reset();
    }
    ++(ours ? hits : misses);
    if (theirs) ++of_fcl;
    if (ours && theirs && std::abs(ours->time - *theirs) < 1e-8) ++same;
    const bool late = theirs && !(ours && ours->time <= *theirs + 1e-6);
    const bool false_hit = ours && gap(is_face, x0, x1, ours->time) > 1e-6;
    if (late || false_hit) FAIL_CHECK("motion " << i << (late ? ": late" : ": a false hit"));
  }
  CHECK(hits > 10'000);
  CHECK(misses > 10'000);
  CHECK(of_fcl > hits / 100 * 99);
  CHECK(same > of_fcl / 1000 * 999);
  CHECK(none < hits / 100);
}

}  // namespace fcl_tests
