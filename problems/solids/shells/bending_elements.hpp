#pragma once

#include "problems/meshes/mesh.hpp"
#include "problems/solids/shells/corners.hpp"

namespace stiffbench {

/// The bending stiffness of a plate (N m) of this Young's modulus times thickness (N/m), Poisson's
/// ratio and thickness (m).
inline double bending_stiffness(double youngs, double poisson, double thickness) {
  return youngs * thickness * thickness / (12 * (1 - poisson * poisson));
}

/// Returns the inner edges of triangles with the vertices opposite to them, one edge per column:
/// its two ends, the lower first, then the two opposite vertices. Throws Error for an edge of more
/// than two triangles.
Eigen::Matrix4Xi hinges_of(const Eigen::Matrix3Xi& triangles);

/// Returns every pair of vertices that a shell joins, one per column: the edges of its triangles
/// and, with bending, the vertices opposite to each inner edge.
Eigen::Matrix2Xi shell_pairs(const Eigen::Matrix3Xi& triangles, bool bends);

/// Returns the area of a surface that belongs to each vertex (m^2): a third of its triangles.
Vec vertex_areas(const SurfaceMesh& mesh);

/// Bending of a shell that is flat at rest, by the hinges between its triangles: a quadratic energy
/// with a constant matrix, as long as the shell stretches little,
///   sum over inner edges of stiffness/2 |sum_i k_i x_i|^2 / (A_0 + A_1),
/// with the areas A of the two triangles and cotangents k_i of their angles at the edge: the sum is
/// the edge's length times the angle of the hinge. These are the terms of Bergou et al. (A
/// quadratic bending model for inextensible surfaces, DOI 10.2312/SGP/SGP06/227-230), but for a
/// factor of 3: with theirs a sheet bent to a cylinder has three times the energy stiffness/2
/// (1/radius)^2 per area of a plate. On equilateral triangles the energy of curvatures a and b
/// tends to stiffness/2 ((a + b)^2 - 8/3 a b) per area (Seung, Nelson,
/// DOI 10.1103/PhysRevA.38.1005), that of a plate with Poisson's ratio -1/3; a sheet that does not
/// stretch has a b = 0. Other meshes change the stiffness: a cylinder has 1.09 times the energy of
/// a plate on regular_polygon(8), in every direction, and 1.14 times on disk().
class BendingElements final : public SolidTerm {
 public:
  using Elements = Eigen::Matrix4Xi;  ///< hinges_of() the triangles

  /// `stiffness`: N m. The other arguments are those of SolidElements. Throws Error for a hinge
  /// that is not flat at rest.
  BendingElements(const Elements& hinges, const Eigen::Matrix3Xd& rest,
                  const std::vector<int>& free_index, double stiffness, const Mat& pattern);

  void add_force(const AlignedPositions<double>& u, AlignedSums<double>& f) const override;
  void add_force(BodyIn<long double> u, BodyOut<long double> f) const override;
  void add_jacobian_times(const AlignedPositions<double>& u, const AlignedPositions<double, 1>& du,
                          AlignedSums<double>& df) const override;
  void add_stiffness(const AlignedPositions<double>& u, GeneralBlocks::Rows& rows) const override;
  double potential(BodyIn<double> u) const override;
  double feasible_step(BodyIn<double>, BodyIn<double>) const override { return 1; }

 private:
  struct Hinge {
    Corners<4> corners;
    Eigen::Vector4d weights;  // k_i
    double stiffness;         // divided by A_0 + A_1 (N/m)

    template <class Scalar>
    Corners<4>::Values<Scalar> pull(const Corners<4>::Values<Scalar>& differences) const {
      const auto k = weights.cast<Scalar>();
      return static_cast<Scalar>(stiffness) * (differences * k) * k.transpose();
    }
  };
  std::vector<Hinge> hinges_;
};

}  // namespace stiffbench
