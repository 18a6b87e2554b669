// The tower of 200 nodes against a second writing of its whole computation: nodes from a list of
// levels, bars from pairs of nodes, forces and energy by the co-rotational formula as it is
// printed, with rotation matrices, in positions, and an own integration. Slow and obvious; it
// shares no line with what it judges.

#include "tests/problems/fingerprint/second_writing.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <vector>

namespace fingerprint_tests {

using namespace stiffbench;
using test::Points;

namespace {

using Eigen::Index;
using Eigen::Vector3d;
using Vector6d = Eigen::Matrix<double, 6, 1>;
using Matrix6d = Eigen::Matrix<double, 6, 6>;

class PlainTower {
 public:
  explicit PlainTower(double upper) : upper_(upper), rest_(3, 200) {
    for (int level = 0; level < 14; ++level)
      for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 4; ++i) {
          const bool middle = (i == 1 || i == 2) && (j == 1 || j == 2);
          if (level < 12 || middle) nodes_.push_back({i, j, level});
        }
    for (std::size_t a = 0; a < nodes_.size(); ++a)
      rest_.col(static_cast<Index>(a)) = place(nodes_[a]);
    for (std::size_t a = 0; a < nodes_.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        if (are_joined(nodes_[a], nodes_[b]))
          bars_.push_back({static_cast<Index>(b), static_cast<Index>(a)});
  }
  const Points& rest() const { return rest_; }
  std::size_t bars() const { return bars_.size(); }
  static bool held(Index i) { return i < 16; }

  /// 5 m/s at the top, 20 degrees off x, less with the square of the height over platform 2.
  Points start_velocity() const {
    Points v = Points::Zero(3, 200);
    for (Index i = 0; i < 200; ++i)
      if (const double over = rest_(2, i) - 121.7; over > 0) {
        const double speed = 5 * std::pow(over / (324 - 121.7), 2);
        v(0, i) = speed * std::cos(20 * std::numbers::pi / 180);
        v(1, i) = speed * std::sin(20 * std::numbers::pi / 180);
      }
    return v;
  }
  Points acceleration(double, const Points& x) const {
    Points force = Points::Zero(3, 200);
    for (const Bar& bar : bars_) {
      const auto [R, K, strained] = corotated(bar, x);
      const Vector6d f = -(R * (K * strained));
      force.col(bar.a) += f.head<3>();
      force.col(bar.b) += f.tail<3>();
    }
    return force;
  }
  double energy(const Points& x) const {
    double sum = 0;
    for (const Bar& bar : bars_) {
      const auto [R, K, strained] = corotated(bar, x);
      sum += strained.dot(K * strained) / 2;
    }
    return sum;
  }

 private:
  struct Node {
    int i, j, level;
  };
  struct Bar {
    Index a, b;
  };
  struct Corotated {
    Matrix6d R, K;
    Vector6d strained;  // R'x - X
  };

