// Flag, brush and coil against second writings of their whole computation: own meshes, forces in
// positions and an own integration, straight from the recipes. Slow and obvious; they share no line
// with what they judge. Final displacements of both, and of the corner or tip that is their
// fingerprint the certified ones, must agree.

#include "tests/problems/fingerprint/plain_flag.hpp"
#include "tests/problems/fingerprint/second_writing.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <vector>

namespace fingerprint_tests {

using namespace stiffbench;
using test::agree;
using test::own;
using test::Points;

namespace {

using Eigen::Index;
using Eigen::Vector3d;

struct Spring {
  int a, b;
  double k, L;
};

/// Hooke's law.
void pull(const std::vector<Spring>& springs, const Points& x, Points& force) {
  for (const auto& [a, b, k, L] : springs) {
    const Vector3d d = x.col(b) - x.col(a);
    const double l = d.norm();
    const Vector3d pull = k * (l - L) / l * d;
    force.col(a) += pull;
    force.col(b) -= pull;
  }
}

/// 4 x 4 bristles in mm, mg, ms: particle 20 bristle + 4 section + corner.
class PlainBrush {
 public:
  PlainBrush() : rest_(3, 320), mass_(320) {
    for (int i = 0; i < 320; ++i) {
      const int bristle = i / 20, section = i % 20 / 4, corner = i % 4;
      rest_.col(i) << 0.8 * (bristle / 4) + (corner % 2 == 1 ? b / 2 : -b / 2),
          0.8 * (bristle % 4) + (corner / 2 == 1 ? b / 2 : -b / 2), section * h;
      mass_[i] = 1.14 * a * a * h / 4;
      if (section == 0 || section == 4) mass_[i] /= 2;
    }
    for (int i = 0; i < 320; ++i)
      for (int j = 0; j < i; ++j)
        if (i / 20 == j / 20 && i / 4 - j / 4 <= 1 && !held(i)) join(i, j);
  }
  const Points& rest() const { return rest_; }
  const std::vector<Spring>& springs() const { return springs_; }
  static bool held(Index i) { return i % 20 < 4; }

  Points acceleration(double t, const Points& x) const {
    Points force = Points::Zero(3, 320);
    pull(springs_, x, force);
    for (int one = 0; one < 320; one += 20)
      for (int other = 0; other < one; other += 20)
        if (near(x.middleCols<16>(one + 4), x.middleCols<16>(other + 4)))
          rub(x, one + 4, other + 4, force);
    const Vector3d centre(-std::sqrt(8.0 * 8.0 - 7.0 * 7.0) - b / 2 - d0 - 0.25 + t, 3 * 0.4 + 0.13,
                          10 + 8 - 1);
    for (int i = 0; i < 320; ++i) force.col(i) += push(x.col(i) - centre, 8);
    return force.array().rowwise() / mass_.transpose();
  }

 private:
  static constexpr double a = 0.12, h = 2.5, b = 0.5, d0 = 0.25;

  void join(int i, int j) {
    const double GJ = 1e6 * std::pow(a, 4) * torsion_of_unit_square();
    const double EI = 3.2e7 * std::pow(a, 4) / 12, EA = 3.2e7 * a * a;
    const double lF2 = h * h + b * b, lV2 = h * h + 2 * b * b;
    const double kF = GJ * lF2 / (2 * std::pow(b, 4) * h);
    const double kL = EI / (h * b * b) - kF * h * h / lF2;
    const double kV = (EA / h - 4 * kL - 8 * kF * h * h / lF2) * lV2 / (4 * h * h);
    const double L = (rest_.col(i) - rest_.col(j)).norm();
    const bool along = std::abs(L - h) < 1e-6, face = std::abs(L - std::sqrt(lF2)) < 1e-6;
    springs_.push_back({i, j, along ? kL : face ? kF : kV, L});
  }
  /// Timoshenko, Goodier, Theory of Elasticity.
  static double torsion_of_unit_square() {
    double J = 1.0 / 3;
    for (int n = 1; n < 3000; n += 2)
      J -=
          64 / std::pow(std::numbers::pi, 5) * std::tanh(n * std::numbers::pi / 2) / std::pow(n, 5);
    return J;
  }
  static Vector3d push(const Vector3d& d, double R) {
    const double r = d.norm(), gap = r - R;
    if (gap >= d0) return Vector3d::Zero();
    return 1000 * d0 * std::pow(1 - gap / d0, 4) / r * d;
  }
  /// Whether boxes around them are.
  static bool near(const Eigen::Matrix<double, 3, 16>& one,
                   const Eigen::Matrix<double, 3, 16>& other) {
    const Vector3d low = one.rowwise().minCoeff() - other.rowwise().maxCoeff();
    const Vector3d high = other.rowwise().minCoeff() - one.rowwise().maxCoeff();
    return low.maxCoeff() < d0 && high.maxCoeff() < d0;
  }
  static void rub(const Points& x, int one, int other, Points& force) {
    for (int i = one; i < one + 16; ++i)
      for (int j = other; j < other + 16; ++j) {
        const Vector3d f = push(x.col(i) - x.col(j), 0);
        force.col(i) += f;
        force.col(j) -= f;
      }
  }

