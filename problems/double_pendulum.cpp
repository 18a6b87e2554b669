// Two particles on two stiff springs in the plane, one below the other, under gravity: a double
// pendulum whose rods are elastic,
//   m1 x1'' = s1 - s2 + m1 g,   m2 x2'' = s2 + m2 g,   s_i = -k_i (|d_i| - L_i) d_i / |d_i|,
// d1 = x1, d2 = x2 - x1. It starts at rest, with springs of their lengths at rest. As k grows the
// motion tends to that of rigid rods, which is a system of index 3, and the springs oscillate about
// it with an amplitude that tends to 0. The angles of the start are large enough for chaos.
// Lengths, masses and rates are ours.

#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiffbench {
namespace {

using Eigen::Index;

class DoublePendulum final : public ExtendedProblem<DoublePendulum>,
                             public ProjectedStiffness,
                             public Pictured {
 public:
  struct Parameters {
    double mass_1 = 1, mass_2 = 1, length_1 = 1, length_2 = 1, omega = 1000, angle_1 = 90,
           angle_2 = 120, gravity = 9.81;

    static void parameters(auto& self, auto&& parameter) {
      parameter("mass_1", self.mass_1, positive(), "of the upper particle (kg)");
      parameter("mass_2", self.mass_2, positive(), "of the lower particle (kg)");
      parameter("length_1", self.length_1, positive(), "of the upper spring at rest (m)");
      parameter("length_2", self.length_2, positive(), "of the lower spring at rest (m)");
      parameter("omega", self.omega, positive(),
                "sqrt(k_i/m_i), the frequency of each spring with its particle (rad/s)");
      parameter("angle_1", self.angle_1, any_value(), "to the vertical at the start (degrees)");
      parameter("angle_2", self.angle_2, any_value(), "to the vertical at the start (degrees)");
      parameter("gravity", self.gravity, any_value(), "along -y (m/s^2)");
    }
  };

  explicit DoublePendulum(const Parameters& p) : p_(p), mass_(masses(p)), start_(at_rest(p)) {
    stiffness_at<true>(start_.x, linear_);
  }

  State start() const override { return start_; }
  double default_end_time() const override { return 5; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override { return {}; }
  /// The stiffness of the springs along themselves at the start.
  const Mat& linear_stiffness() const override { return linear_; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    f.setZero(4);
    for (Index i = 0; i < 4; i += 2)
      f[i + 1] = -static_cast<Scalar>(mass_.diagonal()[i]) * static_cast<Scalar>(p_.gravity);
    for (int i = 0; i < 2; ++i) {
      const Eigen::Matrix<Scalar, 2, 1> d = difference(i, u.x);
      const auto k = static_cast<Scalar>(stiffness_of(i));
      const Scalar pull = k * (1 - static_cast<Scalar>(length(i)) / d.norm());
      f.template segment<2>(2 * i) -= pull * d;
      if (i == 1) f.template head<2>() += pull * d;
    }
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec&, Vec& df) const override {
    df.setZero(4);
    for (int i = 0; i < 2; ++i) {
      const Eigen::Vector2d change = block<false>(i, u.x) * difference(i, dx);
      df.segment<2>(2 * i) -= change;
      if (i == 1) df.head<2>() += change;
    }
  }
  void stiffness(const State& u, Mat& K) const override { stiffness_at<false>(u.x, K); }
  void projected_stiffness(const State& u, Mat& K) const override { stiffness_at<true>(u.x, K); }
  double potential(const State& u) const override {
    double sum = 0;
    for (int i = 0; i < 2; ++i) {
      const double e = difference(i, u.x).norm() - length(i);
      sum += stiffness_of(i) / 2 * e * e + mass_.diagonal()[2 * i] * p_.gravity * u.x[2 * i + 1];
    }
    return sum;
  }

  std::vector<Body> bodies(const State& u) const override {
    Eigen::Matrix3Xd points = Eigen::Matrix3Xd::Zero(3, 3);
    points.topRightCorner<2, 2>() = u.x.reshaped(2, 2);
    std::vector<Body> all{{.name = "springs", .points = points, .lines = {{0, 1, 2}}}};
    for (int i = 1; i < 3; ++i) all.push_back(ball("particle", points.col(i), 0.06 * p_.length_1));
    return all;
  }
  View view() const override { return {{0, 0, 1}, {0, 1, 0}}; }

 private:
  static Vec masses(const Parameters& p) { return Vec{{p.mass_1, p.mass_1, p.mass_2, p.mass_2}}; }
  double length(int i) const { return i == 0 ? p_.length_1 : p_.length_2; }
  double stiffness_of(int i) const { return mass_.diagonal()[2 * i] * p_.omega * p_.omega; }

  /// The particles hang at their angles, at rest, from springs without tension.
  static State at_rest(const Parameters& p) {
    const auto hanging = [](double length, double degrees) {
      const double angle = degrees * std::numbers::pi / 180;
      return Eigen::Vector2d(length * std::sin(angle), -length * std::cos(angle));
    };
    State u{0, Vec(4), Vec::Zero(4)};
    u.x.head<2>() = hanging(p.length_1, p.angle_1);
    u.x.tail<2>() = u.x.head<2>() + hanging(p.length_2, p.angle_2);
    return u;
  }

  /// The vector along spring i.
  template <class Scalar>
  static Eigen::Matrix<Scalar, 2, 1> difference(int i, const VecOf<Scalar>& x) {
    Eigen::Matrix<Scalar, 2, 1> d = x.template segment<2>(2 * i);
    if (i == 1) d -= x.template head<2>();
    return d;
  }
  /// The 2 x 2 stiffness of spring i, k (d d' + (1 - L/|d|) (I - d d')), d of length 1; projected:
  /// a compressed spring has none across itself.
  template <bool projected>
  Eigen::Matrix2d block(int i, const Vec& x) const {
    const Eigen::Vector2d d = difference(i, x);
    const double r = d.norm(), across = 1 - length(i) / r;
    const Eigen::Matrix2d along = d / r * (d / r).transpose();
    return stiffness_of(i) * (along + (projected ? std::max(0., across) : across) *
                                          (Eigen::Matrix2d::Identity() - along));
  }
  template <bool projected>
  void stiffness_at(const Vec& x, Mat& K) const {
    if (K.rows() != 4) {
      K = Eigen::MatrixXd::Ones(4, 4).sparseView();
      K.makeCompressed();
    }
    const Eigen::Matrix2d upper = block<projected>(0, x), lower = block<projected>(1, x);
    Eigen::Map<Eigen::Matrix<double, 4, 4, Eigen::RowMajor>> all(K.valuePtr());
    all << upper + lower, -lower, -lower, lower;
  }

  Parameters p_;
  Mass mass_;
  State start_;
  Mat linear_;
};

const bool enrolled = enrol_problem<DoublePendulum>({
    .name = "double_pendulum",
    .title = "Two particles on two stiff springs that swing",
    .equation = "m1 x1'' = s1 - s2 + m1 g, m2 x2'' = s2 + m2 g, "
                "s_i = -k_i (|d_i| - L_i) d_i/|d_i|, d1 = x1, d2 = x2 - x1, in the plane",
    .doi = "",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"omega", 10.0}, {"end_time", 2.0}}},
});

}  // namespace
}  // namespace stiffbench
