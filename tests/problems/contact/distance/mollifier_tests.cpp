// The mollifier of nearly parallel edges against its definition, and its derivatives against
// differences.

#include "base/error.hpp"
#include "problems/contact/distance/derivatives.hpp"
#include "problems/contact/distance/edge_edge.hpp"
#include "problems/contact/distance/mollifier.hpp"
#include "tests/problems/contact/pairs.hpp"

#include <catch2/catch.hpp>

namespace mollifier_tests {

using namespace stiffbench;
using namespace stiffbench::test;

namespace {

/// c = |a|^2 |b|^2 - (a . b)^2 in 100 digits, and m.
Digits100 exact_value(const Vertices<Digits100>& x, double eps) {
  std::array<Digits100, 3> a, b;
  for (int k = 0; k < 3; ++k) {
    a[k] = x[1][k] - x[0][k];
    b[k] = x[3][k] - x[2][k];
  }
  const Digits100 s = (dot(a, a) * dot(b, b) - dot(a, b) * dot(a, b)) / eps;
  return s < 1 ? Digits100((2 - s) * s) : Digits100(1);
}

/// Edges about as parallel as the threshold asks: half of them are mollified.
Points<4> edges_near_threshold(RandomPairs& random) {
  return random.nearly_parallel(random.power(-4, -1.3));
}

}  // namespace

TEST_CASE("the mollifier and its gradient agree with differences in 100 digits") {
  RandomPairs random(11);
  double value = 0, gradient = 0;
  int below = 0;
  for (int i = 0; i < 2000; ++i) {
    const Points<4> x = edges_near_threshold(random);
    const auto mollifier = EdgeEdgeMollifier::at_rest(x);
    auto y = in_precision<Digits100>(x);
    const double eps = mollifier.threshold(), m = mollifier.value(x);
    below += m < 1;
    value = std::max(value, std::abs(static_cast<double>(exact_value(y, eps) - m)));
    const auto slope = mollifier.gradient(x);
    const Digits100 h("1e-30");
    for (int k = 0; k < 12; ++k) {
      Digits100& moved = y[k / 3][k % 3];
      const Digits100 middle = moved;
      moved = middle + h;
      const Digits100 right = exact_value(y, eps);
      moved = middle - h;
      const Digits100 exact = (right - exact_value(y, eps)) / (2 * h);
      moved = middle;
      gradient = std::max(
          gradient, std::abs(static_cast<double>(exact - slope[k])) / std::max(1., slope.norm()));
    }
  }
  CHECK(below > 500);
  CHECK(below < 1900);
  CHECK(value < 1e-13);
  CHECK(gradient < 1e-12);
}

TEST_CASE("the mollifier's Hessian is symmetric and is the slope of its gradient") {
  RandomPairs random(12);
  int off = 0, asymmetric = 0;
  for (int i = 0; i < 2000; ++i) {
    const Points<4> x = edges_near_threshold(random), w = random.anywhere<4>();
    const auto mollifier = EdgeEdgeMollifier::at_rest(x);
    const Eigen::Matrix<double, 12, 12> hessian = mollifier.hessian(x);
    asymmetric += hessian != hessian.transpose();
    const double h = 1e-8;
    const Eigen::Matrix<double, 12, 1> slope =
        (mollifier.gradient(x + h * w) - mollifier.gradient(x - h * w)) / (2 * h);
    off += !((slope - hessian * w.reshaped()).norm() < 1e-5 * std::max(1., hessian.norm()));
  }
  CHECK(asymmetric == 0);
  CHECK(off <= 2);  // the difference of gradients may cross the threshold
}

TEST_CASE("the mollifier of unit edges at a sine of 0.01 is 0.19") {
  Points<4> x;
  x << 0, 1, 0, std::sqrt(1 - 1e-4), 0, 0, 0, 0.01, 0, 0, 1, 1;
  const auto mollifier = EdgeEdgeMollifier::at_rest(x);
  CHECK(mollifier.threshold() == Approx(1e-3).epsilon(1e-14));
  CHECK(mollifier.value(x) == Approx(0.19).epsilon(1e-13));
  // c grows by 2 per unit of the angle's sine squared over 2: dm/dc = 1800.
  Points<4> longer = x;
  longer(1, 3) *= 1 + 1e-6;
  const double dc = 1e-4 * (2e-6 + 1e-12);
  CHECK((mollifier.value(longer) - mollifier.value(x)) / dc == Approx(1800).epsilon(1e-5));
}

TEST_CASE("the mollifier's threshold is that of the edges at rest") {
  const Points<4> x = RandomPairs(13).nearly_parallel(0.01);
  CHECK(EdgeEdgeMollifier::at_rest(2 * x).threshold() ==
        Approx(16 * EdgeEdgeMollifier::at_rest(x).threshold()));
  CHECK(EdgeEdgeMollifier::at_rest(2 * x).value(x) < EdgeEdgeMollifier::at_rest(x).value(x));
}

TEST_CASE("a mollified distance tends to 0 with its gradient where edges become parallel") {
  RandomPairs random(14);
  for (const double angle : {1e-4, 1e-6, 1e-8})
    for (int i = 0; i < 300; ++i) {
      const Points<4> x = random.nearly_parallel(angle);
      const auto mollifier = EdgeEdgeMollifier::at_rest(x);
      const auto pair = closest_edge_edge(x);
      CHECK(mollifier.value(x) < 2.1e3 * angle * angle);
      const Eigen::Matrix<double, 12, 1> slope =
          mollifier.value(x) * distance_gradient(x, pair) + pair.squared * mollifier.gradient(x);
      const double a = (x.col(1) - x.col(0)).norm(), b = (x.col(3) - x.col(2)).norm();
      // grad m is 2/eps grad c there, and |grad c| <= 2 sqrt(2) |a| |b| (|a| + |b|) sin(angle).
      CHECK(slope.norm() < 1e4 * angle * (1 / a + 1 / b) * pair.squared +
                               1e4 * angle * angle * std::sqrt(pair.squared));
    }
}

TEST_CASE("edges of length zero and thresholds of zero are refused") {
  Points<4> x = RandomPairs(15).anywhere<4>();
  x.col(1) = x.col(0);
  CHECK_THROWS_WITH(
      EdgeEdgeMollifier::at_rest(x),
      Catch::StartsWith("edges in contact are longer than 0 at rest; got lengths of 0"));
  CHECK_THROWS_AS(EdgeEdgeMollifier(0), Error);
  CHECK_THROWS_AS(EdgeEdgeMollifier(std::nan("")), Error);
}

}  // namespace mollifier_tests
