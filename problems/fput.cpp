// The modified Fermi-Pasta-Ulam-Tsingou chain of m stiff harmonic springs alternating with soft
// quartic ones, in the variables of Hairer, Lubich, Wanner (scaled displacements x0 and elongations
// x1 of the stiff springs): x'' = -A x - grad U(x), A = diag(I, omega^2 I), unit masses,
//   4 U = (x01-x11)^4 + sum_{i=1}^{m-1} (x0,i+1 - x1,i+1 - x0,i - x1,i)^4 + (x0m + x1m)^4.
// Luan, Michels print a sum up to m, which refers to an x that does not exist, and A with the unit
// block, which Hairer, Lubich, Wanner do not have; H(0) = 2.500300005 confirms the latter reading.

#include "base/error.hpp"
#include "problems/contract/optional/element_energies.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/chain.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench {
namespace {

class Fput final : public ExtendedProblem<Fput>, public ElementEnergies {
 public:
  struct Parameters {
    int m = 3;
    double omega = 100;
    std::vector<double> x0, v0;

    static void parameters(auto& self, auto&& parameter) {
      parameter("m", self.m, from_to(1, 1e9), "number of stiff springs");
      parameter("omega", self.omega, positive(), "frequency of the stiff springs (rad/s)");
      parameter("x0", self.x0, any_value(),
                "2m initial positions; empty: x01 = 1, x11 = 1/omega, else 0");
      parameter("v0", self.v0, any_value(), "2m initial velocities; empty: v01 = v11 = 1, else 0");
    }
    void resolve(const std::string& owner) {
      const auto n = static_cast<std::size_t>(2 * m), stiff = static_cast<std::size_t>(m);
      if (x0.empty()) {
        x0.assign(n, 0);
        x0[0] = 1;
        x0[stiff] = 1 / omega;
      }
      if (v0.empty()) {
        v0.assign(n, 0);
        v0[0] = v0[stiff] = 1;
      }
      for (auto* list : {&x0, &v0})
        if (list->size() != n)
          throw Error(owner + ": x0 and v0 have 2m entries", fmt::format("{}", list->size()),
                      fmt::format("give {} numbers, or none for the paper's data", n));
    }
  };

  explicit Fput(const Parameters& p)
      : m_(p.m), omega2_(p.omega * p.omega), mass_(Vec::Ones(2 * p.m)), springs_(all_springs()) {
    const Eigen::Index n = 2 * m_;
    start_.x = Eigen::Map<const Vec>(p.x0.data(), n);
    start_.v = Eigen::Map<const Vec>(p.v0.data(), n);
    linear_.resize(n, n);
    for (Eigen::Index i = 0; i < n; ++i) linear_.insert(i, i) = i < m_ ? 1 : omega2_;
    linear_.makeCompressed();
  }