  /// Levels: the ground, one between, platform 1, one between, platform 2, three between,
  /// platform 3, one between, the top.
  static Vector3d place(const Node& node) {
    const double a = std::pow(5 / 18.5, 0.25);
    const double z[] = {0,     28.8,  57.6,  63.6,  89.65, 115.7,  121.7,
                        160.3, 198.9, 237.5, 276.1, 282.1, 303.05, 324};
    // Geometric means between platforms, which reach a fifth farther out.
    const double w[] = {62.5,
                        std::sqrt(62.5 * 33),
                        39.6,
                        39.6,
                        std::sqrt(33 * 18.5),
                        22.2,
                        22.2,
                        18.5 * a,
                        18.5 * a * a,
                        18.5 * a * a * a,
                        6,
                        6,
                        6,
                        6};
    const double column = (2.0 / 3 - 0.6) / 4;
    const double leg[] = {0.4,
                          0.43,
                          0.46,
                          0.46,
                          0.53,
                          0.6,
                          0.6,
                          0.6 + column,
                          0.6 + 2 * column,
                          0.6 + 3 * column,
                          2.0 / 3,
                          2.0 / 3,
                          2.0 / 3,
                          2.0 / 3};
    const auto line = [&](int i) {
      const double inner = w[node.level] * (1 - leg[node.level]);
      return i == 0 ? -w[node.level] : i == 1 ? -inner : i == 2 ? inner : w[node.level];
    };
    return {line(node.i), line(node.j), z[node.level]};
  }
  static bool is_cell(int i, int j, int layer) {
    if (i < 0 || j < 0 || i > 2 || j > 2) return false;
    switch (layer) {
      case 0:
      case 1:
      case 3:
      case 4:
        return i != 1 && j != 1;
      case 2:
      case 5:
      case 6:
      case 7:
      case 8:
      case 9:
      case 10:
        return true;
      case 11:
      case 12:
        return i == 1 && j == 1;
      default:
        return false;
    }
  }
  /// On one face of some cell, that is, apart in one direction or in two.
  static bool are_joined(const Node& p, const Node& q) {
    const int apart[] = {std::abs(p.i - q.i), std::abs(p.j - q.j), std::abs(p.level - q.level)};
    if (std::max({apart[0], apart[1], apart[2]}) > 1) return false;
    if (apart[0] + apart[1] + apart[2] == 3) return false;
    const auto low = [](int a, int b) { return std::max(a, b) - 1; };
    for (int i = low(p.i, q.i); i <= std::min(p.i, q.i); ++i)
      for (int j = low(p.j, q.j); j <= std::min(p.j, q.j); ++j)
        for (int layer = low(p.level, q.level); layer <= std::min(p.level, q.level); ++layer)
          if (is_cell(i, j, layer)) return true;
    return false;
  }
  /// Of a bar, seen from its first end: only differences of its ends matter to K. R may also turn
  /// about the bar; it does, by some angle, for nothing may depend on that.
  Corotated corotated(const Bar& bar, const Points& x) const {
    const Vector3d D = rest_.col(bar.b) - rest_.col(bar.a), d = x.col(bar.b) - x.col(bar.a);
    const Vector3d n = D.normalized();
    const double k = std::max(rest_(2, bar.a), rest_(2, bar.b)) < 121.8 ? 1e8 : upper_;
    const Eigen::Matrix3d N = k * n * n.transpose();
    const Eigen::Matrix3d Q =
        (Eigen::Quaterniond::FromTwoVectors(D, d) * Eigen::AngleAxisd(0.7, n)).toRotationMatrix();
    Corotated bar_now;
    bar_now.K << N, -N, -N, N;
    bar_now.R << Q, Eigen::Matrix3d::Zero(), Eigen::Matrix3d::Zero(), Q;
    Vector6d now, then;
    now << Vector3d::Zero(), d;
    then << Vector3d::Zero(), D;
    bar_now.strained = bar_now.R.transpose() * now - then;
    return bar_now;
  }

  double upper_;
  std::vector<Node> nodes_;
  Points rest_;
  std::vector<Bar> bars_;
};

/// Displacements as a swaying column has them, and some noise.
Points shaken(const PlainTower& plain, unsigned seed) {
  Points x = plain.start_velocity() * 2;
  for (Index i = 16; i < x.cols(); ++i)
    for (int c = 0; c < 3; ++c)
      x(c, i) += 0.5 * std::sin(7.0 * static_cast<double>(3 * i + c) + seed);
  return x;
}

}  // namespace

TEST_CASE("a tower's force and energy are those of the printed co-rotational formula", "[tower]") {
  const PlainTower plain(1e2);
  const auto tower = test::own("tower", {{"size", std::string("200")}});
  REQUIRE(tower.problem->dof() == 3 * (200 - 16));
  for (const unsigned seed : {1, 2, 3}) {
    const Points u = shaken(plain, seed);
    const Points expected = plain.acceleration(0, plain.rest() + u).rightCols(184);
    const Points got = tower.acceleration(0, u.rightCols(184));
    CHECK((got - expected).norm() < 1e-12 * expected.norm());
    const State state{0, u.rightCols(184).reshaped(), Vec::Zero(3 * 184)};
    CHECK(tower.problem->potential(state) == Approx(plain.energy(plain.rest() + u)).epsilon(1e-12));
  }
}

// Certified: stiffbench reference tower --set problem.size=200 --set problem.upper=1e4
//   --set problem.end_time=0.1 --digits 9
TEST_CASE("the tower's top ends where a second writing ends", "[fingerprint][tower]") {
  const PlainTower plain(1e4);
  CHECK(plain.bars() == 1126);
  test::agree(plain,
              test::own("tower", {{"size", std::string("200")}, {"upper", 1e4}, {"end_time", 0.1}}),
              {0.465614335186720, 0.169363072653334, -0.013149253375096}, 1500);
}

}  // namespace fingerprint_tests
