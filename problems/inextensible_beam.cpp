// A beam in the plane that bends and cannot stretch (Hairer and Wanner, Solving ordinary
// differential equations II, section IV.1; "beam" of the Test Set for IVP Solvers, which prints
// digits). It is clamped at s = 0, straight at the start and at rest; at its free end pulls the
// force
//   F(t) = (-phi, phi),  phi = load sin(t)^2 until t = pi, then 0.
// Length, mass per length and bending stiffness are 1. The beam consists of n rigid links of length
// 1/n at the angles theta_l, with masses of 1/n where two links meet and of 1/(2n) at the free end.
// With g_lk = n + 1/2 - max(l, k),
//   A theta'' = r - B theta'^2,  A_lk = g_lk cos(theta_l - theta_k),
//   B_lk = g_lk sin(theta_l - theta_k),  theta_0 = -theta_1,  theta_{n+1} = theta_n,
//   r_l = n^4 (theta_{l-1} - 2 theta_l + theta_{l+1}) + n^2 (F_y cos theta_l - F_x sin theta_l).
// The unknowns are the angles. The mass A depends on the state; here it is on the other side, M = I
// and f = theta''(theta, theta', t). A^-1 takes O(n) operations, since the inverse of G = (g_lk)
// is tridiagonal (-1; 1, 2, ..., 2, 3): with C_lk = (G^-1)_lk cos(theta_l - theta_k) and
// D_lk = (G^-1)_lk sin(theta_l - theta_k), A C - B D = 1 and A D + B C = 0, so that
//   theta'' = C r + D w,  C w = D r + theta'^2.

#include "problems/contract/optional/switching_functions.hpp"
#include "problems/contract/optional/varying_mass.hpp"
#include "problems/contract/outputs.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"
#include "problems/multibody/differentiated_problem.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace stiffbench {
namespace {

using Eigen::Index;

/// Outputs at the end: angle_I and rate_I for I = 1, n/4, n/2, n (1, 1/s), which the Test Set
/// prints, and the free end's tip_x and tip_y; series of these two.
class BeamOutputs final : public Outputs {
 public:
  BeamOutputs(double span, long points) : series_(0, span, points) {}

  void see(const State& u) override {
    last_ = u;
    if (!series_.due(u.t)) return;
    const Eigen::Vector2d end = tip();
    series_.add("tip_x", end.x());
    series_.add("tip_y", end.y());
  }
  Settings result() const override {
    const Index n = last_.x.size();
    Settings all{{"tip_x", tip().x()}, {"tip_y", tip().y()}};
    for (const Index link : {Index{1}, n / 4, n / 2, n}) {
      if (link == 0) continue;  // fewer than four links have no quarter
      all[fmt::format("angle_{}", link)] = last_.x[link - 1];
      all[fmt::format("rate_{}", link)] = last_.v[link - 1];
    }
    series_.put(all);
    return all;
  }

