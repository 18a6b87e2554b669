#pragma once

#include "problems/forces/force_term.hpp"

#include <Eigen/Core>

#include <array>
#include <vector>

namespace stiffbench {

/// Linear springs, at rest where the displacements vanish, from vertices of an element to the
/// centroids of the element's other vertices: for the first `ends` of `points` vertices,
///   U = k/2 sum_s e_s^2,  e_s = |d0_s + w_s| - |d0_s|,  w_s = u_s - mean of the other u_p,
/// and d0 alike from the positions at rest. Two points and one end are a plain spring from vertex
/// to vertex, four points the diagonals of a tetrahedron.
///
/// The elongation is computed as e = w.(2 d0 + w) / (|d0 + w| + |d0|), never as a difference of
/// lengths, and w from differences of displacements: else all digits of small strains are lost, and
/// every integrator stagnates at that. A spring of length 0 has no direction: its force is NaN.
/// Elements are worked `lanes` at a time, for vector instructions.
template <int points, int ends>
class Springs final : public ForceTerm {
 public:
  using Elements = Eigen::Matrix<int, points, Eigen::Dynamic>;

  /// `elements`: vertex numbers, a column an element. `rest`: positions of all vertices (m).
  /// `free_index`: a vertex' place in u (its xyz start at three times that), or -1 where it is
  /// fixed. k: N/m. `pattern`: the stiffness' (see block_pattern.hpp).
  /// Error for a spring of rest length 0.
  Springs(const Elements& elements, const Eigen::Matrix<double, 3, Eigen::Dynamic>& rest,
          const std::vector<int>& free_index, double k, const Mat& pattern);

  void add_force(const Vec& u, Vec& f) const override;
  void add_jacobian_times(const Vec& u, const Vec& du, Vec& df) const override;
  void add_stiffness(const Vec& u, Mat& K) const override { add_curvature<false>(u, K); }
  /// A spring under pressure would yield sideways: that part is left out.
  void add_projected_stiffness(const Vec& u, Mat& K) const override { add_curvature<true>(u, K); }
  double potential(const Vec& u) const override;

 private:
  static constexpr int lanes = 4;
  static constexpr double share = 1.0 / (points - 1);  // of each other vertex in the centroid
  using Lanes = Eigen::Array<double, lanes, 1>;
  using Vector = std::array<Lanes, 3>;
  using Block = std::array<Lanes, 6>;  // symmetric 3x3: xx, xy, yy, xz, yz, zz
  using Points = std::array<Vector, points>;
  using Ends = std::array<Vector, ends>;

  struct Batch {
    Ends d0;
    std::array<Lanes, ends> l0;
    int place[points][lanes];  // -1: fixed, or no element in this lane
  };
  static constexpr int pairs = points * (points + 1) / 2;  // (p, q) with q <= p
  struct Slots {
    int slot[pairs][lanes];    // -1: one of the two is fixed; else on or right of the diagonal
    int stride[pairs][lanes];  // from one row of the block to the next
  };
  /// d = d0 + w, |d|^2, |d| and w.(2 d0 + w) = (|d| + |d0|) (|d| - |d0|).
  struct Stretch {
    Vector d;
    Lanes squared_length, length, difference;
  };

  static Points gather(const Batch& batch, const Vec& u);
  static void subtract_scattered(const Batch& batch, const Points& values, Vec& f);
  /// w of every spring from the values at the vertices, and its transpose.
  static Ends spring_vectors(const Points& values);
  static Points at_vertices(const Ends& pulls);
  static Stretch stretch(const Batch& batch, int spring, const Vector& w);
  template <bool projected>
  void add_curvature(const Vec& u, Mat& K) const;
  /// k e / l
  Lanes tension(const Batch& batch, int spring, const Stretch& is) const;
  void fill(Batch& batch, Slots& slots, const Elements& elements, Eigen::Index first,
            const Eigen::Matrix<double, 3, Eigen::Dynamic>& rest,
            const std::vector<int>& free_index, const Mat& pattern) const;

  double k_;
  std::vector<Batch> batches_;
  std::vector<Slots> slots_;  // apart: only the stiffness needs them
};

/// From one vertex to another.
using TwoPointSprings = Springs<2, 1>;
/// From a tetrahedron's first vertex to the centroid of the opposite face.
using DiagonalSprings = Springs<4, 1>;
/// All four diagonals of a tetrahedron: they share the work at its vertices.
using FourDiagonalSprings = Springs<4, 4>;

extern template class Springs<2, 1>;
extern template class Springs<4, 1>;
extern template class Springs<4, 4>;

}  // namespace stiffbench
