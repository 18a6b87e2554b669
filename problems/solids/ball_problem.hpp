#pragma once

#include "problems/contract/optional/switching_functions.hpp"
#include "problems/meshes/ball.hpp"
#include "problems/meshes/numbering.hpp"
#include "problems/outputs/bounces.hpp"
#include "problems/outputs/combined.hpp"
#include "problems/solids/solid_outputs.hpp"
#include "problems/solids/solid_problem.hpp"

namespace stiffbench {

/// An elastic ball that falls on the ground y = 0 and bounces: the mesh of ball_mesh() without
/// fixed vertices, and the outputs of Bounces. It touches the ground where its smallest gap is
/// below `reach`.
class BallProblem : public SolidProblem, public SwitchingFunctions {
 public:
  struct Ball {
    int frequency;                 ///< frequency of the geodesic sphere
    double radius, height, reach;  ///< height: initial height of the lowest point; all in m
  };
  BallProblem(const Ball& ball, const SolidParameters& parameters, double youngs)
      : SolidProblem(shape(ball), parameters, youngs), ball_(ball) {}

  ProblemTraits traits() const override {
    ProblemTraits traits = SolidProblem::traits();
    traits.smooth = false;
    return traits;
  }
  Vec switching_functions(const State& u) const final {
    return heights(u.x).array() - ball_.reach;
  }
  std::unique_ptr<Outputs> outputs(long points) const final {
    const auto centre_and_gap = [this](const State& u) {
      Vec momentum;
      mass().times(free_rest() + u.x, momentum);
      const auto along_y = momentum.reshaped(3, dof() / 3).row(1);
      return Bounces::Heights{along_y.sum() / total_mass() - ball_.radius, heights(u.x).minCoeff()};
    };
    return std::make_unique<Combined>(
        std::make_unique<SolidOutputs>(*this, points),
        std::make_unique<Bounces>(centre_and_gap, ball_.reach, end_time(), points));
  }
  std::vector<Body> bodies(const State& u) const final {
    std::vector<Body> all = SolidProblem::bodies(u);
    all.push_back(ground(0, 0, 6 * ball_.radius));
    return all;
  }

 protected:
  /// Number of vertices on the surface, which come first.
  Eigen::Index touching() const { return 10 * ball_.frequency * ball_.frequency + 2; }
  /// Index of a vertex's height among the unknowns.
  Eigen::Index height_of(Eigen::Index vertex) const { return 3 * body().free_index(vertex) + 1; }
  /// Returns the heights of all vertices of the surface (m).
  Vec heights(const Vec& x) const {
    return Vec::NullaryExpr(
        touching(), [&](Eigen::Index i) { return free_rest()[height_of(i)] + x[height_of(i)]; });
  }

 private:
  static Shape shape(const Ball& ball) {
    TetMesh mesh = ball_mesh(ball.frequency, ball.radius);
    mesh.vertices.row(1).array() += ball.height - mesh.vertices.row(1).minCoeff();
    const std::vector<bool> free(static_cast<std::size_t>(mesh.vertices.cols()), true);
    const Eigen::Matrix3Xi triangles = geodesic_sphere(ball.frequency).faces;
    Eigen::Matrix4Xi faces(4, triangles.cols());
    faces << triangles, triangles.row(2);
    return {mesh, number_for_locality(mesh, free), faces};
  }

  Ball ball_;
};

}  // namespace stiffbench
