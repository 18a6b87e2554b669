// Times of impact against closed forms, roots of the vertices' volume, and samples of the distance.

#include "base/error.hpp"
#include "problems/contact/ccd/impact.hpp"
#include "problems/contact/ccd/stay_apart.hpp"
#include "tests/problems/contact/pairs.hpp"

#include <catch2/catch.hpp>

namespace impact_tests {

using namespace stiffbench;
using namespace stiffbench::test;

namespace {

using Real = long double;
constexpr PairShape point_triangle{1, 3}, edge_edge{2, 2};

std::optional<Impact> impact(PairShape shape, const Points<4>& x0, const Points<4>& x1,
                             const ImpactSearch& search = {}) {
  return shape.first == 1 ? point_triangle_impact(x0, x1, search)
                          : edge_edge_impact(x0, x1, search);
}

Vertices<Real> at(const Points<4>& x0, const Points<4>& x1, Real t) {
  auto x = in_precision<Real>(x0);
  const auto end = in_precision<Real>(x1);
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 3; ++k) x[i][k] += t * (end[i][k] - x[i][k]);
  return x;
}

Real distance_at(PairShape shape, const Points<4>& x0, const Points<4>& x1, Real t) {
  return std::sqrt(brute_force(at(x0, x1, t), shape).squared);
}

/// Six times the volume of the four vertices: 0 where they lie in one plane.
Real volume(const Vertices<Real>& x) {
  std::array<std::array<Real, 3>, 3> d;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) d[i][k] = x[i + 1][k] - x[0][k];
  return d[0][0] * (d[1][1] * d[2][2] - d[1][2] * d[2][1]) -
         d[0][1] * (d[1][0] * d[2][2] - d[1][2] * d[2][0]) +
         d[0][2] * (d[1][0] * d[2][1] - d[1][1] * d[2][0]);
}

/// The first time at which one primitive passes through the other: a root of the volume, a cubic
/// polynomial, at which they touch.
std::optional<Real> first_crossing(PairShape shape, const Points<4>& x0, const Points<4>& x1) {
  constexpr int pieces = 300;
  Real before = volume(at(x0, x1, 0));
  for (int i = 1; i <= pieces; ++i) {
    const Real after = volume(at(x0, x1, Real(i) / pieces));
    if ((before > 0) != (after > 0)) {
      Real low = Real(i - 1) / pieces, high = Real(i) / pieces;
      for (int k = 0; k < 60; ++k) {
        const Real middle = (low + high) / 2;
        ((volume(at(x0, x1, middle)) > 0) == (before > 0) ? low : high) = middle;
      }
      if (distance_at(shape, x0, x1, low) < 1e-12 * size_of(x0)) return low;
    }
    before = after;
  }
  return std::nullopt;
}

/// Checks the promise of an answer against samples of the distance. Returns the steps, or -1 if
/// the search was not certain.
long judge(PairShape shape, const Points<4>& x0, const Points<4>& x1, double separation,
           int samples, double tolerance = 1e-6) {
  ImpactSearch search;
  search.tolerance = tolerance;
  search.separation = separation;
  const auto answer = impact(shape, x0, x1, search);
  const double until = answer ? answer->time : 1;
  Real least = distance_at(shape, x0, x1, until);
  for (int i = 0; i < samples; ++i)
    least = std::min(least, distance_at(shape, x0, x1, until * Real(i) / samples));
  if (!(least > separation) && !(answer && answer->time == 0)) FAIL_CHECK("missed");
  if (const auto crossing = first_crossing(shape, x0, x1))
    if (!answer || answer->time > *crossing) FAIL_CHECK("passed through at " << *crossing);
  if (!answer) return 0;
  const Real start = distance_at(shape, x0, x1, 0) - separation,
             gap = distance_at(shape, x0, x1, answer->time) - separation,
             round_off = 2e-14 * std::max(x0.cwiseAbs().maxCoeff(), x1.cwiseAbs().maxCoeff());
  if (answer->within_tolerance && gap > std::max<Real>(start, 0) * tolerance * 1.0001 + round_off)
    FAIL_CHECK("a false impact with the gap " << gap << " of " << start);
  return answer->within_tolerance ? answer->steps : -1;
}

Points<4> columns(const std::array<Eigen::Vector3d, 4>& x) {
  Points<4> points;
  points << x[0], x[1], x[2], x[3];
  return points;
}

/// A point 1 m above a triangle that falls by this distance.
std::optional<Impact> fall(double distance, const ImpactSearch& search = {}, double scale = 1,
                           double back = 0) {
  const Points<4> x0 = columns({{{0.2, 1, 0.1}, {-1, 0, 1}, {1, 0, 1}, {0, 0, -1}}});
  Points<4> x1 = x0;
  x1(1, 0) -= distance;
  return back ? impact(point_triangle, scale * x1, scale * x0, search)
              : impact(point_triangle, scale * x0, scale * x1, search);
}

}  // namespace

