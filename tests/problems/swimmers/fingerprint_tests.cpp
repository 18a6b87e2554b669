// The flagellum against a second writing of its whole computation: own points, springs, fluid and
// motor, straight from the head of flagellum.cpp, in positions, and an own integration. Slow and
// obvious; it shares no line with what it judges.

#include "problems/contract/registry.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <vector>

namespace fingerprint_tests {

using namespace stiffbench;

namespace {

using Points = Eigen::Matrix3Xd;
using Eigen::Vector3d;
constexpr double pi = std::numbers::pi;

/// The small swimmer: 12 points of the head, poles first, and 9 sections of 4.
class PlainSwimmer {
 public:
  PlainSwimmer() : rest_(3, points), mass_(points) {
    rest_.col(0) << a, 0, 0;
    rest_.col(1) << -a, 0, 0;
    for (int i = 0; i < 10; ++i) {
      const double high = i % 2 == 0 ? 1 : -1;
      rest_.col(2 + i) << high * a / std::sqrt(5.0), 2 * a / std::sqrt(5.0) * std::cos(pi * i / 5),
          2 * a / std::sqrt(5.0) * std::sin(pi * i / 5);
    }
    for (int s = 0; s <= segments; ++s) add_section(s);
    mass_.head(12).setConstant(1000 * 4.0 / 3 * pi * a * a * a / 12);
    for (int i = 0; i < points; ++i)
      for (int j = 0; j < i; ++j) join(i, j);
  }
  std::size_t springs() const { return springs_.size(); }
  const Points& rest() const { return rest_; }

  Points acceleration(const Points& x, const Points& v) const {
    Points f = Points::Zero(3, points);
    for (const auto& [i, j, k, L] : springs_) {
      const Vector3d d = x.col(j) - x.col(i);
      const Vector3d pull = k * (d.norm() - L) * d.normalized();
      f.col(i) += pull;
      f.col(j) -= pull;
    }
    for (int i = 2; i < 12; ++i) turn(x, i, -T / 10, f);
    for (int i = 12; i < 16; ++i) turn(x, i, T / 4, f);
    f -= drag(x, v);
    return f.array().rowwise() / mass_.transpose();
  }

 private:
  static constexpr int segments = 8, points = 12 + 4 * (segments + 1);
  static constexpr double a = 0.012, b = 0.003, R = 0.005, pitch = 0.02, length = 0.0185;
  static constexpr double E = 2e6, G = 2e6 / 3, mu = 1, eps = 0.0015, T = 2e-4;

  static double contour() { return length * std::hypot(1, 2 * pi * R / pitch); }

