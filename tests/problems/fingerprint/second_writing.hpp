#pragma once

#include "problems/contract/registry.hpp"

#include <Eigen/Core>
#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace stiffbench::test {

using Points = Eigen::Matrix3Xd;

/// The project's own force, from displacements.
struct Own {
  std::unique_ptr<Problem> problem;

  Points rest() const { return Points::Zero(3, problem->dof() / 3); }
  Points start_velocity() const { return problem->start().v.reshaped(3, problem->dof() / 3); }
  static bool held(Eigen::Index) { return false; }
  Points acceleration(double t, const Points& x) const {
    Vec f, a;
    problem->force({t, x.reshaped(), Vec::Zero(x.size())}, f);
    problem->mass().solve(f, a);
    return a.reshaped(3, x.cols());
  }
};

/// Final displacements of the particles that are not held. A model without start_velocity() begins
/// at rest.
///
/// Every step is one of leapfrog in 1, 2, 3 and 4 substeps, extrapolated to order 8. RK4 would need
/// far smaller ones: it damps the coil's fast modes, which must be there still at the end.
template <class Model>
Points displacements(const Model& model, double span, int steps) {
  const auto acceleration = [&](double t, const Points& x) {
    Points a = model.acceleration(t, x);
    for (Eigen::Index i = 0; i < a.cols(); ++i)
      if (model.held(i)) a.col(i).setZero();
    return a;
  };
  const Points rest = model.rest();
  Points x = rest, v = Points::Zero(3, rest.cols());
  if constexpr (requires { model.start_velocity(); }) v = model.start_velocity();
  const double H = span / steps;
  for (int step = 0; step < steps; ++step) {
    const double t = H * step;
    const Points a0 = acceleration(t, x);
    std::array<Points, 4> X, V;
    for (int k = 0; k < 4; ++k) {
      const double h = H / (k + 1);
      X[k] = x;
      V[k] = v + h / 2 * a0;
      for (int i = 1; i <= k + 1; ++i) {
        X[k] += h * V[k];
        V[k] += (i <= k ? h : h / 2) * acceleration(t + i * h, X[k]);
      }
      for (int j = k - 1; j >= 0; --j) {
        const double gain = std::pow((k + 1.0) / (j + 1), 2) - 1;
        X[j] = X[j + 1] + (X[j + 1] - X[j]) / gain;
        V[j] = V[j + 1] + (V[j + 1] - V[j]) / gain;
      }
    }
    x = X[0];
    v = V[0];
  }
  std::vector<Eigen::Index> moving;
  for (Eigen::Index i = 0; i < x.cols(); ++i)
    if (!model.held(i)) moving.push_back(i);
  return (x - rest)(Eigen::all, moving);
}

/// Checks that a second writing, the project's own force and a certified reference end in the same
/// displacements: the latter of the last particle.
template <class Plain>
void agree(const Plain& plain, const Own& own, const Eigen::Vector3d& certified, int steps) {
  const double span = own.problem->end_time();
  const Points expected = displacements(plain, span, steps);
  const Points got = displacements(own, span, steps);
  REQUIRE(got.cols() == expected.cols());
  const double of_plain = (expected.rightCols<1>() - certified).norm() / certified.norm();
  const double of_own = (got.rightCols<1>() - certified).norm() / certified.norm();
  const double apart = (got - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
  CAPTURE(of_plain, of_own, apart);
  CHECK(of_plain < 1e-8);
  CHECK(of_own < 1e-8);
  CHECK(apart < 1e-8);
}

inline Own own(const std::string& name, const Settings& settings) {
  return {ProblemRegistry::instance().make(name, settings)};
}

}  // namespace stiffbench::test
