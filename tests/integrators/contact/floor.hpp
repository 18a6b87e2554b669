#pragma once

#include "problems/contract/optional/contact_constraints.hpp"
#include "problems/contract/optional/feasible_steps.hpp"
#include "tests/integrators/scratch_problems.hpp"

namespace stiffbench::test {

/// A body of 12 unknowns above a floor, M x'' = -K x - drag v - cubic x^3, with x_i >= 0 for the
/// first half of the unknowns, of which some start below the floor.
class Floor final : public Problem, public ContactConstraints, public FeasibleSteps {
 public:
  /// A plain floor, one whose first contact is there twice and alone, or one whose first unknown may
  /// not rise.
  enum class Kind { plain, twice, lid };
  struct Parts {
    Kind kind = Kind::plain;
    double drag = 0, cubic = 0, restitution = 0;
  };
  static constexpr int n = 12;

  explicit Floor(Parts parts) : parts_(parts) {
    start_.x = random_vector(n, 4);
    start_.x.head(n / 2) = -0.01 * start_.x.head(n / 2).cwiseAbs();
    start_.v = random_vector(n, 5);
    const bool twice = parts.kind == Kind::twice;
    const int rows = twice ? 2 : n / 2;
    G_ = Mat(rows, n);
    for (int row = 0; row < rows; ++row) G_.insert(row, twice ? 0 : row) = 1;
    G_.makeCompressed();
    D_ = Mat(n, n);
    if (parts.drag != 0) {
      D_.setIdentity();
      D_ *= parts.drag;
    }
  }
  explicit Floor(Kind kind = Kind::plain) : Floor(Parts{kind}) {}

  State start() const override { return start_; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override {
    return {.damped = parts_.drag != 0, .linear = parts_.cubic == 0};
  }
  void force(const State& u, Vec& f) const override {
    f = -(K_ * u.x) - parts_.drag * u.v - parts_.cubic * u.x.array().cube().matrix();
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override {
    Mat K;
    stiffness(u, K);
    df = -(K * dx) - parts_.drag * dv;
  }
  void stiffness(const State& u, Mat& K) const override {
    K = K_;
    for (int i = 0; i < n; ++i) K.coeffRef(i, i) += 3 * parts_.cubic * u.x[i] * u.x[i];
  }
  void damping(const State&, Mat& D) const override { D = D_; }
  const Mat& linear_stiffness() const override { return K_; }
  double potential(const State& u) const override {
    return u.x.dot(K_ * u.x) / 2 + parts_.cubic / 4 * u.x.array().pow(4).sum();
  }
  double default_end_time() const override { return 1; }
  const Mat& gap_gradient() const override { return G_; }
  void gaps(const Vec& x, Vec& g) const override { g = G_ * x; }
  double restitution() const override { return parts_.restitution; }
  double feasible_step(const Vec&, const Vec& dx) const override {
    return parts_.kind == Kind::lid && dx[0] > 1e-6 ? 0.5 : 1;
  }
  State start_;

 private:
  Parts parts_;
  Mass mass_ = lumped_mass(n);
  Mat G_, D_;
  Mat K_ = with_eigenvalues(Vec::LinSpaced(n, 1, 300));
};

/// Impulses at contacts, complementary to what closes there, and none elsewhere. Returns the number
/// of contacts that push.
int check_complementary(const Vec& impulse, const Vec& apart);

}  // namespace stiffbench::test