  static Vector3d helix(double s) {
    const double angle = 2 * pi / pitch * s, A = R * -std::expm1(-angle * angle);
    return {-a - b - s, A * std::cos(angle), A * std::sin(angle)};
  }
  void add_section(int s) {
    const double at = length * s / segments, e = 1e-5;
    // The tangent by an eighth-order difference.
    Vector3d along = Vector3d::Zero();
    const double weights[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    for (int k = 1; k <= 4; ++k)
      along += weights[k - 1] * (helix(at + k * e) - helix(at - k * e)) / e;
    along.normalize();
    const Vector3d up = (Vector3d::UnitY() - along[1] * along).normalized(), side = along.cross(up);
    for (int c = 0; c < 4; ++c) {
      rest_.col(12 + 4 * s + c) =
          helix(at) + (c % 2 == 1 ? b / 2 : -b / 2) * up + (c / 2 == 1 ? b / 2 : -b / 2) * side;
      const double of_segment = 1000 * b * b * contour() / segments / 4;
      mass_[12 + 4 * s + c] = s == 0 || s == segments ? of_segment / 2 : of_segment;
    }
  }

  void join(int i, int j) {
    const double L = (rest_.col(i) - rest_.col(j)).norm();
    if (i < 12) {  // edges and diameters, not second neighbours
      if (std::abs(L / a - 1.7013) > 0.01) springs_.push_back({i, j, 2000, L});
    } else if (j < 12) {
      if (i < 16 && j < 2) springs_.push_back({i, j, 2000, L});
    } else if ((i - 12) / 4 - (j - 12) / 4 <= 1) {
      springs_.push_back({i, j, stiffness(i - 12, j - 12), L});
    }
  }
  /// Of a chain of cuboids: along, on faces, and all others.
  static double stiffness(int i, int j) {
    const double h = contour() / segments, lF2 = h * h + b * b, lV2 = h * h + 2 * b * b;
    double J = 1.0 / 3;
    for (int n = 1; n < 3000; n += 2)
      J -= 64 / std::pow(pi, 5) * std::tanh(n * pi / 2) / std::pow(n, 5);
    const double b4 = std::pow(b, 4);
    const double kF = G * b4 * J * lF2 / (2 * b4 * h);
    const double kL = E * b4 / 12 / (h * b * b) - kF * h * h / lF2;
    const double kV = (E * b * b / h - 4 * kL - 8 * kF * h * h / lF2) * lV2 / (4 * h * h);
    const int differ = (i % 4) ^ (j % 4);
    if (i / 4 == j / 4 || differ == 3) return kV;
    return differ == 0 ? kL : kF;
  }

  /// A torque about the axis by a force on point i, balanced on the poles: on the one nearer by the
  /// lever's rule.
  static void turn(const Points& x, int i, double torque, Points& f) {
    const Vector3d axis = (x.col(1) - x.col(0)).normalized(), r = x.col(i) - x.col(0);
    const double forward = r.dot(axis), between = (x.col(1) - x.col(0)).norm();
    const Vector3d out = r - forward * axis;
    const Vector3d force = torque / out.norm() * axis.cross(out.normalized());
    f.col(i) += force;
    f.col(1) -= forward / between * force;
    f.col(0) -= (1 - forward / between) * force;
  }

  /// The drag 4 pi mu eps (v - w) with the velocity w by the others' drag, as one linear system.
  static Points drag(const Points& x, const Points& v) {
    const double own = 4 * pi * mu * eps;
    Eigen::MatrixXd A = Eigen::MatrixXd::Identity(3 * points, 3 * points);
    for (int i = 0; i < points; ++i)
      for (int j = 0; j < points; ++j) {
        if (i == j) continue;
        const Vector3d r = x.col(i) - x.col(j);
        const double r2 = r.squaredNorm(), cube = std::pow(r2 + eps * eps, 1.5);
        for (int p = 0; p < 3; ++p)
          for (int q = 0; q < 3; ++q)
            A(3 * i + p, 3 * j + q) =
                own / (8 * pi * mu) * ((p == q ? r2 + 2 * eps * eps : 0) + r[p] * r[q]) / cube;
      }
    const Eigen::VectorXd right = own * v.reshaped();
    return Eigen::PartialPivLU<Eigen::MatrixXd>(A).solve(right).reshaped(3, points);
  }

  struct Spring {
    int i, j;
    double k, L;
  };
  Points rest_;
  Eigen::ArrayXd mass_;
  std::vector<Spring> springs_;
};

struct Motion {
  Points x, v;
};

/// Displacements after `steps` steps of RK4 from rest.
template <class Acceleration>
Points displacements(const Points& rest, double span, int steps, Acceleration&& acceleration) {
  const double h = span / steps;
  Motion u{rest, Points::Zero(3, rest.cols())};
  const auto slope = [&](const Motion& at) { return Motion{at.v, acceleration(at.x, at.v)}; };
  const auto along = [&](const Motion& k, double part) {
    return Motion{u.x + part * k.x, u.v + part * k.v};
  };
  for (int i = 0; i < steps; ++i) {
    const Motion a = slope(u), b = slope(along(a, h / 2)), c = slope(along(b, h / 2)),
                 d = slope(along(c, h));
    u.x += h / 6 * (a.x + 2 * b.x + 2 * c.x + d.x);
    u.v += h / 6 * (a.v + 2 * b.v + 2 * c.v + d.v);
  }
  return u.x - rest;
}

}  // namespace

// Certified: stiffbench reference flagellum --set problem.segments=8 --set problem.length=0.0185
//   --set problem.end_time=0.05 --digits 9
TEST_CASE("the flagellum's tip ends where a second writing ends", "[fingerprint][flagellum]") {
  const double span = 0.05;
  const int steps = 2500;
  const Vector3d certified(0.000032146636068, -0.007335068898072, -0.004147722034237);
  const PlainSwimmer plain;
  CHECK(plain.springs() == 36 + 8 + 9 * 6 + 8 * 16);
  const auto problem = ProblemRegistry::instance().make(
      "flagellum", {{"segments", 8L}, {"length", 0.0185}, {"end_time", span}});
  const Points expected =
      displacements(plain.rest(), span, steps,
                    [&](const Points& x, const Points& v) { return plain.acceleration(x, v); });
  const Points got = displacements(Points::Zero(3, plain.rest().cols()), span, steps,
                                   [&](const Points& x, const Points& v) {
                                     Vec f, a;
                                     problem->force({0, x.reshaped(), v.reshaped()}, f);
                                     problem->mass().solve(f, a);
                                     return Points(a.reshaped(3, x.cols()));
                                   });
  const double of_plain = (expected.rightCols<1>() - certified).norm() / certified.norm();
  const double of_own = (got.rightCols<1>() - certified).norm() / certified.norm();
  const double apart = (got - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
  CAPTURE(of_plain, of_own, apart);
  CHECK(apart < 1e-8);
  CHECK(of_plain < 1e-8);
  CHECK(of_own < 1e-8);
}

}  // namespace fingerprint_tests