TEST_CASE("times of impact of falling points") {
  CHECK(fall(2)->time == Approx(0.5).epsilon(1e-6));
  CHECK(fall(2)->time < 0.5);
  CHECK(fall(2)->steps <= 2);
  ImpactSearch apart;
  apart.separation = 0.1;
  CHECK(fall(2, apart)->time == Approx(0.45).epsilon(1e-6));
  CHECK(fall(1)->time == Approx(1).epsilon(1e-6));
  CHECK(!fall(0.999));
  CHECK(!fall(-5));
  CHECK(!fall(0.999, {}, 1, true));
  for (const double scale : {1e-6, 1e-3, 1e3, 1e6}) {
    CHECK(fall(2, {}, scale)->time == Approx(fall(2)->time).epsilon(1e-9));
    CHECK(!fall(0.999, {}, scale));
  }
}

TEST_CASE("times of impact of edges that turn") {
  const Points<4> x0 = columns({{{0, 0, 1}, {0, 1, 1}, {0.1, 0.2, -1}, {0.1, 0.2, 2}}}),
                  x1 = columns({{{1, 1, 0}, {0, 0, 0}, {0.1, 0.2, -1}, {0.1, 0.2, 2}}});
  const double exact = (1 - std::sqrt(0.6)) / 2;
  const auto answer = impact(edge_edge, x0, x1);
  REQUIRE(answer);
  CHECK(answer->time == Approx(exact).epsilon(1e-5));
  CHECK(answer->time < exact);
  CHECK(*first_crossing(edge_edge, x0, x1) == Approx(exact).epsilon(1e-14));
  Points<4> shorter = x1;
  shorter = x0 + 0.11 * (x1 - x0);
  CHECK(!impact(edge_edge, x0, shorter));
  CHECK(!impact(edge_edge, shorter, x0));
}

TEST_CASE("times of impact of points with points and edges") {
  Points<2> a0, a1;
  a0 << 0, 3, 0, 0, 0, 0;
  a1 << 4, 3, 0, 0, 0, 0;
  ImpactSearch apart;
  apart.separation = 1;
  CHECK(point_point_impact(a0, a1)->time == Approx(0.75).epsilon(1e-6));
  CHECK(point_point_impact(a0, a1, apart)->time == Approx(0.5).epsilon(1e-6));
  CHECK(!point_point_impact(a0, a0));
  Points<3> e0, e1;
  e0 << 0, -1, 1, 1, 0, 0, 0, 0, 0;
  e1 = e0;
  e1(1, 0) = -1;
  CHECK(point_edge_impact(e0, e1)->time == Approx(0.5).epsilon(1e-6));
  e1(0, 0) = 5;
  CHECK(!point_edge_impact(e0, e1));  // it passes the end
}

TEST_CASE("no random motion passes through, and no impact is false") {
  RandomPairs random(21);
  for (const PairShape shape : {point_triangle, edge_edge}) {
    long hits = 0, most = 0, unsure = 0;
    for (int i = 0; i < 20'000; ++i) {
      const Points<4> x0 = random.anywhere<4>(),
                      x1 = x0 + random.power(-2, 1) * random.anywhere<4>();
      const double separation = i % 3 ? 0 : random.power(-6, -1);
      const long steps = judge(shape, x0, x1, separation, 20);
      hits += steps != 0;
      unsure += steps < 0;
      most = std::max(most, steps);
    }
    CHECK(hits > 400);
    CHECK(unsure == 0);
    CHECK(most < 3000);
  }
}

TEST_CASE("no motion from close to contact passes through") {
  RandomPairs random(22);
  long unsure = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double gap = random.power(-9, -2);
    const bool point = i % 2;
    const Points<4> x0 =
        point ? random.above_face(gap) : random.nearly_parallel(random.power(-6, 0));
    Points<4> x1 = x0 + random.power(-9, -1) * random.anywhere<4>();
    unsure += judge(point ? point_triangle : edge_edge, x0, x1, 0, 20) < 0;
  }
  CHECK(unsure < 200);
}

TEST_CASE("flat, far and degenerate motions do not pass through") {
  RandomPairs random(23);
  for (int i = 0; i < 1500; ++i) {
    // Motions within a plane meet it at all times: roots of the volume tell nothing there.
    Points<4> x0 = random.on_lattice<4>(), x1 = random.on_lattice<4>();
    const PairShape shape = i % 2 ? point_triangle : edge_edge;
    const auto answer = impact(shape, x0, x1);
    const double until = answer ? answer->time : 1;
    for (int k = 0; k <= 40; ++k)
      if (!(distance_at(shape, x0, x1, until * k / 40) > 0) && until > 0) FAIL_CHECK("missed");
    const Eigen::Vector3d far = 1e5 * random.direction();
    x0 = random.anywhere<4>().colwise() + far;
    x1 = random.anywhere<4>().colwise() + far;
    judge(shape, x0, x1, 0, 10);
    judge(shape, x0, x1, 0, 10, 1e-12);
    x0 = random.above_face(0.1).colwise() + far;
    x1 = x0;
    x1.col(0) += 2 * (x0.rightCols(3).rowwise().mean() - x0.col(0));
    judge(point_triangle, x0, x1, 0, 10, 1e-12);
  }
}

