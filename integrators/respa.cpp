#include "integrators/contract/registry.hpp"
#include "integrators/kernels/split/fast_split.hpp"

namespace stiffbench {
namespace {

constexpr const char* needs_split =
    "the force depends on v: the split into a fast and a slow part, f = fast(x) + slow(x, t), "
    "does not hold";

/// Steps of velocity Verlet for the fast part.
class FastSteps {
 public:
  void init(double h, int count) {
    count_ = count;
    h_ = h / count;
  }
  /// Advances (x, v); a is the fast acceleration, before and after.
  void advance(FastSplit& split, Vec& x, Vec& v, Vec& a) const {
    for (int i = 0; i < count_; ++i) {
      v += (i == 0 ? 0.5 : 1) * h_ * a;
      x += h_ * v;
      split.fast(x, a);
    }
    v += 0.5 * h_ * a;
  }
  /// Computes the mean of the fast motion from x at rest, by the trapezoidal rule. In exact
  /// arithmetic it is a polynomial in M^-1 K0, close to sinc(h Omega).
  void mean(FastSplit& split, const Vec& x, Vec& result) {
    x_ = x;
    v_.setZero(x.size());
    split.fast(x_, a_);
    result = 0.5 * x;
    for (int i = 0; i < count_; ++i) {
      v_ += (i == 0 ? 0.5 : 1) * h_ * a_;
      x_ += h_ * v_;
      if (i + 1 < count_) split.fast(x_, a_);
      result += (i + 1 < count_ ? 1 : 0.5) * x_;
    }
    result /= count_;
  }

 private:
  int count_ = 1;
  double h_ = 0;
  Vec x_, v_, a_;
};

/// The impulse method, r-RESPA in molecular dynamics: half a kick by the slow part of the force,
/// steps of velocity Verlet for the fast part, half a kick by the slow part. The fast part is that
/// of the problem (FastForce), or else -K0 x. The method is symplectic and needs one force and
/// `substeps` fast forces a step, of which h / substeps omega_max < 2 is required. Where h omega is
/// near a multiple of pi it resonates.
///
/// The mollified impulse method of Garcia-Archilla, Sanz-Serna, Skeel takes the gradient of the
/// potential of the slow part g at the mean A x of the fast motion from x at rest, A' g(A x), which
/// weakens the resonances. Its fast part is always -K0 x: A then comes from the same substeps and
/// commutes with M^-1 K0, so that M^-1 A' = A M^-1, where a nonlinear fast part would need
/// derivatives of A by x. It needs 3 substeps + 1 products a step.
class Respa {
 public:
  Respa() = default;
  explicit Respa(bool mollified) : mollified_(mollified) {}

  Facts facts() const {
    if (mollified_)
      return {
          .name = "mollified_respa",
          .title = "mollified impulse method with substeps (Garcia-Archilla, Sanz-Serna, Skeel)",
          .doi = "10.1137/S1064827596313851",
          .family = Family::split,
          .stages = 1,
          .group = "splitting"};
    return {.name = "respa",
            .title = "impulse method with substeps, r-RESPA (Tuckerman, Berne, Martyna)",
            .doi = "10.1063/1.463137",
            .family = Family::split,
            .stages = 1,
            .group = "splitting"};
  }
  static void parameters(auto& self, auto&& parameter) {
    parameter("substeps", self.substeps_, at_least(1),
              "steps of velocity Verlet for the fast part in every step");
  }
  int order(const Problem&) const { return 2; }
  std::string why_not_applicable(const Problem& p) const {
    return p.traits().damped ? needs_split : "";
  }

  void init(const CountedProblem& problem, double h) {
    split_.init(problem, mollified_ ? FastSplit::Part::linear : FastSplit::Part::of_problem);
    fast_.init(h, substeps_);
    h_ = h;
    at_.v.setZero(problem.dof());  // the force does not depend on it
    is_first_ = true;
  }

  Outcome step(State& u) {
    if (is_first_) {
      split_.fast(u.x, a_);
      slow(u);
    }
    is_first_ = false;
    u.v += 0.5 * h_ * g_;
    fast_.advance(split_, u.x, u.v, a_);
    u.t += h_;
    slow(u);
    u.v += 0.5 * h_ * g_;
    return {};
  }

 private:
  /// Computes the acceleration g_ of the kicks.
  void slow(const State& u) {
    if (!mollified_) return split_.slow(u, a_, g_);
    at_.t = u.t;
    fast_.mean(split_, u.x, at_.x);
    split_.fast(at_.x, mean_a_);
    split_.slow(at_, mean_a_, mean_g_);
    fast_.mean(split_, mean_g_, g_);
  }

  bool mollified_ = false;
  int substeps_ = 10;
  double h_ = 0;
  bool is_first_ = true;
  FastSplit split_;
  FastSteps fast_;
  State at_;
  Vec a_, g_;  // at u: the fast acceleration, and that of the kicks
  Vec mean_a_, mean_g_;
};

const bool enrolled = enrol(Respa(false)) && enrol(Respa(true));

}  // namespace
}  // namespace stiffbench