  State start() const override { return start_; }
  double default_end_time() const override { return 100; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override { return {}; }
  const Mat& linear_stiffness() const override { return linear_; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    f.resize(2 * m_);
    f.head(m_) = -u.x.head(m_);
    f.tail(m_) = -static_cast<Scalar>(omega2_) * u.x.tail(m_);
    for (int s = 0; s <= m_; ++s) {
      const Scalar d = elongation(s, u.x), cubed = d * d * d;
      add_gradient(s, -cubed, f);
    }
  }

  void jacobian_times(const State& u, const Vec& dx, const Vec&, Vec& df) const override {
    df.resize(2 * m_);
    df.head(m_) = -dx.head(m_);
    df.tail(m_) = -omega2_ * dx.tail(m_);
    for (int s = 0; s <= m_; ++s) {
      const double d = elongation(s, u.x);
      add_gradient(s, -3 * d * d * elongation(s, dx), df);
    }
  }

  void stiffness(const State& u, Mat& K) const override {
    if (K.rows() != 2 * m_) K = pattern();
    K.coeffs().setZero();
    for (int i = 0; i < 2 * m_; ++i) K.coeffRef(i, i) = i < m_ ? 1 : omega2_;
    for (int s = 0; s <= m_; ++s) {
      const double d = elongation(s, u.x), weight = 3 * d * d;
      const Spring spring = ends(s);
      for (int a = 0; a < spring.count; ++a)
        for (int b = 0; b < spring.count; ++b)
          K.coeffRef(spring.index[a], spring.index[b]) += weight * spring.sign[a] * spring.sign[b];
    }
  }

  double potential(const State& u) const override {
    double sum = 0.5 * (u.x.head(m_).squaredNorm() + omega2_ * u.x.tail(m_).squaredNorm());
    for (int s = 0; s <= m_; ++s) sum += 0.25 * std::pow(elongation(s, u.x), 4);
    return sum;
  }
  std::vector<const ElementGroup*> element_groups() const override { return {&springs_}; }
  void external_force(double, Vec& f) const override { f.setZero(dof()); }
  bool projection_stiffness(Mat&) const override { return false; }

 private:
  /// Soft spring s = 0..m; its elongation is the sum of sign * x[index].
  struct Spring {
    int count;
    int index[4], sign[4];
  };
  Spring ends(int s) const {
    if (s == 0) return {2, {0, m_}, {1, -1}};
    if (s == m_) return {2, {m_ - 1, 2 * m_ - 1}, {1, 1}};
    return {4, {s, m_ + s, s - 1, m_ + s - 1}, {1, -1, -1, -1}};
  }
  template <class Scalar>
  Scalar elongation(int s, const VecOf<Scalar>& x) const {
    if (s == 0) return x[0] - x[m_];
    if (s == m_) return x[m_ - 1] + x[2 * m_ - 1];
    return x[s] - x[m_ + s] - x[s - 1] - x[m_ + s - 1];
  }
  template <class Scalar>
  void add_gradient(int s, Scalar value, VecOf<Scalar>& f) const {
    const Spring spring = ends(s);
    for (int a = 0; a < spring.count; ++a)
      f[spring.index[a]] += static_cast<Scalar>(spring.sign[a]) * value;
  }
  ScalarSprings all_springs() const {
    std::vector<ScalarSprings::Spring> all;
    for (int i = 0; i < 2 * m_; ++i) all.push_back({{{i, 1}}, i < m_ ? 1 : omega2_});
    for (int s = 0; s <= m_; ++s) {
      const Spring spring = ends(s);
      ScalarSprings::Spring soft{{}, 0, 1};
      for (int a = 0; a < spring.count; ++a)
        soft.ends.emplace_back(spring.index[a], spring.sign[a]);
      all.push_back(soft);
    }
    return ScalarSprings(all);
  }
  Mat pattern() const {
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < 2 * m_; ++i) entries.emplace_back(i, i, 0);
    for (int s = 0; s <= m_; ++s) {
      const Spring spring = ends(s);
      for (int a = 0; a < spring.count; ++a)
        for (int b = 0; b < spring.count; ++b)
          entries.emplace_back(spring.index[a], spring.index[b], 0);
    }
    Mat K(2 * m_, 2 * m_);
    K.setFromTriplets(entries.begin(), entries.end());
    return K;
  }

  int m_;
  double omega2_;
  State start_;
  Mass mass_;
  ScalarSprings springs_;
  Mat linear_;
};

const bool enrolled = enrol_problem<Fput>({
    .name = "fput",
    .title = "Fermi-Pasta-Ulam-Tsingou chain, stiff harmonic and soft quartic springs",
    .equation =
        "x'' = -A x - grad U(x), A = diag(I, omega^2 I); "
        "4 U = (x01 - x11)^4 + sum over i of (x0,i+1 - x1,i+1 - x0,i - x1,i)^4 + (x0m + x1m)^4",
    .doi = "10.1007/3-540-30666-8",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"omega", 5.0}, {"end_time", 2.0}}},
});

}  // namespace
}  // namespace stiffbench