TEST_CASE("a search that ends early tells, and its time is safe") {
  RandomPairs random(24);
  int unsure = 0;
  for (int i = 0; i < 2000; ++i) {
    const Points<4> x0 = random.anywhere<4>(), x1 = random.anywhere<4>();
    ImpactSearch search;
    search.most_steps = 2;
    const auto early = edge_edge_impact(x0, x1, search), whole = edge_edge_impact(x0, x1);
    if (!early || early->within_tolerance) {
      CHECK(early.has_value() == whole.has_value());
      continue;
    }
    ++unsure;
    CHECK(early->steps == 2);
    if (whole) CHECK(early->time <= whole->time);
  }
  CHECK(unsure > 100);
}

TEST_CASE("a share of the distance is a separation") {
  ImpactSearch search;
  search.share = 0.1;
  CHECK(fall(2, search)->time == Approx(0.45).epsilon(1e-6));
  CHECK(fall(2, search)->time < 0.45);
  CHECK(!fall(0.899, search));
  search.separation = 0.2;
  CHECK(fall(2, search)->time == Approx(0.35).epsilon(1e-6));
}

TEST_CASE("the end of a search does not change times of impact") {
  RandomPairs random(26);
  int before = 0, after = 0;
  for (int i = 0; i < 2000; ++i) {
    const Points<4> x0 = random.anywhere<4>(), x1 = random.anywhere<4>();
    const auto whole = edge_edge_impact(x0, x1);
    ImpactSearch search;
    search.until = i % 4 || !whole ? random.uniform(0, 1) : whole->time;
    const auto part = edge_edge_impact(x0, x1, search);
    if (part) CHECK((whole && part->time == whole->time));
    if (whole) CHECK(part.has_value() == (whole->time <= search.until));
    before += part.has_value();
    after += whole && !part;
  }
  CHECK(before > 200);
  CHECK(after > 100);
}

TEST_CASE("pairs that stay apart have no impact, and most pairs that barely move do") {
  RandomPairs random(27);
  int proofs = 0, hits = 0, quiet = 0;
  for (int i = 0; i < 20000; ++i) {
    Points<4> x0 = i % 3 ? random.anywhere<4>() : random.on_lattice<4>();
    if (i % 5 == 0) x0 = random.nearly_parallel(random.power(-6, 0));
    if (i % 5 == 1) x0 = random.above_face(random.power(-6, 0));
    if (i % 5 == 2) x0 = random.thin_triangle(random.power(-9, 0));
    if (i % 7 == 0) x0.colwise() += 1e4 * random.direction();
    const bool point = i % 2;
    const double distance = std::sqrt(
        brute_force(in_precision<double>(x0), point ? point_triangle : edge_edge).squared);
    const bool small = i % 4 < 2;
    const Points<4> x1 = x0 + (small ? 0.1 * distance : random.power(-3, 0)) * random.anywhere<4>();
    ImpactSearch search;
    search.share = random.uniform(0, 0.5);
    search.separation = i % 6 ? 0 : random.uniform(0, 0.5) * distance;
    const bool apart = point
                           ? point_and_triangle_stay_apart(x0, x1, search.share, search.separation)
                           : edges_stay_apart(x0, x1, search.share, search.separation);
    const auto hit = impact(point ? point_triangle : edge_edge, x0, x1, search);
    if (apart && hit) FAIL_CHECK("an impact at " << hit->time << " of a pair that stays apart");
    proofs += apart;
    hits += hit.has_value();
    quiet += small && distance > 1e-9 && !apart;
  }
  CHECK(proofs > 10000);
  CHECK(hits > 500);
  CHECK(quiet < 500);
}

TEST_CASE("searches refuse what they cannot promise anything for") {
  const Points<4> x = RandomPairs(25).anywhere<4>();
  Points<4> nowhere = x;
  nowhere(2, 3) = std::nan("");
  CHECK_THROWS_WITH(point_triangle_impact(x, nowhere),
                    Catch::StartsWith("positions of a motion are finite numbers; got "));
  CHECK_THROWS_AS(edge_edge_impact(nowhere, x), Error);
  const auto refused = [&](double separation, double tolerance, long most_steps) {
    CHECK_THROWS_AS(edge_edge_impact(x, x, {separation, tolerance, most_steps}), Error);
  };
  refused(-1, 1e-6, 10);
  refused(std::nan(""), 1e-6, 10);
  refused(0, 0, 10);
  refused(0, 2, 10);
  refused(0, 1e-6, 0);
  for (const double value : {-0.1, 1.1, std::nan("")}) {
    ImpactSearch share, end;
    share.share = end.until = value;
    CHECK_THROWS_AS(edge_edge_impact(x, x, share), Error);
    CHECK_THROWS_AS(edge_edge_impact(x, x, end), Error);
  }
}

}  // namespace impact_tests
