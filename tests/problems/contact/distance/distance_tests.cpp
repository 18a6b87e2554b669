// Distances against brute force in 100 digits, their derivatives against its differences.

#include "problems/contact/distance/derivatives.hpp"
#include "problems/contact/distance/edge_edge.hpp"
#include "problems/contact/distance/point_edge.hpp"
#include "problems/contact/distance/point_point.hpp"
#include "problems/contact/distance/point_triangle.hpp"
#include "tests/problems/contact/pairs.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include <map>

namespace distance_tests {

using namespace stiffbench;
using namespace stiffbench::test;

namespace {

struct PointPoint {
  static constexpr int n = 2;
  static constexpr PairShape shape{1, 1};
  static Closest<2> closest(const Points<2>& x) { return closest_points_of_points(x); }
  static unsigned vertices(const Closest<2>&) { return 3; }
};

struct PointEdge {
  static constexpr int n = 3;
  static constexpr PairShape shape{1, 2};
  static ClosestPointEdge closest(const Points<3>& x) { return closest_point_edge(x); }
  static unsigned vertices(const ClosestPointEdge& c) {
    constexpr unsigned bits[] = {1, 2, 3};
    return 1 | bits[static_cast<int>(c.type)] << 1;
  }
};

struct PointTriangle {
  static constexpr int n = 4;
  static constexpr PairShape shape{1, 3};
  static ClosestPointTriangle closest(const Points<4>& x) { return closest_point_triangle(x); }
  static unsigned vertices(const ClosestPointTriangle& c) {
    constexpr unsigned bits[] = {1, 2, 4, 3, 6, 5, 7};
    return 1 | bits[static_cast<int>(c.type)] << 1;
  }
};

struct EdgeEdge {
  static constexpr int n = 4;
  static constexpr PairShape shape{2, 2};
  static ClosestEdgeEdge closest(const Points<4>& x) { return closest_edge_edge(x); }
  static unsigned vertices(const ClosestEdgeEdge& c) {
    constexpr unsigned bits[] = {5, 9, 6, 10, 13, 14, 7, 11, 15};
    return bits[static_cast<int>(c.type)];
  }
};

/// The largest errors over many configurations, relative to brute force in 100 digits.
struct Errors {
  double distance = 0;  ///< of the distance, relative to the vertices' diameter
  double relative = 0;  ///< of the squared distance
  double gradient = 0;  ///< relative to the diameter
  double product = 0;   ///< of the Hessian with a unit vector
  std::map<unsigned, int> types;
  int wrong_types = 0;
};

Digits100 distance_error(const Digits100& exact, double squared) {
  return abs(sqrt(Digits100(squared)) - sqrt(exact));
}

template <class Pair>
void add_distance(Errors& errors, const Points<Pair::n>& x) {
  const auto pair = Pair::closest(x);
  const auto exact = brute_force(in_precision<Digits100>(x), Pair::shape);
  const double error = static_cast<double>(distance_error(exact.squared, pair.squared));
  errors.distance = std::max(errors.distance, error / size_of(x));
  if (exact.squared > 0)
    errors.relative = std::max(
        errors.relative, static_cast<double>(abs(pair.squared - exact.squared) / exact.squared));
  ++errors.types[Pair::vertices(pair)];
  errors.wrong_types += Pair::vertices(pair) != exact.vertices;
}

template <class Pair>
void add_gradient(Errors& errors, const Points<Pair::n>& x) {
  const auto ours = distance_gradient(x, Pair::closest(x));
  const auto exact =
      difference_gradient<Digits100>(in_precision<Digits100>(x), Pair::shape, Digits100("1e-30"));
  for (int i = 0; i < 3 * Pair::n; ++i)
    errors.gradient =
        std::max(errors.gradient, std::abs(static_cast<double>(exact[i] - ours[i])) / size_of(x));
}

template <class Pair>
void add_product(Errors& errors, const Points<Pair::n>& x, const Points<Pair::n>& w) {
  const Digits100 h("1e-25");
  const Eigen::Matrix<double, 3 * Pair::n, 1> unit = w.reshaped().normalized();
  const auto moved = [&](int sign) {
    auto y = in_precision<Digits100>(x);
    for (int i = 0; i < 3 * Pair::n; ++i) y[i / 3][i % 3] += sign * h * unit[i];
    return difference_gradient<Digits100>(y, Pair::shape, Digits100("1e-30"));
  };
  const auto right = moved(1), left = moved(-1);
  const Eigen::Matrix<double, 3 * Pair::n, 1> ours = distance_hessian(x, Pair::closest(x)) * unit;
  for (int i = 0; i < 3 * Pair::n; ++i)
    errors.product = std::max(
        errors.product, std::abs(static_cast<double>((right[i] - left[i]) / (2 * h) - ours[i])));
}

template <class Pair>
Errors errors_on(int count, const std::function<Points<Pair::n>()>& next, int gradients,
                 int products) {
  Errors errors;
  RandomPairs random(7);
  for (int i = 0; i < count; ++i) {
    const Points<Pair::n> x = next();
    add_distance<Pair>(errors, x);
    if (i < gradients) add_gradient<Pair>(errors, x);
    if (i < products) add_product<Pair>(errors, x, random.anywhere<Pair::n>());
  }
  return errors;
}

}  // namespace

TEMPLATE_TEST_CASE("distances and derivatives of random pairs agree with 100 digits", "",
                   PointPoint, PointEdge, PointTriangle, EdgeEdge) {
  RandomPairs random(1);
  const Errors e = errors_on<TestType>(
      4000, [&] { return random.anywhere<TestType::n>(); }, 2000, 400);
  CHECK(e.wrong_types == 0);
  CHECK(e.distance < 1e-15);
  CHECK(e.relative < 1e-12);
  CHECK(e.gradient < 1e-14);
  CHECK(e.product < 1e-12);
  constexpr std::size_t types[] = {1, 3, 7, 9};
  constexpr int place = TestType::n - 2 + (TestType::shape.first == 2 ? 1 : 0);
  CHECK(e.types.size() == types[place]);
  for (const auto& [vertices, count] : e.types) CHECK(count > 20);
}

TEST_CASE("distances of close, thin and nearly parallel pairs agree with 100 digits") {
  RandomPairs random(2);
  const Errors close = errors_on<PointTriangle>(
      1000, [&] { return random.above_face(random.power(-9, -3)); }, 300, 100);
  CHECK(close.wrong_types == 0);
  CHECK(close.distance < 1e-15);
  CHECK(close.gradient < 1e-14);
  CHECK(close.product < 1e-13);
  const Errors thin = errors_on<PointTriangle>(
      3000, [&] { return random.thin_triangle(random.power(-14, -2)); }, 300, 0);
  CHECK(thin.distance < 1e-14);
  const Errors parallel = errors_on<EdgeEdge>(
      3000, [&] { return random.nearly_parallel(random.power(-14, -2)); }, 0, 0);
  CHECK(parallel.distance < 1e-14);
  CHECK(parallel.types.at(15) > 100);
}

TEMPLATE_TEST_CASE("distances of degenerate pairs are those of the points that they consist of", "",
                   PointPoint, PointEdge, PointTriangle, EdgeEdge) {
  RandomPairs random(3);
  const Errors e = errors_on<TestType>(
      4000, [&] { return random.on_lattice<TestType::n>(); }, 0, 0);
  CHECK(!(e.distance > 1e-15));
}

TEMPLATE_TEST_CASE("Hessians of distances are symmetric and are slopes of gradients", "",
                   PointPoint, PointEdge, PointTriangle, EdgeEdge) {
  RandomPairs random(4);
  constexpr int n = TestType::n;
  int off = 0, asymmetric = 0;
  for (int i = 0; i < 3000; ++i) {
    const Points<n> x = random.anywhere<n>(), w = random.anywhere<n>();
    const Eigen::Matrix<double, 3 * n, 3 * n> hessian = distance_hessian(x, TestType::closest(x));
    asymmetric += hessian != hessian.transpose();
    const double h = 1e-6;
    const Points<n> right = x + h * w, left = x - h * w;
    const Eigen::Matrix<double, 3 * n, 1> slope =
        (distance_gradient(right, TestType::closest(right)) -
         distance_gradient(left, TestType::closest(left))) /
        (2 * h);
    off += !((slope - hessian * w.reshaped()).norm() < 1e-6 * std::max(1., hessian.norm()));
  }
  CHECK(asymmetric == 0);
  CHECK(off <= 3);  // the difference of gradients may cross a boundary of types
}

TEMPLATE_TEST_CASE("rigid motions and exchanged vertices leave distances alone", "", PointPoint,
                   PointEdge, PointTriangle, EdgeEdge) {
  RandomPairs random(5);
  constexpr int n = TestType::n, first = TestType::shape.first;
  double motion = 0, exchange = 0, sum = 0, turning = 0;
  for (int i = 0; i < 3000; ++i) {
    const Points<n> x = random.anywhere<n>();
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(random.uniform(0, 6), random.direction()).toRotationMatrix();
    const Points<n> moved = (turn * x).colwise() + 3 * random.direction();
    const double squared = TestType::closest(x).squared;
    motion = std::max(motion, std::abs(TestType::closest(moved).squared - squared));
    Points<n> exchanged = x;
    if (n > 2) exchanged.col(n - 1).swap(exchanged.col(n - 2));
    if (first == 2) exchanged.col(0).swap(exchanged.col(1));
    exchange = std::max(exchange, std::abs(TestType::closest(exchanged).squared - squared));
    const Points<n> force = distance_gradient(x, TestType::closest(x)).reshaped(3, n);
    sum = std::max(sum, force.rowwise().sum().norm());
    Eigen::Vector3d torque = Eigen::Vector3d::Zero();
    for (int k = 0; k < n; ++k)
      torque += Eigen::Vector3d(x.col(k)).cross(Eigen::Vector3d(force.col(k)));
    turning = std::max(turning, torque.norm());
  }
  CHECK(motion < 1e-13);
  CHECK(exchange < 1e-14);
  CHECK(sum < 1e-14);
  CHECK(turning < 1e-13);
}

TEST_CASE("distances are continuous with their gradients where types change") {
  RandomPairs random(6);
  int changes = 0;
  double jump = 0, turn = 0;
  for (int i = 0; i < 3000; ++i) {
    Points<4> x = random.anywhere<4>(), y = random.anywhere<4>();
    y.rightCols(3) = x.rightCols(3);
    if (closest_point_triangle(x).type == closest_point_triangle(y).type) continue;
    for (int k = 0; k < 60; ++k) {
      const Points<4> middle = (x + y) / 2;
      const bool same = closest_point_triangle(middle).type == closest_point_triangle(x).type;
      (same ? x : y) = middle;
    }
    ++changes;
    const auto one = closest_point_triangle(x), other = closest_point_triangle(y);
    jump = std::max(jump, std::abs(one.squared - other.squared));
    const double height =
        Eigen::Vector3d(x.col(2) - x.col(1)).cross(Eigen::Vector3d(x.col(3) - x.col(1))).norm();
    turn =
        std::max(turn, height * (distance_gradient(x, one) - distance_gradient(y, other)).norm());
  }
  CHECK(changes > 1000);
  CHECK(jump < 1e-14);
  CHECK(turn < 1e-14);
}

TEST_CASE("distances known by hand") {
  Points<4> x;
  const auto triangle = [&](const Eigen::Vector3d& point) {
    x << point, Eigen::Vector3d(-1, 0, 1), Eigen::Vector3d(1, 0, 1), Eigen::Vector3d(0, 0, -1);
    return closest_point_triangle(x);
  };
  CHECK(triangle({0.2, 0.5, 0.1}).squared == Approx(0.25).epsilon(1e-15));
  CHECK(triangle({0.2, 0.5, 0.1}).type == PointTriangleType::face);
  CHECK(triangle({0, 1, 2}).squared == Approx(2).epsilon(1e-15));
  CHECK(triangle({0, 1, 2}).type == PointTriangleType::edge_01);
  CHECK(triangle({3, 4, 1}).squared == Approx(20).epsilon(1e-15));
  CHECK(triangle({3, 4, 1}).type == PointTriangleType::vertex_1);
  CHECK(to_string(triangle({3, 4, 1}).type) == std::string("vertex_1"));

  const auto edges = [&](const Eigen::Vector3d& b0, const Eigen::Vector3d& b1) {
    x << Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(1, 0, 0), b0, b1;
    return closest_edge_edge(x);
  };
  CHECK(edges({0.5, 0.3, 0.4}, {1.5, 0.3, 0.4}).squared == Approx(0.25).epsilon(1e-15));
  CHECK(edges({3, 0, 0}, {4, 0, 0}).squared == 4);
  CHECK(edges({3, 0, 0}, {4, 0, 0}).type == EdgeEdgeType::a1_b0);
  CHECK(edges({0.5, 0, 0}, {1.5, 0, 0}).squared == 0);
  CHECK(edges({0.5, -1, 1}, {0.5, 1, 1}).squared == 1);
  CHECK(edges({0.5, -1, 1}, {0.5, 1, 1}).type == EdgeEdgeType::a_b);
  CHECK(to_string(edges({0.5, 2, 1}, {0.5, 1, 1}).type) == std::string("a_b1"));
}

}  // namespace distance_tests
