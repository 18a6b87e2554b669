#pragma once

#include "problems/contract/state.hpp"
#include "problems/solids/materials/lame.hpp"
#include "problems/solids/shapes/quadrature.hpp"

#include <array>
#include <vector>

namespace stiffbench {

/// Viscous forces of elements, in proportion to the rate of Green's strain (Kelvin and Voigt's law
/// as O'Brien and Hodgins have it, DOI 10.1145/311535.311550). They dissipate the power
///   v' D(x) v = sum over points of volume * (2 mu |Q|^2 + lambda tr(Q)^2),   Q = sym(F' L),
/// with the gradients F of the positions and L of the velocities. mu and lambda are viscosities (Pa
/// s): Lame's parameters times a time, for which D at rest is that time times K of the elements.
/// Unlike that matrix, D(x) does not resist turning: rigid motions have Q = 0.
///
/// `nodes` is the number of vertices of an element, `dim` its dimension. A point represents a
/// volume (m^3), or an area (m^2) with viscosities per area. All functions add to what they are
/// given; matrices have the pattern of the body's stiffness.
template <int nodes, int dim>
class ViscousElements {
 public:
  using Vertices = Eigen::Matrix<int, nodes, 1>;
  using Gradients = Eigen::Matrix<double, dim, nodes>;
  using Axes = Eigen::Matrix<double, 3, dim>;

  /// Adds a point of an element at these places of unknowns, -1 for fixed vertices. `axes` is F at
  /// rest, `gradients` are those of the shape functions along the axes (1/m). `pattern` is that of
  /// the stiffness.
  void add(const Vertices& places, const Axes& axes, const Gradients& gradients, double volume,
           const Lame& viscosity, const Mat& pattern);
  bool empty() const { return points_.empty(); }

  void add_force(const Vec& u, const Vec& v, Vec& f) const;
  /// Adds (df/du) du + (df/dv) dv.
  void add_jacobian_times(const Vec& u, const Vec& v, const Vec& du, const Vec& dv, Vec& df) const;
  /// Adds D(u) = -df/dv, symmetric and positive semidefinite.
  void add_damping(const Vec& u, Mat& D) const;
  /// Adds -df/du, which is not symmetric.
  void add_stiffness(const Vec& u, const Vec& v, Mat& K) const;

 private:
  using Values = Eigen::Matrix<double, 3, nodes>;
  using Strain = Eigen::Matrix<double, dim, dim>;
  struct Point {
    std::array<int, nodes> place;
    std::array<int, nodes * nodes> column;  // of each block, in stored entries of its rows; or -1
    Axes axes;
    Gradients gradients;
    double mu, lambda;  // times the volume
    int lowest, highest;

    Axes deformation(const Vec& u) const { return axes + gradient(u); }
    /// Gradient of differences from the first vertex: that of a translation is 0.
    Axes gradient(const Vec& u) const;
    /// Stress for a rate of strain sym(half).
    Strain stress(const Strain& half) const;
  };

  template <class Pull>
  void subtract(Vec& f, const Pull& pull) const;
  template <class Blocks>
  void add_blocks(Mat& K, const Blocks& blocks_of) const;

  std::vector<Point> points_;
};

extern template class ViscousElements<4, 3>;
extern template class ViscousElements<8, 3>;
extern template class ViscousElements<3, 2>;

}  // namespace stiffbench