  Points rest_;
  Eigen::ArrayXd mass_;
  std::vector<Spring> springs_;
};

/// 40 sections of 5 x 5 particles: 25 section + 5 u + v.
class PlainCoil {
 public:
  PlainCoil() : rest_(3, 25 * sections) {
    for (int s = 0; s < sections; ++s)
      for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 5; ++j)
          rest_.col(25 * s + 5 * i + j) = place(s, (i - 2) / 2.0, (j - 2) / 2.0);
    for (int s = 0; s < sections; ++s)
      for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 5; ++j) join(s, i, j);
  }
  const Points& rest() const { return rest_; }
  const std::vector<Spring>& springs() const { return springs_; }
  static bool held(Index i) { return i < 25; }

  Points acceleration(double, const Points& x) const {
    Points force = Points::Zero(3, x.cols());
    pull(springs_, x, force);
    force /= 0.01;
    force.row(2).array() -= 0.4;
    return force;
  }

 private:
  static constexpr int sections = 40;

  static Vector3d place(int s, double u, double v) {
    const double rise = 0.5 / (2 * std::numbers::pi),
                 angle = 0.625 * 2 * std::numbers::pi * s / (sections - 1);
    const Vector3d out(std::cos(angle), std::sin(angle), 0);
    const Vector3d along = Vector3d(-std::sin(angle), std::cos(angle), rise).normalized();
    const Vector3d up = out.cross(along);
    return out + Vector3d(0, 0, rise * angle) +
           0.1 * (u * std::sqrt(1 - v * v / 2) * out + v * std::sqrt(1 - u * u / 2) * up);
  }
  /// Kuhn's tetrahedra have the edges of every cell that rise in all of the indices that change.
  void join(int s, int i, int j) {
    const int from = 25 * s + 5 * i + j;
    for (const int ds : {0, 1})
      for (const int di : {0, 1})
        for (const int dj : {0, 1}) {
          if (ds + di + dj == 0 || s + ds == sections || i + di == 5 || j + dj == 5) continue;
          const int to = from + 25 * ds + 5 * di + dj;
          springs_.push_back({from, to, 1e6, (rest_.col(to) - rest_.col(from)).norm()});
        }
  }

  Points rest_;
  std::vector<Spring> springs_;
};

}  // namespace

// Certified: stiffbench reference flag --set problem.case=undamped --digits 7
TEST_CASE("the flag's free corner ends where a second writing ends", "[fingerprint][flag]") {
  const test::PlainFlag plain(50, 70, 0.1);
  CHECK(plain.springs().size() == 20402);
  agree(plain, own("flag", {{"case", "undamped"}}),
        {0.003716791623, -0.032721966030, 0.012476703932}, 2000);
}

// Certified: stiffbench reference brush --digits 11
TEST_CASE("the brush's last tip ends where a second writing ends", "[fingerprint][brush]") {
  const PlainBrush plain;
  CHECK(plain.springs().size() == 16 * 88);
  agree(plain, own("brush", {}), {1.762502052662, 0.713786564389, -0.309857347025}, 8000);
}

// Certified: stiffbench reference coil_spring --set problem.turns=0.625
//   --set problem.sections=40 --set problem.end_time=0.6 --digits 8
TEST_CASE("the coil's free end ends where a second writing ends", "[fingerprint][coil]") {
  const PlainCoil plain;
  CHECK(plain.springs().size() == 5399);
  agree(plain, own("coil_spring", {{"turns", 0.625}, {"sections", 40L}, {"end_time", 0.6}}),
        {-0.000886767688, 0.000270524147, -0.002859559410}, 8000);
}

}  // namespace fingerprint_tests