 private:
  Eigen::Vector2d tip() const {
    return {last_.x.array().cos().mean(), last_.x.array().sin().mean()};
  }
  State last_;
  TimeSeries series_;
};

class InextensibleBeam final : public DifferentiatedProblem<InextensibleBeam>,
                               public SwitchingFunctions,
                               public VaryingMass,
                               public Pictured {
 public:
  struct Parameters {
    int links = 40;
    double load = 1.5;

    static void parameters(auto& self, auto&& parameter) {
      parameter("links", self.links, at_least(2), "n, the number of angles");
      parameter("load", self.load, any_value(), "amplitude of the force at the free end");
    }
  };

  explicit InextensibleBeam(const Parameters& p)
      : links_(p.links), load_(p.load), mass_(Vec::Ones(p.links)), linear_(bending(p.links)) {}

  State start() const override { return {0, Vec::Zero(links_), Vec::Zero(links_)}; }
  double default_end_time() const override { return 5; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override {
    return {.damped = true,
            .varying_damping = true,
            .time_dependent = true,
            .smooth = end_time() <= std::numbers::pi};
  }
  /// The stiffness of bending as in r. At rest K is G^-1 times this, which is not symmetric.
  const Mat& linear_stiffness() const override { return linear_; }
  double typical_displacement() const override { return 0.1; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    const Turns<Scalar> turns(u.x);
    const VecOf<Scalar> r = moments(u.x, u.t);
    VecOf<Scalar> w = turns.sines_times(r);
    for (Index i = 0; i < links_; ++i) w[i] += u.v[i] * u.v[i];
    turns.solve_cosines(w);
    f = turns.cosines_times(r) + turns.sines_times(w);
  }
  /// Energy of bending, less the work of the force at the end.
  double potential(const State& u) const override {
    const Eigen::Array2Xd ends = positions(u.x);
    return u.x.dot(linear_ * u.x) / (2 * std::pow(links_, 3)) -
           force_at_end(u.t) * (ends(1, links_ - 1) - ends(0, links_ - 1));
  }
  double kinetic_energy(const State& u) const override {
    Eigen::Vector2d velocity = Eigen::Vector2d::Zero();
    double sum = 0;
    for (Index i = 0; i < links_; ++i) {
      velocity += u.v[i] / links_ * Eigen::Vector2d(-std::sin(u.x[i]), std::cos(u.x[i]));
      const double mass = (i + 1 == links_ ? 0.5 : 1) / links_;
      sum += mass / 2 * velocity.squaredNorm();
    }
    return sum;
  }
  /// The force at the end is not smooth where it ends.
  Vec switching_functions(const State& u) const override {
    return Vec::Constant(1, u.t - std::numbers::pi);
  }

  std::unique_ptr<Outputs> outputs(long points) const override {
    return std::make_unique<BeamOutputs>(end_time(), points);
  }

  std::vector<Body> bodies(const State& u) const override {
    Body beam{.name = "beam", .points = Eigen::Matrix3Xd::Zero(3, links_ + 1), .lines = {{0}}};
    beam.points.topRightCorner(2, links_) = positions(u.x);
    for (int i = 1; i <= links_; ++i) beam.lines[0].push_back(i);
    return {beam};
  }
  View view() const override { return {{0, 0, 1}, {0, 1, 0}}; }

 private:
  /// The matrices C and D of the head of this file at these angles.
  template <class Scalar>
  class Turns {
   public:
    explicit Turns(const VecOf<Scalar>& x) : cosine_(x.size() - 1), sine_(x.size() - 1) {
      using std::cos, std::sin;
      for (Index i = 0; i + 1 < x.size(); ++i) {
        const Scalar change = x[i] - x[i + 1];
        cosine_[i] = cos(change);
        sine_[i] = sin(change);
      }
    }
    VecOf<Scalar> cosines_times(const VecOf<Scalar>& y) const {
      VecOf<Scalar> result(y.size());
      for (Index i = 0; i < y.size(); ++i) result[i] = diagonal(i) * y[i];
      for (Index i = 0; i + 1 < y.size(); ++i) {
        result[i] -= cosine_[i] * y[i + 1];
        result[i + 1] -= cosine_[i] * y[i];
      }
      return result;
    }
    VecOf<Scalar> sines_times(const VecOf<Scalar>& y) const {
      VecOf<Scalar> result = VecOf<Scalar>::Constant(y.size(), Scalar(0));
      for (Index i = 0; i + 1 < y.size(); ++i) {
        result[i] -= sine_[i] * y[i + 1];
        result[i + 1] += sine_[i] * y[i];
      }
      return result;
    }
    /// Replaces y by C^-1 y, by elimination without pivots: C is diagonally dominant.
    void solve_cosines(VecOf<Scalar>& y) const {
      const Index n = y.size();
      VecOf<Scalar> pivot(n);
      pivot[0] = Scalar(diagonal(0));
      for (Index i = 1; i < n; ++i) {
        const Scalar factor = cosine_[i - 1] / pivot[i - 1];
        pivot[i] = diagonal(i) - factor * cosine_[i - 1];
        y[i] += factor * y[i - 1];
      }
      y[n - 1] /= pivot[n - 1];
      for (Index i = n - 2; i >= 0; --i) y[i] = (y[i] + cosine_[i] * y[i + 1]) / pivot[i];
    }

   private:
    double diagonal(Index i) const { return i == 0 ? 1 : i == cosine_.size() ? 3 : 2; }
    VecOf<Scalar> cosine_, sine_;  // of the turn from each link to the next one
  };

  /// The ends of the links in the plane.
  Eigen::Array2Xd positions(const Vec& angles) const {
    Eigen::Array2Xd ends(2, links_);
    Eigen::Array2d end = Eigen::Array2d::Zero();
    for (Index i = 0; i < links_; ++i)
      ends.col(i) = end += Eigen::Array2d(std::cos(angles[i]), std::sin(angles[i])) / links_;
    return ends;
  }
  /// The r of the head of this file.
  template <class Scalar>
  VecOf<Scalar> moments(const VecOf<Scalar>& angles, const Scalar& t) const {
    using std::cos, std::sin;
    const double n = links_;
    const Scalar phi = force_at_end(t);
    VecOf<Scalar> r(links_);
    for (Index i = 0; i < links_; ++i) {
      const Scalar before = i == 0 ? Scalar(-angles[0]) : angles[i - 1];
      const Scalar after = i + 1 == links_ ? angles[i] : angles[i + 1];
      r[i] = n * n *
             (n * n * (before - 2.0 * angles[i] + after) + phi * (cos(angles[i]) + sin(angles[i])));
    }
    return r;
  }
  template <class Scalar>
  Scalar force_at_end(const Scalar& t) const {
    using std::sin;
    if (t > std::numbers::pi) return Scalar(0);
    const Scalar s = sin(t);
    return load_ * s * s;
  }

  /// n^4 (-1; 3, 2, ..., 2, 1).
  static Mat bending(int links) {
    Eigen::MatrixXd K = Eigen::MatrixXd::Zero(links, links);
    K.diagonal().setConstant(2);
    K(0, 0) = 3;
    K(links - 1, links - 1) = 1;
    K.diagonal<1>().setConstant(-1);
    K.diagonal<-1>().setConstant(-1);
    return (std::pow(links, 4) * K).sparseView();
  }

  int links_;
  double load_;
  Mass mass_;
  Mat linear_;
};

const bool enrolled = enrol_problem<InextensibleBeam>({
    .name = "inextensible_beam",
    .title = "Beam that bends and cannot stretch, of rigid links (Hairer, Wanner)",
    .equation = "A theta'' = n^4 (theta_{l-1} - "
                "2 theta_l + theta_{l+1}) + n^2 (F_y cos theta_l - F_x sin theta_l) - B theta'^2, "
                "A_lk = g_lk cos(theta_l - theta_k), B_lk = g_lk sin(theta_l - theta_k), "
                "g_lk = n + 1/2 - max(l, k), F = (-phi, phi), phi = load sin(t)^2 for t <= pi, "
                "else 0",
    .doi = "10.1007/978-3-642-05221-7",
    .units = {"1", "1", "1"},
    .order_checks = {{{"links", 4L}, {"load", 4.0}, {"end_time", 1.0}}},
});

}  // namespace
}  // namespace stiffbench
