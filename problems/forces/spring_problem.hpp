#pragma once

#include "problems/contract/optional/element_energies.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/problem.hpp"
#include "problems/forces/elastic_body.hpp"
#include "problems/forces/springs.hpp"

#include <utility>
#include <vector>

namespace stiffbench {

/// Masses joined by springs, some of them fixed, in a field that accelerates all of them alike.
/// They start at rest in the undeformed configuration. The unknowns are the displacements of the
/// free vertices:
///   M u'' = s(u) + M a,   s: springs that pull with k (|d| - L).
class SpringProblem : public Problem,
                      public ProjectedStiffness,
                      public ElementEnergies,
                      public Pictured {
 public:
  State start() const final { return {0, Vec::Zero(dof()), Vec::Zero(dof())}; }
  const Mass& mass() const final { return body_.mass(); }
  ProblemTraits traits() const final { return {}; }
  const Mat& linear_stiffness() const final { return linear_; }
  int block_size() const final { return 3; }

  void force(const State& u, Vec& f) const final {
    f = weight_;
    body_.add_force(u.x, f);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec&, Vec& df) const final {
    df.setZero(dof());
    body_.add_jacobian_times(u.x, dx, df);
  }
  void stiffness(const State& u, Mat& K) const final { body_.stiffness(u.x, K); }
  void projected_stiffness(const State& u, Mat& K) const final { body_.stiffness<true>(u.x, K); }
  double potential(const State& u) const final {
    double sum = -weight_.dot(u.x);
    body_.add_potential(u.x, sum);
    return sum;
  }
  std::vector<const ElementGroup*> element_groups() const final { return body_.element_groups(); }
  void external_force(double, Vec& f) const final { f = weight_; }
  bool projection_stiffness(Mat& L) const final { return body_.projection_stiffness(L); }

 protected:
  /// `rest` and `free_index` are those of ElasticBody. Each column of `springs` holds the two
  /// vertices of one spring; the order of the columns is the order of summation. Every vertex has
  /// the mass `m` (kg), every spring the stiffness `k` (N/m), and `field` is the acceleration
  /// (m/s^2).
  SpringProblem(const Eigen::Matrix3Xd& rest, std::vector<int> free_index,
                const Eigen::Matrix2Xi& springs, double m, double k, const Eigen::Vector3d& field)
      : body_(rest, std::move(free_index), Vec::Constant(rest.cols(), m), springs) {
    body_.add(springs, k);
    linear_ = body_.stiffness_at_rest();
    weight_ = (m * field).replicate(dof() / 3, 1);
  }
  const ElasticBody<TwoPointSprings>& body() const { return body_; }

 private:
  ElasticBody<TwoPointSprings> body_;
  Mat linear_;  // the stiffness at rest
  Vec weight_;
};

}  // namespace stiffbench
