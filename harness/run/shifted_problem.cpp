#include "harness/run/shifted_problem.hpp"

#include "problems/contract/picture.hpp"

#include <cmath>
#include <random>

namespace stiffbench {
namespace {

/// The problem with a perturbed initial state; it forwards all other calls (a test checks the
/// list).
class ShiftedProblem : public Problem {
 public:
  ShiftedProblem(std::shared_ptr<const Problem> problem, const ShiftedStart& start)
      : Problem(*problem), problem_(std::move(problem)), start_(start) {}

  State start() const final {
    State u = problem_->start();
    u.x += shift_of(start_, dof());
    return u;
  }
  std::optional<State> exact(double /*t*/) const final { return std::nullopt; }

  const Mass& mass() const final { return problem_->mass(); }
  ProblemTraits traits() const final { return problem_->traits(); }
  void force(const State& u, Vec& f) const final { problem_->force(u, f); }
  void force(const StateOf<long double>& u, VecOf<long double>& f) const final {
    problem_->force(u, f);
  }
  bool has_extended() const final { return problem_->has_extended(); }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const final {
    problem_->jacobian_times(u, dx, dv, df);
  }
  void stiffness(const State& u, Mat& K) const final { problem_->stiffness(u, K); }
  void projected_stiffness(const State& u, Mat& K) const final {
    problem_->projected_stiffness(u, K);
  }
  void step_stiffness(const State& u, Mat& K) const final { problem_->step_stiffness(u, K); }
  void damping(const State& u, Mat& D) const final { problem_->damping(u, D); }
  void time_derivative(const State& u, Vec& dfdt) const final {
    problem_->time_derivative(u, dfdt);
  }
  void load(double t, Vec& f) const final { problem_->load(t, f); }
  const Mat& linear_stiffness() const final { return problem_->linear_stiffness(); }
  double potential(const State& u) const final { return problem_->potential(u); }
  int block_size() const final { return problem_->block_size(); }
  void closed_contacts(const State& u, Mat& G) const final { problem_->closed_contacts(u, G); }
  double feasible_step(const Vec& x, const Vec& dx) const final {
    return problem_->feasible_step(x, dx);
  }
  double kink(const Vec& x) const final { return problem_->kink(x); }
  std::unique_ptr<Outputs> outputs(long points) const final { return problem_->outputs(points); }
  double typical_displacement() const final { return problem_->typical_displacement(); }
  State after_step(State u) const final { return problem_->after_step(std::move(u)); }
  double clock() const final { return problem_->clock(); }
  double default_end_time() const final { return problem_->default_end_time(); }

 private:
  std::shared_ptr<const Problem> problem_;
  ShiftedStart start_;
};

class ShiftedPicture final : public ShiftedProblem, public Pictured {
 public:
  ShiftedPicture(const std::shared_ptr<const Problem>& problem, const Pictured& picture,
                 const ShiftedStart& start)
      : ShiftedProblem(problem, start), picture_(picture) {}

  std::vector<Body> bodies(const State& u) const override { return picture_.bodies(u); }
  View view() const override { return picture_.view(); }

 private:
  const Pictured& picture_;  // the original problem
};

}  // namespace

Vec shift_of(const ShiftedStart& start, Eigen::Index dof) {
  // The standard specifies the numbers of the generator, but not those of its distributions.
  std::mt19937_64 random(static_cast<std::uint64_t>(start.index));
  Vec shift(dof);
  for (double& entry : shift)
    entry = start.shift * (std::ldexp(static_cast<double>(random() >> 11), -52) - 1);
  return shift;
}

std::shared_ptr<const Problem> from_start(std::shared_ptr<const Problem> problem,
                                          const ShiftedStart& start) {
  if (const auto* picture = dynamic_cast<const Pictured*>(problem.get()))
    return std::make_shared<ShiftedPicture>(problem, *picture, start);
  return std::make_shared<ShiftedProblem>(std::move(problem), start);
}

}  // namespace stiffbench
